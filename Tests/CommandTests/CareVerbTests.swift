import Foundation
import JSONText
import TestSupport
import Testing

private let store = "--store sqlite:{}/s/knee.db"
private let clock = ["FLEXION_NOW": "2026-11-03T12:00:00Z"]

private func applied(in folder: TestFolder) throws {
  try folder.write("plan.json", Fixtures.plan)
  let run = try flexion("plan apply plan.json --from 2026-11-02 \(store)", in: folder, environment: clock)
  try #require(run.exit == 0, "\(run.errors)")
}

@Suite struct `A plan` {
  @Test func `makes store and folder, and changes nothing the second time`() throws {
    let folder = try TestFolder()
    try applied(in: folder)
    let run = try flexion("plan apply plan.json --json \(store)", in: folder, environment: clock)
    let output = try JSONOutput(run)
    #expect(run.exit == 0 && output.faults == [])
    #expect(output["from"] == .string("2026-11-02"))
    #expect(run.output.contains(#""action":"unchanged""#))
  }

  @Test func `is only checked by a dry run`() throws {
    let folder = try TestFolder()
    try folder.write("plan.json", Fixtures.plan)
    let run = try flexion("plan apply plan.json -n --json \(store)", in: folder)
    #expect(run.exit == 0)
    #expect(try JSONOutput(run).faults == [])
    #expect(folder.names == ["plan.json"])
    try applied(in: folder)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file("s/knee.db")))
    try folder.write("plan.json", Fixtures.plan.replacingOccurrences(of: "Left knee", with: "My knee"))
    let dry = try flexion("plan apply plan.json --dry-run \(store)", in: folder, environment: clock)
    #expect(dry.exit == 0 && dry.output.contains("versioned"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("s/knee.db"))) == before)
  }

  @Test func `is shown without a store`() throws {
    let folder = try TestFolder()
    try folder.write("plan.json", Fixtures.plan)
    let text = try flexion("plan show plan.json --from 2026-11-02", in: folder, environment: clock)
    #expect(text.output.contains("every 1 day from 2026-11-02"))
    #expect(try JSONOutput(flexion("plan show plan.json --json", in: folder)).faults == [])
    let lines = try flexion("plan show plan.json --jsonl", in: folder)
    #expect(lines.output.split(separator: "\n").count == 1)
    #expect(folder.names == ["plan.json"])
  }

  @Test(arguments: ["demo.json", "recover.json", "symptoms.json", "three-buttons.json"])
  func `of the project can be shown`(name: String) throws {
    #expect(try flexion("plan show \(Fixtures.repository("docs/plans/" + name))", in: TestFolder()).exit == 0)
  }

  @Test(arguments: [
    (#"{"plan":"x","tasks":["#, "invalidPlan", "early"),
    (#"{"plan":"x","tasks":[{"id":"a","tittle":"b"}]}"#, "invalidPlan", "did you mean `title`?"),
    (#"{"plan":"x","tasks":[{"id":"a","schedule":{"elements":[]}}]}"#, "invalid", "tasks[0]"),
    ("", "invalidPlan", "plan.json"),
  ]) func `that is wrong is refused with its place`(text: String, code: String, word: String) throws {
    let folder = try TestFolder()
    try folder.write("plan.json", text)
    let run = try flexion("plan apply plan.json --json \(store)", in: folder)
    let output = try JSONOutput(run)
    #expect(run.exit == 65 && output.faults == [])
    #expect(output.errorCode?.hasPrefix(code) == true, "\(run.output)")
    #expect(run.errors.contains(word), "\(run.errors)")
    #expect(run.errorLines.count == 1)
    #expect(folder.names == ["plan.json"])
  }

  @Test func `that does not exist is exit 66`() throws {
    #expect(try flexion("plan show nowhere.json", in: TestFolder()).exit == 66)
  }
}

@Suite struct `The feed` {
  @Test func `shows cards and ring of a day`() throws {
    let folder = try TestFolder()
    try applied(in: folder)
    let run = try flexion("feed --day 2026-11-02 \(store)", in: folder, environment: clock)
    #expect(run.exit == 0)
    #expect(run.output.contains("0 of 1 task done") && run.output.contains("Left knee"))
    let output = try JSONOutput(flexion("feed --json \(store)", in: folder, environment: clock))
    #expect(output.faults == [])
    #expect(output["day"] == .string("2026-11-03"))
  }

  @Test func `of another participant is empty`() throws {
    let folder = try TestFolder()
    try applied(in: folder)
    let run = try flexion("feed --participant p2 --json \(store)", in: folder, environment: clock)
    #expect(try JSONOutput(run)["participant"] == .string("p2"))
    #expect(run.output.contains(#""cards":[]"#))
  }

  @Test func `knows a day that has not come`() throws {
    let folder = try TestFolder()
    try applied(in: folder)
    let run = try flexion("feed --day 2026-11-04 --json \(store)", in: folder, environment: clock)
    #expect(try JSONOutput(run)["future"] == .bool(true))
  }

  @Test func `takes the store of the environment, else that of the person`() throws {
    let folder = try TestFolder()
    try applied(in: folder)
    let named = ["FLEXION_STORE": "sqlite:\(folder.path)/s/knee.db"].merging(clock) { $1 }
    #expect(try flexion("feed", in: folder, environment: named).exit == 0)
    let data = try flexion("feed", in: folder, environment: ["XDG_DATA_HOME": folder.file("data")])
    #expect(data.exit == 66 && data.errors.contains(folder.file("data/flexion/store.db")))
    let home = try flexion("feed", in: folder)
    #expect(home.exit == 66 && home.errors.contains(folder.file(".local/share/flexion/store.db")))
    let homeless = try flexion("feed", in: folder, environment: ["HOME": ""])
    #expect(homeless.exit == 2 && homeless.errors.contains("--store"))
  }
}

@Suite struct `A store` {
  @Test func `that may not be written is exit 77, and stays as it is`() throws {
    let folder = try TestFolder()
    try applied(in: folder)
    let path = folder.file("s/knee.db")
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    chmod(path, 0o400)
    let run = try flexion("plan apply plan.json --json \(store)", in: folder)
    #expect(run.exit == 77)
    #expect(try JSONOutput(run).errorCode == "readOnly")
    #expect(run.errorLines.count == 1 && run.errors.contains(path))
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test func `that cannot be made is exit 73 or 77`() throws {
    let folder = try TestFolder()
    try folder.write("plan.json", Fixtures.plan)
    let run = try flexion("plan apply plan.json --store sqlite:/proc/none/knee.db", in: folder)
    #expect([73, 77].contains(run.exit))
    try folder.write("file", "")
    #expect(try flexion("plan apply plan.json --store sqlite:{}/file/knee.db", in: folder).exit == 73)
  }

  @Test func `that is no store is refused and not touched`() throws {
    let folder = try TestFolder()
    try folder.write("plan.json", Fixtures.plan)
    let text = String(repeating: "this is no database. ", count: 100)
    try folder.write("other.db", text)
    chmod(folder.file("other.db"), 0o600)
    let run = try flexion("plan apply plan.json --json --store sqlite:{}/other.db", in: folder)
    #expect(run.exit == 65)
    #expect(try JSONOutput(run).errorCode == "notAStore")
    #expect(try folder.read("other.db") == text)
  }

  @Test func `that others may write is exit 77`() throws {
    let folder = try TestFolder()
    try applied(in: folder)
    chmod(folder.file("s/knee.db"), 0o666)
    #expect(try flexion("feed \(store)", in: folder).exit == 77)
  }

  @Test func `of an unknown kind is a usage error`() throws {
    let run = try flexion("feed --store /tmp/x.db", in: TestFolder())
    #expect(run.exit == 2 && run.errors.contains("sqlite:PATH"))
  }
}

@Suite struct `Outcomes` {
  @Test func `of an empty store are none, which is a success`() throws {
    let folder = try TestFolder()
    try applied(in: folder)
    let run = try flexion("outcomes list \(store)", in: folder)
    #expect(run.exit == 0 && run.output == "no outcomes\n")
    let filters = "--task knee --kind flexionRange --side left --from 2026-11-01 --to 2026-11-30"
    let output = try JSONOutput(flexion("outcomes list --json \(filters) \(store)", in: folder))
    #expect(output.faults == [])
    #expect(try flexion("outcomes list --jsonl \(store)", in: folder).output == "")
  }

  @Test func `between days that are exchanged are a usage error`() throws {
    let folder = try TestFolder()
    try applied(in: folder)
    #expect(try flexion("outcomes list --from 2026-11-02 --to 2026-11-01 \(store)", in: folder).exit == 2)
  }

  @Test func `cannot be attached from a measurement that does not exist`() throws {
    let folder = try TestFolder()
    try applied(in: folder)
    let run = try flexion("outcomes attach 4 --json \(store)", in: folder)
    #expect(run.exit == 65)
    #expect(try JSONOutput(run).errorCode == "unknownMeasurement")
    #expect(try flexion("outcomes attach four \(store)", in: folder).exit == 2)
  }
}
