import Goniometry
import SerialPorts

/// `stream`: the knee live, the raw log beside it, and at the end the measurement over the closed log.
enum StreamVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let paths = call.request.arguments
    try OutputPaths.check(call, inputs: paths)
    let goniometer = try await Goniometer(call)
    let keeper = try MeasurementKeeper(call)
    StopSignal.watch()
    var session = try PortSession(
      paths, side: call.request.text("side"), calibrations: goniometer.parameters.calibrations, call)
    let outputs = try MeasurementOutputs(call.request, recordings: [session.logPath])
    if call.request.has("tap") { try TapStep.run(&session, call) }
    if call.request.has("wiggle") { try WiggleStep.run(&session, call) }
    let isReplay = session.isReplay
    let end = call.request.number("until").map { HostClock.monotonic() + Int64($0 * 1e9) }
    try session.run { !isReplay && end.map { HostClock.monotonic() >= $0 } ?? false }
    try session.close()
    return try await SessionResult.conclude(session, outputs, goniometer, keeper, call)
  }
}
