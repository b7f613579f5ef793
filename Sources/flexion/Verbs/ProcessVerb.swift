import Assessment
import Goniometry
import Inertial
import JSONText
import KneeJoint
import Orientation
import Recordings
import SampleConditioning
import SerialPorts

/// `process`: recordings to knee measurements, one after the other; one that fails never stops the others.
enum ProcessVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let files = try inputFiles(call)
    let map = try PlacementMap(call.request.list("map"))
    try OutputPaths.check(call, inputs: files)
    let recordings = NamedRecording.all(files, together: call.request.has("together"))
    let outputs = try MeasurementOutputs(call.request, recordings: recordings.map(\.name), inputs: files)
    let whole = call.request.text("out").map {
      Destination(path: $0, force: call.request.has("force"), inputs: files)
    }
    try whole?.check()
    let keeper = try MeasurementKeeper(call)
    let goniometer = try await Goniometer(call)
    let meter = ProgressMeter(call.request, call.console, total: recordings.count)
    StopSignal.watch()

    var results: [ProcessedFile] = []
    for recording in recordings where StopSignal.received == nil {
      meter.begin(recording.name)
      let result = await ProcessedFile(recording.name) {
        var input = try MeasureRecording.measure(
          recording.source, named: recording.name, at: recording.path, with: goniometer,
          prepare: { try map.apply(to: &$0, file: recording.name) })
        let written = try outputs.write(input)
        try await keeper?.keep(&input, goniometer)
        return (input, written)
      }
      meter.aside { result.show(on: call.console) }
      meter.finish(done: result.failure == nil ? 1 : 0, failed: result.failure == nil ? 0 : 1)
      results.append(result)
    }
    meter.finish(skipped: recordings.count - results.count)
    let answer = ProcessReport(
      results: results, counts: meter.end(), isStored: keeper != nil, isDry: call.request.has("dry-run")
    ).answer
    try write(answer, to: whole, call)
    return answer
  }

  /// Files as named and the recordings of folders, sorted by bytes, each once.
  private static func inputFiles(_ call: Invocation) throws -> [String] {
    var files: [String] = []
    for path in call.request.arguments {
      files += RecordingFolder.isFolder(path) ? try RecordingFolder.recordings(in: path) : [path]
    }
    let once = Set(files).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    if once.count < files.count {
      call.console.note("named twice, processed once: \(files.count - once.count) recordings")
    }
    return once
  }

  private static func write(_ answer: Answer, to target: Destination?, _ call: Invocation) throws {
    let line = answer.envelope(schema: call.request.verb.schema).compactText + "\n"
    guard let target, !call.request.has("dry-run") else { return }
    try target.write { output throws(RecordingError) in try output.append(line) }
  }
}

extension ConditioningParameters {
  /// The usual limits, with what the flags state of the place and want of the magnetometer.
  init(request: Request) {
    self.init(
      hemisphere: request.text("hemisphere").flatMap { Hemisphere(rawValue: $0) },
      calibratesField: request.has("calibrate-field"))
  }
}

extension Goniometer {
  /// The instrument as the flags of the verb set it, with what they state of the leg.
  init(_ call: Invocation) async throws {
    self.init(request: call.request)
    parameters.mountings = try MountingFlag.all(call.request.list("mount"))
    if call.request.verb.flags.contains(where: { $0.name == "calibration" }) {
      parameters.startPose = try call.request.text("pose").map {
        try PoseFlag.read($0, most: 1)[0].degreesToRadians
      }
      parameters.calibrations = try await CalibrationFlag.chosen(call)
    }
  }

  /// The instrument by filter, rate and side alone.
  init(request: Request) {
    let filter = request.text("filter").flatMap { FilterName(rawValue: $0) } ?? .online
    self.init(
      parameters: .init(
        method: .recorded(filter), rate: request.number("rate"), conditioning: .init(request: request),
        side: request.text("side").flatMap { BodySide(rawValue: $0) },
        device: request.text("orientation").flatMap { DeviceOrientation(name: $0) },
        comparesResearchKit: request.text("compat") != nil, supineRatio: request.number("supine")))
  }
}
