import Foundation
import JSONText
import TestSupport
import Testing

private let clock = ["FLEXION_NOW": "2026-11-03T12:00:00Z"]

@Suite struct `Processing a recording` {
  @Test func `writes one angle a row and draws it`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let run = try flexion("process leg.csv --angles a.csv --plot a.svg --quiet", in: folder)
    #expect(run.exit == 0 && run.errors == "")
    let lines = try folder.read("a.csv").split(separator: "\n")
    #expect(lines[0] == "time_s,flexion_deg")
    #expect(lines.count == 1001)
    #expect(lines.dropFirst().allSatisfy { $0.wholeMatch(of: /\d+\.\d{6},(-?\d+\.\d+)?/) != nil })
    #expect(try folder.read("a.svg").hasPrefix("<svg"))
  }

  @Test func `fits its schema and says the same on every run`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let first = try flexion("process leg.csv --json --filter online", in: folder)
    #expect(try JSONOutput(first).faults == [])
    #expect(try flexion("process leg.csv --json --quiet --progress never", in: folder).output == first.output)
    #expect(try flexion("process leg.csv --json -v --progress always", in: folder).output == first.output)
  }

  @Test func `of one sensor measures the shin, and fits its schema`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    let output = try JSONOutput(flexion("process shin.csv --json", in: folder))
    #expect(output.faults == [])
    #expect(JSONValue.object(output.object).compactText.contains(#""definition":"shinInclination""#))
  }

  @Test func `without a side keeps it unattached and succeeds`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let text = try folder.read("leg.csv").split(separator: "\n").dropFirst().joined(separator: "\n")
    try folder.write("nobody.csv", text + "\n")
    let run = try flexion("process nobody.csv --json --store sqlite:{}/s.db", in: folder, environment: clock)
    #expect(run.exit == 0)
    #expect(try JSONOutput(run).faults == [])
    #expect(
      run.output.contains(#""side":"unspecified""#) && run.output.contains(#""code":"unspecifiedSide""#))
    #expect(run.errors.contains("flexion outcomes attach 1 --side left|right"))
    let sided = try flexion("process nobody.csv --json --side right", in: folder)
    #expect(sided.output.contains(#""side":"right""#))
  }

  /// Each sensor logged by itself: other starts, other rows, one clock.
  @Test func `joins sensors that logged into files of their own by time, not by row`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let lines: [Substring] = try folder.read("leg.csv").split(separator: "\n").dropFirst().map(\.self)
    let table: [[Substring]] = lines.map { $0.split(separator: ",", omittingEmptySubsequences: false) }
    func part(_ prefix: String, from first: Int, leavingOut step: Int) -> String {
      let columns: [Int] = table[0].indices.filter { $0 == 0 || table[0][$0].hasPrefix(prefix) }
      let rows: [Int] = table.indices.filter { $0 == 0 || ($0 > first && $0 % step != 0) }
      let cells: [String] = rows.map { row in columns.map { String(table[row][$0]) }.joined(separator: ",") }
      return cells.joined(separator: "\n") + "\n"
    }
    try folder.write("left_thigh.csv", part("thigh", from: 0, leavingOut: 40))
    try folder.write("left_shank.csv", part("shank", from: 25, leavingOut: 33))
    let whole = try flexion("process leg.csv --json", in: folder)
    let run = try flexion(
      "process left_thigh.csv left_shank.csv --together --json --out run.json", in: folder)
    #expect(try run.exit == 0 && JSONOutput(run).faults == [])
    let ranges = try [whole, run].map { run -> Double in
      let found = try #require(run.output.firstMatch(of: /"flexionRange":([0-9.]+)/))
      return try #require(Double(found.1))
    }
    #expect(abs(ranges[0] - ranges[1]) < 1, "degrees")
    #expect(run.output.contains(#""recording":"left_shank+left_thigh""#))
  }

  @Test func `prints the JSON of the run into a file`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let run = try flexion("process leg.csv --json --out run.json", in: folder)
    #expect(try folder.read("run.json") == run.output)
  }

  @Test func `is only announced by a dry run`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let before = folder.names
    let line = "process leg.csv --angles a.csv --plot a.svg --json"
    let dry = try flexion("\(line) -n", in: folder)
    #expect(dry.exit == 0 && folder.names == before)
    #expect(try JSONOutput(dry).faults == [])
    let real = try flexion(line, in: folder)
    #expect(dry.output.replacingOccurrences(of: "would_write", with: "written") == real.output)
  }

  @Test func `without times needs the rate`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let rows = try folder.read("leg.csv").split(separator: "\n")
    let timeless = [rows[0]] + rows.dropFirst().map { $0[$0.index(after: $0.firstIndex(of: ",")!)...] }
    try folder.write("timeless.csv", timeless.joined(separator: "\n") + "\n")
    let run = try flexion("process timeless.csv --json", in: folder)
    #expect(run.exit == 65 && run.errors.contains("--rate"))
    #expect(try flexion("process timeless.csv --rate 50 --angles a.csv", in: folder).exit == 0)
    #expect(try folder.read("a.csv").contains("\n0.020000,"))
  }

  @Test func `whose sensors have no place is refused until they get one`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let text = try folder.read("leg.csv")
      .replacingOccurrences(of: "thigh_", with: "one_").replacingOccurrences(of: "shank_", with: "two_")
    try folder.write("odd.csv", text)
    let run = try flexion("process odd.csv --json", in: folder)
    #expect(run.exit == 65 && run.errors.contains("--map"), "\(run.errors)")
    let mapped = try flexion("process odd.csv --map one=thigh_l --map two=shank_l --angles a.csv", in: folder)
    #expect(mapped.exit == 0)
    _ = try flexion("process leg.csv --angles b.csv", in: folder)
    #expect(try folder.read("a.csv") == folder.read("b.csv"))
  }

  @Test func `of a thigh alone is refused, for one sensor measures the shin`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    let run = try flexion("process shin.csv --map shank=thigh_l", in: folder)
    #expect(run.exit == 65 && run.errors.contains("one sensor alone measures the shin"), "\(run.errors)")
  }

  @Test func `says why there is no min and no max`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    let run = try flexion("process shin.csv", in: folder)
    #expect(run.output.contains("shin: min and max are \"-\": "), "\(run.output)")
    #expect(run.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `of orientations without force gives no number where two would fit, and says so`() throws {
    let folder = try TestFolder()
    _ = try flexion(
      "simulate device --protocol i2cdev_mpu6050_text --devices 2 --motion squats --seed 1 --duration 25 "
        + "--log {}/run.log --quiet", in: folder)
    let run = try flexion("process run.log", in: folder)
    #expect(run.output.contains("run: no number: The motion does not show the axis"), "\(run.output)")
  }
}

