import Evaluation
import Glibc
import Goniometry
import Inertial
import JSONText
import Recordings

/// `bench knee`: the knee angle of recordings against their reference, as table, CSV and JSON.
enum BenchKneeVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let request = call.request
    if let legs = request.integer("simulated") { return try await BenchSimulatedLegs.run(call, legs: legs) }
    if let times = request.integer("repeated") { return try await BenchRepeatedLegs.run(call, times: times) }
    let target = request.text("out").map { Destination(path: $0, force: request.has("force"), inputs: []) }
    try target?.check()
    let folder = try BenchFolder(request)
    var inputs: [KneeBenchInput] = []
    let unread = folder.read(call.console) { file, recording in
      let scored = withTruth(recording, beside: file)
      if scored.angleReference != nil {
        inputs.append(KneeBenchInput(trial: trial(file, scored), recording: scored))
      }
    }
    guard !inputs.isEmpty else {
      throw Faults.refused(
        "noReference", "no recording has a reference angle", file: folder.path,
        hint: "expected a column ref_flexion (deg), or FILE.truth.csv beside FILE.csv")
    }
    let rows = measure(inputs, call)
    let table = KneeBenchReport.table(rows)
    let mean = KneeBenchMean(rows)
    if let target { try target.write { output throws(RecordingError) in try output.append(table.csv) } }
    return Answer(
      text: table.text + KneeBenchReport.words(mean),
      json: [
        "folder": .string(folder.path), "trials": .array(table.json), "mean": KneeBenchReport.json(mean),
      ],
      lines: table.json, exit: ExitCode.worst(unread))
  }

  private static func measure(_ inputs: [KneeBenchInput], _ call: Invocation) -> [KneeBenchRow] {
    let random = call.request.integer("mountings") ?? 0
    let mountings = [.asRecorded] + (0..<random).map { KneeMounting.random(seed: UInt64($0 + 1)) }
    let goniometer = Goniometer(request: call.request)
    let meter = ProgressMeter(call.request, call.console, total: inputs.count * mountings.count)
    var rows: [KneeBenchRow] = []
    for mounting in mountings {
      for input in inputs {
        meter.begin(input.trial.name)
        let row = KneeBench.run(
          [input], mountings: [mounting], goniometer: goniometer)
        rows += row
        let (isFailed, isSkipped) = (row[0].isFailed, row[0].isSkipped)
        meter.finish(
          done: isFailed || isSkipped ? 0 : 1, failed: isFailed ? 1 : 0, skipped: isSkipped ? 1 : 0)
      }
    }
    meter.end()
    return rows
  }

  /// A simulated recording carries its truth in a file of its own; one row of truth a row of the first sensor.
  private static func withTruth(_ recording: RawRecording, beside file: String) -> RawRecording {
    guard recording.reference?.flexionDegrees == nil, let rows = recording.sensors.first?.rows,
      let truth = try? AngleFile.read(BenchFolder.truthPath(file)), truth.flexionDegrees.count == rows
    else { return recording }
    var scored = recording
    scored.reference = ReferenceColumns(
      orientation: recording.reference?.orientation ?? [:], flexionDegrees: truth.flexionDegrees,
      valid: Array(repeating: true, count: rows))
    return scored
  }

  /// The rules of the protocol: on a rig no side is flexion; a person, real or simulated, stands still for 3 s.
  private static func trial(_ file: String, _ recording: RawRecording) -> KneeTrial {
    let name = BenchFolder.trialName(file)
    let isRig = recording.side == nil && !(recording.reference?.orientation.isEmpty ?? true)
    return isRig
      ? KneeTrial(name: name, sign: .any, zeroWindow: 0...0.9, scoreFrom: 1)
      : KneeTrial(name: name, sign: .flexion, zeroWindow: 2...3, scoreFrom: 3)
  }
}

extension KneeBenchRow {
  /// A recording that has nothing to score is left out, not failed.
  var isSkipped: Bool { failure == .noReference || failure == .notAPair }
  var isFailed: Bool { failure != nil && !isSkipped }
}
