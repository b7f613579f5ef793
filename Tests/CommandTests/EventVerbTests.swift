import Foundation
import JSONText
import TestSupport
import Testing

private let store = "--store sqlite:{}/s/care.db"
private let clock = ["FLEXION_NOW": "2026-03-02T09:00:00Z"]

private func applied(_ plan: String, in folder: TestFolder) throws {
  let run = try flexion(
    "plan apply \(Fixtures.repository("docs/plans/\(plan).json")) \(store)", in: folder, environment: clock)
  try #require(run.exit == 0, "\(run.errors)")
}

private func run(_ line: String, in folder: TestFolder, more: [String] = []) throws -> BuiltProgram.Outcome {
  try flexion("\(line) \(store)", in: folder, more: more, environment: clock)
}

@Suite struct `The verbs of an event` {
  @Test func `complete, list and undo a tick`() throws {
    let folder = try TestFolder()
    try applied("symptoms", in: folder)
    let dry = try run("event complete --task onboarding --dry-run --json", in: folder)
    #expect(dry.exit == 0)
    #expect(try JSONOutput(dry).faults == [])
    let done = try JSONOutput(run("event complete --task onboarding --json", in: folder))
    #expect(done.faults == [])
    #expect(done["stored"] == .bool(true))
    let again = try run("event complete --task onboarding --json", in: folder)
    #expect(again.exit == 65)
    #expect(try JSONOutput(again).errorCode == "duplicateOutcome")
    let list = try run("event list --task onboarding --day 2026-03-02 --json", in: folder)
    #expect(try JSONOutput(list).faults == [])
    #expect(list.output.contains(#""label":"COMPLETED","action":"undo""#))
    let undone = try run("event undo --task onboarding --last clear --json", in: folder)
    #expect(try JSONOutput(undone).faults == [])
    let nothing = try run("event undo --task onboarding --json", in: folder)
    #expect(try JSONOutput(nothing).errorCode == "unknownOutcome")
    #expect(try run("event list --jsonl", in: folder).output.split(separator: "\n").count == 3)
  }

  @Test func `count the taps of a panel`() throws {
    let folder = try TestFolder()
    try applied("three-buttons", in: folder)
    let done = try run(
      "event complete --task TapThreeButtons --json", in: folder,
      more: ["--tap", "Button One=3", "--tap", "Button Two=1"])
    #expect(done.exit == 0, "\(done.errors)")
    #expect(done.output.contains(#""details":{"Button One":3,"Button Two":1,"Button Three":0}"#))
    #expect(done.output.contains(#"{"kind":"taps","type":"integer","value":4,"units":"taps"}"#))
    for (tap, exit, code) in [
      ("Button Four=1", 65, "invalidAnswer"), ("Button One=-1", 65, "invalidAnswer"),
      ("Button One=many", 2, "badTap"),
    ] {
      let refused = try run("event complete --task TapThreeButtons --json", in: folder, more: ["--tap", tap])
      #expect(refused.exit == Int32(exit), "\(tap)")
      #expect(try JSONOutput(refused).errorCode == code, "\(tap)")
    }
    // Without taps and without a terminal nobody can tap.
    let silent = try run("event complete --task TapThreeButtons --json", in: folder)
    #expect(try JSONOutput(silent).errorCode == "opensFirst")
  }

  @Test func `refuse the future and name what is missing`() throws {
    let folder = try TestFolder()
    try applied("symptoms", in: folder)
    for (line, code) in [
      ("event complete --task onboarding --day 2026-03-03", "futureEvent"),
      ("event complete --task onboarding --occurrence 900000", "futureEvent"),
      ("event complete --task onboarding --day 2026-03-02 --occurrence 5", "noSuchOccurrence"),
      ("event complete --task elbow", "unknownTask"),
      ("event complete --task vaccinationCheck", "opensFirst"),
      ("survey answer checkIn --set tiredness=1", "gateClosed"),
      ("survey answer onboarding --set a=1", "opensFirst"),
    ] {
      let refused = try run("\(line) --json", in: folder)
      #expect(refused.exit == 65, "\(line)")
      #expect(try JSONOutput(refused).errorCode == code, "\(line)")
    }
  }
}

@Suite struct `The verbs of a survey` {
  private func ready() throws -> TestFolder {
    let folder = try TestFolder()
    try applied("symptoms", in: folder)
    for line in ["event complete --task onboarding", "survey answer vaccinationCheck --set vaccinated=yes"] {
      let run = try run(line, in: folder)
      try #require(run.exit == 0, "\(run.errors)")
    }
    return folder
  }

  @Test func `show the questions in two languages`() throws {
    let folder = try ready()
    let shown = try run("survey show checkIn --json", in: folder)
    #expect(try JSONOutput(shown).faults == [])
    let german = try run("survey show checkIn --lang de", in: folder)
    #expect(german.output.contains("Körpertemperatur [°C]"))
    #expect(german.output.contains("35.00 °C bis 42.00 °C"))
    #expect(try run("feed --lang de", in: folder).output.contains("ERLEDIGT"))
  }

