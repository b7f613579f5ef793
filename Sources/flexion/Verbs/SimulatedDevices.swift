import DecimalText
import IMUProtocols
import Inertial
import MotionSimulator
import SerialPorts

/// What `simulate device` was asked to play.
enum SimulatedDevices {
  static func setting(_ request: Request) throws -> DeviceSetting {
    let (faults, shankFaults) = try faults(request.list("faults"))
    var setting = DeviceSetting(
      protocolName: request.text("protocol") ?? "text",
      motion: request.text("motion").flatMap { Motion(rawValue: $0) } ?? .squats,
      side: request.text("side").flatMap { BodySide(rawValue: $0) } ?? .left,
      rate: request.number("rate") ?? 100, baud: request.integer("baud"),
      duration: request.number("duration") ?? 3600, seed: UInt64(request.integer("seed") ?? 1),
      faults: faults)
    if let file = request.text("device") { try follow(file, &setting) }
    setting.protocolName = SerialProtocol.named(setting.protocolName)?.name ?? setting.protocolName
    setting.shankFaults = shankFaults
    setting.wiring = try wiring(request, setting)
    return setting
  }

  /// As a device file says; flags beat it.
  private static func follow(_ file: String, _ setting: inout DeviceSetting) throws {
    let described = try DeviceFile.read(file, stated: setting.protocolName)
    if setting.protocolName == "text", let name = described.protocolName { setting.protocolName = name }
    setting.baud = setting.baud ?? described.baud
    setting.configuration = described.decoder
    (setting.start, setting.stop) = (described.start, described.stop)
  }

  /// Faults of both ports; those behind `thigh.` or `shank.` are of one.
  private static func faults(_ texts: [String]) throws -> (DeviceFaults, DeviceFaults) {
    var thigh = DeviceFaults(), shank = thigh
    for word in texts.flatMap({ $0.split(separator: ",") }) {
      let (isThigh, isShank) = (word.hasPrefix("thigh."), word.hasPrefix("shank."))
      let fault = String(word.dropFirst(isThigh || isShank ? 6 : 0))
      do {
        if !isShank { try thigh.add(fault) }
        if !isThigh { try shank.add(fault) }
      } catch { throw refusal(error, fault) }
    }
    return (thigh, shank)
  }

  /// As asked; else both sensors on one port, or where the protocol has one sensor a port, the shank alone.
  private static func wiring(_ request: Request, _ setting: DeviceSetting) throws -> DeviceSetting.Wiring {
    let stated = request.text("wiring").flatMap { DeviceSetting.Wiring(rawValue: $0) }
    let isTwo = request.integer("devices") == 2
    if isTwo, let stated, stated != .ports {
      throw UsageError.contradiction(
        "`--devices 2` is two ports, `--wiring \(stated.rawValue)` is one", hint: "leave one of them out")
    }
    if isTwo { return .ports }
    if let stated { return stated }
    var both = setting
    both.wiring = .ids
    return (try? DeviceRig(both)) == nil ? .shank : .ids
  }

  static func rig(_ setting: DeviceSetting, paths: [String]) throws -> DeviceRig {
    do { return try DeviceRig(setting, paths: paths) } catch { throw refusal(error, setting.protocolName) }
  }

  /// What each port must carry; refuses a rate that its wire cannot.
  static func wires(_ setting: DeviceSetting) throws -> [DeviceWire?] {
    let wires: [DeviceWire?]
    do { wires = try DeviceWire.all(of: setting) } catch { throw refusal(error, setting.protocolName) }
    for wire in wires.compactMap(\.self) where !wire.fits(setting.rate) {
      throw SerialPortError.doesNotFit(
        rate: setting.rate, baud: wire.baud ?? 0, highest: floor(wire.highestRate ?? 0))
    }
    return wires
  }

  /// A tenth that is surely not too much [Hz].
  static func floor(_ rate: Double) -> Double { (rate * 10).rounded(.down) / 10 }

  private static func refusal(_ error: DeviceError, _ text: String) -> UsageError {
    switch error {
    case .unknownFault(let name):
      let names = DeviceFaultName.allCases.map(\.rawValue)
      let known = name.prefix { $0 != ":" && $0 != "@" }
      let nearest = NearestName.of(String(known), in: names).map { " (did you mean \($0)?)" } ?? ""
      return .invalidValue(
        flag: "faults", value: name, expected: "one of " + names.joined(separator: ", ") + nearest)
    case .faultValue(let name, let value):
      return .invalidValue(
        flag: "faults", value: "\(name.rawValue):\(value)",
        expected: "\(name.rawValue) with \(name.expected)")
    case .faultMoment(let name, let value):
      return .invalidValue(
        flag: "faults", value: "\(name.rawValue)@\(value)",
        expected: name.isMoment
          ? "\(name.rawValue)@SECONDS" : "\(name.rawValue) without @: it is there all the time")
    case .unknownProtocol(let name):
      return .invalidValue(
        flag: "protocol", value: name, expected: SerialProtocol.all.map(\.name).joined(separator: ", "))
    case .wiring(let wiring, let name):
      return .contradiction(
        "a \(name) device does not send two sensors as `\(wiring.rawValue)`",
        hint: "try `--devices 2`, or `--wiring shank`")
    }
  }
}

extension DeviceRig {
  /// Times [s] of the rows of the truth up to `end`.
  func truthTimes(until end: Double) -> [Double] {
    (0...Int((end * setting.rate).rounded(.down))).map { Double($0) / setting.rate }
  }
}