@Suite struct `Processing several recordings` {
  @Test func `goes on past a bad one, and names it`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder, "a.csv")
    try folder.write("b.csv", "")
    try Fixtures.shin(in: folder, "c.csv")
    let run = try flexion(
      "process a.csv b.csv c.csv --json --store sqlite:{}/s.db", in: folder, environment: clock)
    let output = try JSONOutput(run)
    #expect(run.exit == 65 && output.faults == [])
    #expect(output["ok"] == .bool(false))
    #expect(
      output["summary"] == .object(["done": .integer(2), "failed": .integer(1), "skipped": .integer(0)]))
    #expect(run.errors.contains("flexion: b.csv: the file is empty"))
    let kept = try flexion("outcomes list --json --store sqlite:{}/s.db", in: folder)
    #expect(kept.output.components(separatedBy: #""measurement":"#).count == 3)
  }

  @Test func `gives the gravest of several codes`() throws {
    let folder = try TestFolder()
    try folder.write("b.csv", "")
    #expect(try flexion("process b.csv nowhere.csv", in: folder).exit == 66)
  }

  @Test func `prints a line each in the order of their names`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder, "b.csv")
    try Fixtures.shin(in: folder, "a.csv")
    let run = try flexion("process b.csv a.csv --jsonl", in: folder)
    let lines = run.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines[0].hasPrefix(#"{"recording":"a.csv""#) && lines[1].hasPrefix(#"{"recording":"b.csv""#))
  }

  @Test func `takes the recordings of a folder at any depth, without the truth`() throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(atPath: folder.file("x/y"), withIntermediateDirectories: true)
    try Fixtures.shin(in: folder, "x/a.csv")
    try Fixtures.shin(in: folder, "x/y/b.csv")
    let run = try flexion("process x x/a.csv --json", in: folder)
    #expect(
      try JSONOutput(run)["summary"]
        == .object(["done": .integer(2), "failed": .integer(0), "skipped": .integer(0)]))
    #expect(run.errors.contains("processed once"))
  }

  @Test func `a folder without recordings is exit 66`() throws {
    let folder = try TestFolder()
    try folder.write("empty/readme.txt", "nothing here")
    let run = try flexion("process empty --json", in: folder)
    #expect(run.exit == 66)
    #expect(try JSONOutput(run).errorCode == "folderWithoutRecordings")
  }

  @Test func `writes curves into a folder, and refuses a file for several`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder, "a.csv")
    try Fixtures.shin(in: folder, "b.csv")
    #expect(try flexion("process a.csv b.csv --angles all.csv", in: folder).exit == 73)
    try FileManager.default.createDirectory(atPath: folder.file("out"), withIntermediateDirectories: false)
    #expect(try flexion("process a.csv b.csv --angles out --plot out", in: folder).exit == 0)
    #expect(
      folder.names.filter { $0.hasPrefix("out/") } == ["out/a.csv", "out/a.svg", "out/b.csv", "out/b.svg"])
    #expect(try flexion("process a.csv b.csv --angles out", in: folder).exit == 73)
    #expect(try flexion("process a.csv b.csv --angles out --force", in: folder).exit == 0)
  }
}