  @Test func `answer from flags and file, all or nothing`() throws {
    let folder = try ready()
    let file = Fixtures.repository("docs/plans/checkin5.json")
    let incomplete = try run("survey answer checkIn --set tiredness=3 --json", in: folder)
    #expect(incomplete.exit == 65)
    #expect(try JSONOutput(incomplete).errorCode == "formIncomplete")
    for value in ["fever=45", "fever=warm", "headache=0", "headache=1.5", "cough=1"] {
      let refused = try run("survey answer checkIn --answers \(file) --set \(value) --json", in: folder)
      #expect(refused.exit == 65, "\(value)")
      #expect(try JSONOutput(refused).errorCode == "invalidAnswer", "\(value)")
    }
    #expect(try run("feed --json", in: folder).output.contains(#""done":1,"due":2"#))
    let done = try run("survey answer checkIn --answers \(file) --set fever=37,125 --json", in: folder)
    #expect(done.exit == 0, "\(done.errors)")
    #expect(try JSONOutput(done).faults == [])
    #expect(done.output.contains(#"{"kind":"fever","type":"double","value":37.12,"units":"°C"}"#))
    #expect(try run("feed", in: folder).output.contains("2 of 2 tasks done"))
  }

  @Test func `name file and line of an answer that is none`() throws {
    let folder = try ready()
    try folder.write("a.json", "{\n \"tiredness\": 3,\n \"fever\": {}\n}")
    let refused = try run("survey answer checkIn --answers a.json", in: folder)
    #expect(refused.exit == 65)
    #expect(refused.errors.contains("a.json:3: answer to `fever`"))
    #expect(try run("survey answer checkIn", in: folder).exit == 2)
  }
}

@Suite struct `A plan file` {
  @Test func `is checked as a whole, with lines`() throws {
    let folder = try TestFolder()
    try folder.write(
      "p.json",
      """
      { "plan": "p", "surveys": [ { "id": "s", "steps": [
          { "form": "f", "items": [ { "id": "a", "scale": [1, 10, 4] } ] } ] } ],
        "tasks": [
          { "id": "a", "schedule": { "perDay": 1, "startDay": "D" }, "survey": "x" },
          { "id": "b", "schedule": { "perDay": 1 } } ] }
      """)
    let run = try flexion("plan check p.json --from 2026-03-02 --json", in: folder)
    #expect(run.exit == 65)
    #expect(try JSONOutput(run).faults == [])
    #expect(run.errorLines.count == 3)
    for place in ["p.json:2: ", "p.json:4: ", "p.json:5: "] {
      #expect(run.errors.contains(place), "\(place)")
    }
    let sound = try flexion("plan check \(Fixtures.repository("docs/plans/recover.json")) --json", in: folder)
    #expect(try JSONOutput(sound).faults == [])
    #expect(sound.exit == 0)
    #expect(folder.names == ["p.json"])
  }

  @Test func `is compared with the store field by field`() throws {
    let folder = try TestFolder()
    try folder.write("plan.json", Fixtures.plan)
    let new = try flexion("plan diff plan.json --json \(store)", in: folder, environment: clock)
    #expect(try JSONOutput(new).faults == [])
    #expect(folder.names == ["plan.json"])
    #expect(try flexion("plan apply plan.json \(store)", in: folder, environment: clock).exit == 0)
    try folder.write("plan.json", Fixtures.plan.replacingOccurrences(of: "Left knee", with: "My knee"))
    let diff = try flexion("plan diff plan.json \(store)", in: folder, environment: clock)
    #expect(diff.output.contains(#"    title: "Left knee" -> "My knee""#), "\(diff.output)")
    let again = try flexion("plan diff plan.json --json \(store)", in: folder, environment: clock)
    #expect(try JSONOutput(again).faults == [])
    #expect(again.output.contains(#""action":"versioned""#))
  }
}

@Suite struct `A measurement of a recording` {
  @Test func `belongs to the event of the task`() throws {
    let folder = try TestFolder()
    try applied("recover", in: folder)
    let recording = Fixtures.repository("recordings/squats_left.csv")
    let measured = try run(
      "measure rangeOfMotion --source \(recording) --day 2026-03-02 --lang en --json", in: folder)
    #expect(measured.exit == 0, "\(measured.errors)")
    #expect(try JSONOutput(measured).faults == [])
    #expect(measured.output.contains(#""attached":{"task":"rangeOfMotion""#))
    #expect(measured.errors.contains("Nice work, every bit of movement counts."))
    #expect(try run("event list", in: folder).output.contains("flexionRange"))
    // The same recording by the other verb is the same measurement.
    let again = try run("process \(recording) --json", in: folder)
    let hash = try #require(measured.output.firstMatch(of: /"sha256":"([0-9a-f]+)"/)?.1)
    #expect(again.output.contains(hash))
  }
}
