import Foundation
import JSONText
import TestSupport
import Testing

private let store = "--store sqlite:{}/s/knee.db"

@Suite struct `A calibration` {
  @Test func `in a store is listed, chosen and named in the result`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let made = try JSONOutput(flexion("calibrate {}/leg.csv --json \(store)", in: folder))
    #expect(made.faults == [])
    #expect(made["calibrations"]?[0]?["calibration"] == .integer(1))
    let again = try JSONOutput(flexion("calibrate {}/leg.csv --json \(store)", in: folder))
    #expect(again["calibrations"]?[0]?["calibration"] == .integer(1), "the same calibration")
    let bent = try flexion("calibrate {}/leg.csv --pose 5 --participant me \(store)", in: folder)
    #expect(bent.exit == 0 && bent.output.contains("5.0"))

    let list = try flexion("calibrations --json \(store)", in: folder)
    #expect(try JSONOutput(list).faults == [])
    #expect(try flexion("calibrations --jsonl \(store)", in: folder).output.split(separator: "\n").count == 2)
    #expect(
      try flexion("calibrations --participant other \(store)", in: folder).output == "no calibrations\n")

    for (choice, name, start) in [("1", "1", 0.0), ("last", "2", 5)] {
      let run = try JSONOutput(
        flexion("process {}/leg.csv --calibration \(choice) --json \(store)", in: folder))
      #expect(run.faults == [])
      let knee = try #require(run["recordings"]?[0]?["measurements"]?[0])
      #expect(knee["zero"] == .string("calibrated") && knee["calibration"] == .string(name))
      guard case .number(let found)? = knee["numbers"]?["flexionStart"] else {
        Issue.record("no start")
        return
      }
      #expect(abs(found - start) < 0.5, "degrees")
    }
  }

  @Test func `in a file works without a store, and only with it is there a notation`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    #expect(try flexion("calibrate {}/leg.csv --out {}/left.json", in: folder).exit == 0)
    #expect(folder.names == ["left.json", "leg.csv", "leg.truth.csv"])
    let run = try flexion("process {}/leg.csv --calibration {}/left.json", in: folder)
    #expect(run.exit == 0)
    #expect(run.output.firstMatch(of: /\d+-\d+-\d+/) != nil, "\(run.output)")
    let plain = try JSONOutput(flexion("process {}/leg.csv --calibration none --json", in: folder))
    let knee = try #require(plain["recordings"]?[0]?["measurements"]?[0])
    #expect(knee["numbers"]?["neutralZero"] == .null && knee["numbers"]?["extensionDeficit"] == .null)
    #expect(knee["calibration"] == .null && knee["zero"] == .string("stillStart"))
  }

  @Test func `belongs to the key of a stored measurement`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    _ = try flexion("calibrate {}/leg.csv \(store)", in: folder)
    for flags in ["", "--calibration 1", "--calibration last", "--pose 10", "--mount thigh=right:+x"] {
      _ = try flexion("process {}/leg.csv \(flags) \(store)", in: folder)
    }
    let list = try JSONOutput(flexion("outcomes list --json \(store)", in: folder))
    guard case .array(let kept)? = list["unattached"] else {
      Issue.record("no list")
      return
    }
    // `last` is calibration 1: the same measurement.
    #expect(kept.count == 4)
  }

  @Test func `is rehearsed by a dry run`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let before = folder.names
    #expect(try flexion("calibrate {}/leg.csv --dry-run \(store)", in: folder).exit == 0)
    #expect(try flexion("calibrate {}/leg.csv -n --out {}/x.json", in: folder).exit == 0)
    #expect(folder.names == before)
  }

  @Test func `of a shin sensor makes its inclination absolute`() throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    #expect(try flexion("calibrate {}/shin.csv --pose 0 --out {}/c.json", in: folder).exit == 0)
    for flags in ["--calibration {}/c.json", "--pose 0", "--mount shin=up:+y"] {
      let run = try JSONOutput(flexion("process {}/shin.csv \(flags) --json", in: folder))
      #expect(run["recordings"]?[0]?["measurements"]?[0]?["zero"] == .string("vertical"), "\(flags)")
    }
  }

  @Test func `of a stream serves the measurement at the end of the next`() throws {
    let folder = try TestFolder()
    let board = try RunningProgram(
      "simulate device --motion squats --rate 50 --side left", in: folder, name: "board")
    let port = try board.port()
    let first = try flexion("stream \(port) --until 9 --record s.log --quiet", in: folder)
    try #require(first.exit == 0, "\(first.errors)")
    board.send(SIGTERM)
    let made = try flexion("calibrate s.log --out c.json", in: folder)
    try #require(made.exit == 0, "\(made.errors)")
    for (flags, zero) in [
      ("--calibration c.json", "calibrated"), ("--mount thigh=up:x --mount shank=up:x", ""),
    ] {
      let run = try JSONOutput(flexion("stream s.log \(flags) --json", in: folder))
      #expect(run.faults == [])
      let knee = try #require(run["recordings"]?[0]?["measurements"]?[0])
      #expect(zero.isEmpty || knee["zero"] == .string(zero))
    }
    // What is wrong with a calibration is said before anything is recorded.
    let wrong = try flexion("stream \(port) --calibration missing.json --record t.log", in: folder)
    #expect(wrong.exit == 66 && !folder.has("t.log"))
  }
}