@Suite struct `From file to outcome` {
  private func knee(in folder: TestFolder) throws {
    try folder.write("plan.json", Fixtures.plan)
    try Fixtures.leg(in: folder)
    let run = try flexion(
      "plan apply plan.json --from 2026-11-02 --store sqlite:{}/s.db", in: folder, environment: clock)
    try #require(run.exit == 0)
  }

  @Test func `a recording answers the task of its day, once`() throws {
    let folder = try TestFolder()
    try knee(in: folder)
    for _ in 1...2 {
      let run = try flexion("process leg.csv --json --store sqlite:{}/s.db", in: folder, environment: clock)
      #expect(run.exit == 0)
      #expect(try JSONOutput(run).faults == [])
      #expect(run.output.contains(#""attached":{"task":"knee","occurrence":0,"day":"2026-11-02"}"#))
    }
    let feed = try flexion("feed --day 2026-11-02 --store sqlite:{}/s.db", in: folder, environment: clock)
    #expect(feed.output.contains("1 of 1 task done"))
    let list = try flexion("outcomes list --json --store sqlite:{}/s.db", in: folder, environment: clock)
    #expect(try JSONOutput(list).faults == [])
    #expect(list.output.components(separatedBy: #""occurrence":"#).count == 2)
    let text = try flexion("outcomes list --store sqlite:{}/s.db", in: folder, environment: clock)
    #expect(text.output.contains("flexionRange"))
  }

  @Test func `a dry run leaves the store as it is`() throws {
    let folder = try TestFolder()
    try knee(in: folder)
    let before = try Data(contentsOf: URL(fileURLWithPath: folder.file("s.db")))
    let run = try flexion(
      "process leg.csv --dry-run --json --store sqlite:{}/s.db", in: folder, environment: clock)
    #expect(run.exit == 0 && run.output.contains(#""task":"knee""#))
    #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("s.db"))) == before)
  }

  @Test func `what was kept can be attached later`() throws {
    let folder = try TestFolder()
    try knee(in: folder)
    // Kept for another participant's empty plan first, then the plan comes.
    let store = "--participant p2 --store sqlite:{}/s.db"
    _ = try flexion("process leg.csv --task knee \(store)", in: folder, environment: clock)
    #expect(try flexion("outcomes attach 1 \(store)", in: folder, environment: clock).exit == 65)
    _ = try flexion("plan apply plan.json --from 2026-11-01 \(store)", in: folder, environment: clock)
    let dry = try flexion("outcomes attach 1 --dry-run \(store)", in: folder, environment: clock)
    #expect(dry.exit == 0 && dry.output.contains("would be attached"))
    let run = try flexion(
      "outcomes attach 1 --task knee --day 2026-11-01 --side left --json \(store)", in: folder,
      environment: clock)
    #expect(run.exit == 0, "\(run.errors)")
    #expect(try JSONOutput(run).faults == [])
    #expect(run.output.contains(#""day":"2026-11-01""#))
  }

  @Test func `a store that may not be written is exit 77, and the curves are not written either`() throws {
    let folder = try TestFolder()
    try knee(in: folder)
    chmod(folder.file("s.db"), 0o400)
    let run = try flexion(
      "process leg.csv --angles a.csv --json --store sqlite:{}/s.db", in: folder, environment: clock)
    #expect(run.exit == 77 && run.errorLines.count == 1)
    #expect(try JSONOutput(run).errorCode == "readOnly")
    #expect(!folder.has("a.csv"))
  }
}
