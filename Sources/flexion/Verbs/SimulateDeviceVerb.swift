import DecimalText
import IMUProtocols
import Inertial
import JSONText
import MotionSimulator
import Recordings
import SerialPorts

/// `simulate device`: the devices of a leg behind pseudo terminals, in real time, until they are stopped; or the raw log
/// that they would have left.
enum SimulateDeviceVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let request = call.request
    let truth = request.text("truth").map { Destination(path: $0, force: request.has("force"), inputs: []) }
    try truth?.check()
    let setting = try SimulatedDevices.setting(request)
    // Refused before a port or a log appears.
    let wires = try SimulatedDevices.wires(setting)
    StopSignal.watch()
    if let path = request.text("log") { return try log(setting, wires, path, truth, call) }

    let links = request.list("link")
    var player = try PortPlayer(links: try Self.links(links, setting))
    var rig = try SimulatedDevices.rig(setting, paths: player.paths)
    try announce(player.paths, rig, wires, call)
    try player.waitForReader(atMost: request.number("duration"))
    try player.run(
      &rig, duration: request.number("duration"),
      moved: { _, path in tell(path, call) })
    try write(truth, rig, until: player.elapsed)
    call.console.note(
      "sent \(player.bytesWritten) bytes, \(player.chunksDropped) chunks that nobody read, "
        + "\(rig.devices.reduce(0) { $0 + $1.rowsDropped }) rows that found the wire full")
    return .printed(exit: ExitCode.ofStopSignal)
  }

  /// A port that came back under another path: people and scripts that read lines get another `port PATH`; JSON is one
  /// value, so there it is a note.
  private static func tell(_ path: String, _ call: Invocation) {
    guard call.console.style == .text else { return call.console.note("port \(path)") }
    try? call.console.write("port \(path)\n")
  }

  private static func links(_ links: [String], _ setting: DeviceSetting) throws -> [String?] {
    let count = setting.wiring.portCount
    guard links.count <= count else {
      throw UsageError.contradiction(
        "\(links.count) links are named for \(count) \(count == 1 ? "port" : "ports")",
        hint: "say --link once a port; two ports come with --devices 2")
    }
    return (0..<count).map { links.indices.contains($0) ? links[$0] : nil }
  }

  private static func log(
    _ setting: DeviceSetting, _ wires: [DeviceWire?], _ path: String, _ truth: Destination?,
    _ call: Invocation
  ) throws -> Answer {
    guard let duration = call.request.number("duration") else {
      throw UsageError.contradiction("a log needs an end", hint: "say --duration SECONDS with --log")
    }
    let names = setting.wiring == .ports ? ["simulated-thigh", "simulated-shank"] : ["simulated"]
    var rig = try SimulatedDevices.rig(setting, paths: names)
    let written = try SimulatedLog.write(&rig, to: path, duration: duration, force: call.request.has("force"))
    try write(truth, rig, until: written.seconds)
    var json = facts([], rig, wires, call)
    json["log"] = .string(path)
    json["bytes"] = .integer(written.bytes)
    return Answer(text: "log \(path)\nseed \(setting.seed)\n" + words(wires), json: json, exit: .ofStopSignal)
  }

  private static func write(_ truth: Destination?, _ rig: DeviceRig, until end: Double) throws {
    try truth?.write { output throws(RecordingError) in
      let times = rig.truthTimes(until: end)
      try AngleFile.append(time: times, flexionDegrees: times.map(rig.truth), to: &output)
    }
  }

  /// The first thing on standard output, before any byte goes to a port: others wait for it.
  private static func announce(
    _ paths: [String], _ rig: DeviceRig, _ wires: [DeviceWire?], _ call: Invocation
  ) throws {
    switch call.console.style {
    case .text:
      var text = paths.map { "port \($0)\n" }.joined()
      for (port, path) in paths.enumerated() where paths.count > 1 {
        if let segment = rig.segment(ofPort: port) { text += "\(segment.rawValue) \(path)\n" }
      }
      try call.console.write(text + "seed \(rig.setting.seed)\n" + words(wires))
    case .json, .jsonLines:
      let answer = Answer(text: "", json: facts(paths, rig, wires, call))
      try call.console.write(answer.envelope(schema: call.request.verb.schema))
    }
  }

  /// "wire 44 bytes a sample, at most 261.8 Hz at 115200 baud", once for ports that are alike.
  private static func words(_ wires: [DeviceWire?]) -> String {
    var lines: [String] = []
    for wire in wires.compactMap(\.self) {
      var line = "wire \(wire.bytesPerSample) bytes a sample"
      if let baud = wire.baud, let highest = wire.highestRate {
        line +=
          ", at most \(DecimalText.fixed(SimulatedDevices.floor(highest), decimals: 1)) Hz at \(baud) baud"
      }
      if !lines.contains(line) { lines.append(line) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static func facts(
    _ paths: [String], _ rig: DeviceRig, _ wires: [DeviceWire?], _ call: Invocation
  ) -> JSONObject {
    let setting = rig.setting
    let ports = paths.enumerated().map { port, path in
      JSONValue.object([
        "port": .string(path), "segment": .optional(rig.segment(ofPort: port)?.rawValue),
        "clock_start_s": .fixed(Double(rig.devices[port].deviceTime(at: 0)) * 1e-9, decimals: 6),
      ])
    }
    // Of the ports the one that fills first.
    let full = wires.compactMap(\.self).max { $0.bytesPerSample < $1.bytesPerSample }
    return [
      "port": .optional(paths.first), "ports": .array(ports), "seed": .integer(Int(setting.seed)),
      "protocol": .string(setting.protocolName), "wiring": .string(setting.wiring.rawValue),
      "rate_hz": .fixed(setting.rate, decimals: 3), "baud": .optional(setting.baud),
      "bytes_per_sample": .optional(full?.bytesPerSample),
      "highest_hz": .optional(
        wires.compactMap { $0?.highestRate }.min().map(SimulatedDevices.floor), decimals: 1),
      "motion": .string(setting.motion.rawValue), "side": .string(setting.side.rawValue),
      "clock_start_s": .fixed(Double(rig.devices[0].deviceTime(at: 0)) * 1e-9, decimals: 6),
    ]
  }
}

extension DeviceRig: PortPlayer.Devices {}

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
