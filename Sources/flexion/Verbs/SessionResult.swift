import Assessment
import Care
import Goniometry
import JSONText
import Recordings

/// What comes of a session: the measurement over its closed log, kept as `process` keeps it, and how the stream went.
enum SessionResult {
  static func conclude(
    _ session: borrowing PortSession, _ outputs: MeasurementOutputs, _ goniometer: Goniometer,
    _ keeper: MeasurementKeeper?, _ call: Invocation
  ) async throws -> Answer {
    let log = session.logPath, shown = session.shown, lost = session.lostPort, isBroken = session.isBroken
    let logFailure = session.logFailure, taps = session.tapCheck
    let statistics = StreamReport(session.live.stream)
    statistics.tellRejected(to: call.console)
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
    answer.text = statistics.text + (taps.map { $0.text + "\n" } ?? "") + "log: \(log)\n" + answer.text
    answer.json["log"] = .string(log)
    answer.json["stream"] = .object(statistics.json)
    if let taps { answer.json["tap"] = taps.json }
    if let logFailure { answer.json["error"] = .object(logFailure.json) }
    if let lost { answer.json["error"] = .object(StreamLog.lost(lost).json) }
    answer.exit = ExitCode.worst(
      [answer.exit] + (lost == nil ? [] : [.unreachable])
        + (isBroken || logFailure != nil ? [.inputOutput] : []))
    if answer.exit == .done { answer.exit = .ofStopSignal }
    answer.lines = [answer.envelope(schema: call.request.verb.schema)]
    return answer
  }
}
