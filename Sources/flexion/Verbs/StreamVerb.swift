import Assessment
import Care
import Goniometry
import IMUProtocols
import Inertial
import JSONText
import Recordings
import SerialPorts

/// `stream`: the knee live, the raw log beside it, and at the end the measurement over the closed log.
enum StreamVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let path = call.request.arguments[0]
    try OutputPaths.check(call, inputs: [path])
    let goniometer = try await Goniometer(call)
    var source = try StreamSource(path, baud: call.request.integer("baud") ?? 115_200)
    let logPath = try StreamLog.path(for: source.isReplay ? path : nil, call)
    let outputs = try MeasurementOutputs(call.request, recordings: [logPath])
    let keeper = try MeasurementKeeper(call)
    let spoken = try SpokenProtocol(replaying: source.header, call)
    var live = LiveMeasurement(
      port: StreamSet.Port(name: path, decoder: spoken.decoder), isReplay: source.isReplay,
      calibrations: goniometer.parameters.calibrations)
    var view = LiveView(call)
    var shown: LiveAngle?
    var log =
      source.isReplay ? nil : try StreamLog(path: logPath, source: path, line: source.line, spoken, call)
    StopSignal.watch()

    let end = call.request.number("until").map { HostClock.monotonic() + Int64($0 * 1e9) }
    while !source.isFinished, StopSignal.received == nil, source.isReplay || !isPast(end) {
      guard let record = try source.next(timeout: 50) else {
        view.wait()
        continue
      }
      log?.append(record, call.console)
      live.push(record) {
        shown = $0.angle
        view.show($0)
      }
      view.tell(record, live)
    }
    try keepBacklog(&source, &log, call)
    log?.close(call.console)
    view.end()
    if source.hasFailed { call.console.fail(StreamLog.lost(path)) }
    return try await conclude(
      logPath, live, shown, outputs, goniometer, keeper, hasFailed: source.hasFailed, call)
  }

  /// What was read before the end belongs to the log, however far behind the picture was.
  private static func keepBacklog(
    _ source: inout StreamSource, _ log: inout StreamLog?, _ call: Invocation
  ) throws {
    if source.isReplay { return }
    source.close()
    while !source.isFinished, let record = try source.next(timeout: 500) { log?.append(record, call.console) }
  }

  private static func isPast(_ end: Int64?) -> Bool { end.map { HostClock.monotonic() >= $0 } ?? false }

  /// Measures the closed log as `process` does, and says how the stream went.
  private static func conclude(
    _ log: String, _ live: LiveMeasurement, _ shown: LiveAngle?, _ outputs: MeasurementOutputs,
    _ goniometer: Goniometer,
    _ keeper: MeasurementKeeper?, hasFailed: Bool, _ call: Invocation
  ) async throws -> Answer {
    let result = await ProcessedFile(log) {
      var input = try MeasureRecording.measure(
        RecordingFile(path: log), named: log, at: absolute(log), with: goniometer)
      let written = try outputs.write(input)
      try await keeper?.keep(&input, goniometer)
      // What is kept is the same as from the log alone; the preview concerns only who watched it.
      if let shown, input.measured.measurements.count == 1 {
        input.measured.measurements[0].compare(with: shown)
      }
      return (input, written)
    }
    result.show(on: call.console)
    var answer = ProcessReport(
      results: [result], counts: ProgressState(done: result.failure == nil ? 1 : 0), isStored: keeper != nil,
      isDry: false
    ).answer
    let statistics = StreamReport(live.stream)
    answer.text = statistics.text + "log: \(log)\n" + answer.text
    answer.json["log"] = .string(log)
    answer.json["stream"] = .object(statistics.json)
    if hasFailed { answer.json["error"] = .object(StreamLog.lost(call.request.arguments[0]).json) }
    answer.exit = ExitCode.worst([answer.exit] + (hasFailed ? [.unreachable] : []))
    if answer.exit == .done { answer.exit = .ofStopSignal }
    answer.lines = [answer.envelope(schema: call.request.verb.schema)]
    return answer
  }
}
