import Assessment
import Care
import Goniometry
import Inertial
import JSONText
import Recordings

/// `calibrate`: a pose and a few bends to how the sensors sit on the leg, kept in the store or in a file.
enum CalibrateVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let file = call.request.arguments[0]
    let poses = try PoseFlag.read(call.request.text("pose") ?? "0", most: 2)
    let map = try PlacementMap(call.request.list("map"))
    try OutputPaths.check(call, inputs: [file])
    let target = call.request.text("out").map {
      Destination(path: $0, force: call.request.has("force"), inputs: [file])
    }
    try target?.check()
    let goniometer = try await Goniometer(call)
    var input: CalibratedInput
    do {
      input = try CalibrateRecording.calibrate(
        RecordingFile(path: file), named: file, at: absolute(file), poses: poses, with: goniometer,
        prepare: { try map.apply(to: &$0, file: file) })
    } catch { throw Faults.failure(error).naming(file) }
    try await keep(&input, goniometer, call)
    ImportReport(file: file, findings: input.calibrated.findings).show(on: call.console)
    return try write(answer(input, call), to: target, call)
  }

  /// With `--out` and no `--store` the file is all that is written.
  private static func keep(
    _ input: inout CalibratedInput, _ goniometer: Goniometer, _ call: Invocation
  ) async throws {
    if call.request.has("out"), call.request.text("store") == nil { return }
    let setting = try CareSetting(call)
    let isDry = call.request.has("dry-run")
    if isDry, try !setting.exists() {
      call.console.note("would create the store \(try setting.address())")
      return
    }
    let store = RehearsedStore(base: try setting.open(isDry ? .readWrite : .create), isRehearsal: isDry)
    try await CalibrateRecording.keep(&input, by: goniometer, in: store, setting.occasion)
  }

  private static func answer(_ input: CalibratedInput, _ call: Invocation) -> Answer {
    let table = CalibrationTable(
      zip(input.calibrated.calibrations, numbers(input)).map { .init($0, number: $1, source: input.name) })
    return Answer(
      text: table.text,
      json: ["dry_run": .bool(call.request.has("dry-run")), "calibrations": .array(input.json)])
  }

  private static func numbers(_ input: CalibratedInput) -> [Int?] {
    input.calibrated.calibrations.indices.map {
      input.kept.indices.contains($0) ? input.kept[$0].number : nil
    }
  }

  private static func write(
    _ answer: Answer, to target: Destination?, _ call: Invocation
  ) throws -> Answer {
    guard let target else { return answer }
    let isDry = call.request.has("dry-run")
    let line = answer.envelope(schema: call.request.verb.schema).compactText + "\n"
    func body(_ output: inout OutputBuffer) throws(RecordingError) { try output.append(line) }
    let bytes = isDry ? try target.measure(body) : try target.write(body)
    var written = answer
    written.text += WrittenFile(path: target.path, bytes: bytes, rows: 1).words(dryRun: isDry)
    return written
  }
}

/// `calibrations`: what the store holds of one participant.
enum CalibrationsVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    let stored = try await ChosenCalibrations.all(from: setting.open(.readOnly), setting.occasion)
    let lines = try stored.map { try $0.json() }
    let table = CalibrationTable(
      try stored.map { .init(try $0.calibration(), number: $0.number, source: $0.record.source) })
    return Answer(text: table.text, json: ["calibrations": .array(lines)], lines: lines)
  }
}
