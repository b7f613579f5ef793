import IMUProtocols

/// Sets how often a sensor sends, in the words of its protocol, and measures what came of it.
public struct RateSetting: Hashable, Sendable {
  /// Samples a second [Hz].
  public var rate: Double
  /// Name in `SerialProtocol.all`.
  public var protocolName: String
  /// What a sample takes at present, as measured; a WitMotion sensor goes on with the same contents. nil: as usual.
  public var bytesPerSample: Double?
  /// Whether the speed of the port limits the rate; it does not where a board has its own USB.
  public var isLimitedBySpeed: Bool

  public init(
    rate: Double, protocolName: String, bytesPerSample: Double? = nil, isLimitedBySpeed: Bool = true
  ) {
    self.rate = rate
    self.protocolName = protocolName
    self.bytesPerSample = bytesPerSample
    self.isLimitedBySpeed = isLimitedBySpeed
  }

  /// Checks the line first, sends the commands, and measures for `seconds`, or as long as four samples take. Answers may
  /// be missing, and registers may keep their values: what counts is the measured rate, and a command without effect is
  /// no error.
  ///
  /// Throws `SerialPortError`: the settings do not fit, or the port is lost.
  public func write(to port: inout PortDialogue, measuring seconds: Double = 1.5) throws -> RateCheck {
    switch protocolName {
    case "witmotion", "witmotion_ble20": try writeWitMotion(to: &port)
    case "xsens": try writeXsens(to: &port)
    case "ximu3_ascii", "ximu3_binary": try writeXIMU3(to: &port)
    default: throw SerialPortError.notSettable(protocolName)
    }
    guard let decoder = try SerialProtocol.named(protocolName)?.makeDecoder("") else {
      throw SerialPortError.notSettable(protocolName)
    }
    // What was under way at the rate before does not count.
    _ = try port.measuredRate(decoder, seconds: 0.3)
    return RateCheck(asked: rate, measured: try port.measuredRate(decoder, seconds: max(seconds, 4 / rate)))
  }

  /// A frame takes 11 bytes.
  private func writeWitMotion(to port: inout PortDialogue) throws {
    var settings = WitMotionSettings(rate: rate)
    if let bytesPerSample { settings.presentFrames = max(1, Int((bytesPerSample / 11).rounded())) }
    settings.isLimitedBySpeed = isLimitedBySpeed
    do { try settings.write(to: &port) } catch SerialPortError.notReadBack {}
  }

  /// Refuses what the line cannot carry, with the highest of the device's rates that fits.
  private func checkBudget(_ bytes: Int, baud: Int, rates: [Double]) throws(SerialPortError) {
    let budget = WireBudget(baud: baud, bytesPerSample: bytes)
    guard isLimitedBySpeed, !budget.fits(rate) else { return }
    let highest = rates.filter { budget.fits($0) }.max() ?? budget.highestRate
    throw .doesNotFit(rate: rate, baud: baud, highest: highest)
  }

  /// 400 Hz divided by a whole number. An inertial message takes 34 bytes, and as text about 80.
  private func writeXIMU3(to port: inout PortDialogue) throws {
    let divisor = XIMU3Command.divisor(forRate: rate)
    let nearest = XIMU3Command.baseRate / Double(divisor)
    guard abs(nearest - rate) <= 0.01 * rate else {
      throw SerialPortError.unknownRate(rate, nearest: nearest)
    }
    let rates = (1...400).map { XIMU3Command.baseRate / Double($0) }
    let bytes = protocolName == "ximu3_binary" ? 34 : 80
    try checkBudget(bytes, baud: port.setup.settings.baud, rates: rates)
    let command = XIMU3Command.inertialRateDivisor(divisor).bytes
    _ = try port.ask(PortCommand("rate", command, acknowledge: .answering(command)))
  }

  /// Settings, contents, data again. A message of time, rate and force takes 49 bytes.
  private func writeXsens(to port: inout PortDialogue) throws {
    let rates: [Double] = [1, 2, 4, 5, 8, 10, 16, 20, 25, 40, 50, 80, 100, 200, 400]
    guard rates.contains(rate) else {
      let nearest = rates.min { abs($0 - rate) < abs($1 - rate) } ?? 100
      throw SerialPortError.unknownRate(rate, nearest: nearest)
    }
    try checkBudget(49, baud: port.setup.settings.baud, rates: rates)
    for command in [XsensCommand.goToConfig, .inertial(rate: UInt16(rate)), .goToMeasurement] {
      _ = try port.ask(PortCommand("rate", command.bytes, acknowledge: .answering(command.bytes)))
    }
  }
}
