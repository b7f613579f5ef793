import Inertial
import JSONText
import MotionSimulator
import Recordings
import SerialPorts

/// `simulate device`: a board with two sensors behind a pseudo terminal, in real time, until it is stopped.
enum SimulateDeviceVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let request = call.request
    let truth = request.text("truth").map { Destination(path: $0, force: request.has("force"), inputs: []) }
    try truth?.check()
    var device = device(request)
    StopSignal.watch()
    var pacer = DevicePacer(try PseudoTerminal(link: request.text("link")))
    try announce(pacer.path, device, call)

    try pacer.waitForReader(atMost: request.number("duration"))
    var reached = 0.0
    try pacer.run(duration: request.number("duration")) { time in
      reached = time
      return device.bytes(until: time)
    }
    try truth?.write { output throws(RecordingError) in
      let times = (0...Int(reached * device.rate)).map { Double($0) / device.rate }
      try AngleFile.append(time: times, flexionDegrees: times.map { device.truth(at: $0) }, to: &output)
    }
    call.console.note("sent \(pacer.bytesWritten) bytes, \(pacer.linesDropped) lines that nobody read")
    return .printed(exit: ExitCode.ofStopSignal)
  }

  private static func device(_ request: Request) -> SimulatedDevice {
    SimulatedDevice(
      motion: request.text("motion").flatMap { Motion(rawValue: $0) } ?? .squats,
      side: request.text("side").flatMap { BodySide(rawValue: $0) } ?? .left,
      rate: request.number("rate") ?? 100, duration: request.number("duration") ?? 3600,
      seed: UInt64(request.integer("seed") ?? 1), faults: faults(request.list("faults")))
  }

  private static func faults(_ names: [String]) -> DeviceFaults {
    var faults = DeviceFaults()
    if names.contains("garbage") { faults.garbageAtStart = 200 }
    if names.contains("byte-loss") { faults.byteLoss = 1e-3 }
    if names.contains("stalls") { faults.stalls = (1...600).map { Double($0) * 10...Double($0) * 10 + 0.5 } }
    return faults
  }

  /// The first thing on standard output, before any byte goes to the port: others wait for it.
  private static func announce(_ path: String, _ device: SimulatedDevice, _ call: Invocation) throws {
    let json: JSONObject = [
      "port": .string(path), "seed": .optional(call.request.integer("seed")),
      "rate_hz": .fixed(device.rate, decimals: 3), "motion": .optional(call.request.text("motion")),
      "side": .optional(call.request.text("side")),
      "clock_start_s": .fixed(Double(device.deviceTime(at: 0)) * 1e-9, decimals: 6),
    ]
    switch call.console.style {
    case .text: try call.console.write("port \(path)\n")
    case .json, .jsonLines:
      try call.console.write(Answer(text: "", json: json).envelope(schema: call.request.verb.schema))
    }
  }
}

extension ExitCode {
  /// The code of a run that a signal may have asked to stop.
  static var ofStopSignal: ExitCode {
    switch StopSignal.received {
    case nil: .done
    case 2?: .interrupted
    default: .terminated
    }
  }
}