@Suite struct `A bad calibration` {
  /// One line, the exit code, and a word that must stand in it.
  @Test(arguments: [
    ("process {}/leg.csv --calibration 7 \(store)", 65, "calibrations"),
    ("process {}/leg.csv --calibration {}/missing.json", 66, "last, none"),
    ("process {}/leg.csv --calibration {}/cut.json", 65, "cut.json"),
    ("process {}/leg.csv --calibration {}/other.json", 65, "schema"),
    ("process {}/leg.csv --calibration {}/long.json", 65, "shank_up"),
    ("process {}/leg.csv --calibration {}/foreign.json", 65, "A7"),
    ("process {}/leg.csv --calibration {}/left.json --side right", 65, "right leg"),
    ("process {}/leg.csv --calibration {}/left.json --pose 0", 2, "--pose"),
    ("process {}/leg.csv --pose 0,90", 2, "an angle"),
    ("calibrate {}/leg.csv --pose 0,90 --out {}/x.json", 65, "rests in 1"),
    ("calibrate {}/leg.csv --pose 0,10", 2, "too close"),
    ("calibrate {}/leg.csv --pose straight", 2, "--pose"),
    ("calibrate {}/missing.csv --out {}/x.json", 66, "missing.csv"),
    ("calibrate {}/leg.csv --out {}/left.json", 73, "left.json"),
    ("process {}/leg.csv --mount thigh=up:+q", 2, "--mount"),
    ("process {}/leg.csv --mount hip=up:+x", 2, "thigh, shank"),
    ("process {}/leg.csv --mount thigh=up:+x,right:-x", 2, "two directions"),
    ("process {}/leg.csv --mount thigh=front:+x", 2, "up or right"),
    ("process {}/leg.csv --mount thigh=front:+x,up:+y,right:-z", 2, "right-handed"),
    ("process {}/leg.csv --mount thigh=up:+x --mount thigh=up:+y", 2, "two `--mount`"),
  ])
  func `is one line and its exit code`(line: String, exit: Int32, word: String) throws {
    let folder = try Self.stage()
    let run = try flexion(line, in: folder, more: ["--quiet"])
    #expect(run.exit == exit, "\(line): \(run.errors)")
    #expect(run.errorLines.count == 1 && run.errors.contains(word), "\(line): \(run.errors)")
    #expect(!folder.has("x.json"))
  }

  private static let recording = Result { () throws -> (leg: String, left: String) in
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    _ = try flexion("calibrate {}/leg.csv --out {}/left.json", in: folder)
    return (try folder.read("leg.csv"), try folder.read("left.json"))
  }

  /// A recording with its calibration, and damaged copies of that.
  private static func stage() throws -> TestFolder {
    let folder = try TestFolder()
    let (leg, left) = try recording.get()
    try folder.write("leg.csv", leg)
    try folder.write("left.json", left)
    try folder.write("cut.json", String(left.dropLast(40)))
    try folder.write("other.json", left.replacingOccurrences(of: "flexion/calibrate/1", with: "x/1"))
    let direction = try #require(left.firstMatch(of: /"shank_up":\[[^\]]*\]/)).output
    try folder.write("long.json", left.replacingOccurrences(of: direction, with: #""shank_up":[1,1,0]"#))
    try folder.write(
      "foreign.json", left.replacingOccurrences(of: #"["thigh","shank"]"#, with: #"["A7","A8"]"#))
    return folder
  }
}

extension JSONValue {
  fileprivate subscript(key: String) -> JSONValue? {
    guard case .object(let object) = self else { return nil }
    return object[key]
  }

  fileprivate subscript(index: Int) -> JSONValue? {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }
}
