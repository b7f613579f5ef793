import IMUProtocols

/// What a WitMotion sensor is to send, written into it: unlock, write, read back, save.
public struct WitMotionSettings: Hashable, Sendable {
  /// Samples a second [Hz]; nil: as it is.
  public var rate: Double?
  /// Types of the frames of a sample: 51 acceleration, 52 rate, 53 angle; nil: as they are.
  public var content: [UInt8]?
  /// Speed of the sensor from now on [baud]; nil: as it is.
  public var baud: Int?
  /// Orientation without the magnetometer.
  public var withoutField: Bool

  public init(rate: Double? = nil, content: [UInt8]? = nil, baud: Int? = nil, withoutField: Bool = false) {
    self.rate = rate
    self.content = content
    self.baud = baud
    self.withoutField = withoutField
  }

  /// Frames of a sample where the content stays as it is.
  public var presentFrames = 4
  /// Whether the speed of the port limits the rate; it does not where a board has its own USB.
  public var isLimitedBySpeed = true

  /// Registers and values, the rate last. Checked before anything is sent: `present` is the speed of the port [baud].
  func registers(at present: Int) throws(SerialPortError) -> [(register: UInt8, value: UInt16)] {
    var registers: [(register: UInt8, value: UInt16)] = []
    let frames = content?.count ?? presentFrames, line = baud ?? present
    if let content { registers.append((WitMotion.Register.content, WitMotion.contentMask(content))) }
    if withoutField { registers.append((WitMotion.Register.algorithm, 1)) }
    guard let rate else { return registers }
    guard let code = WitMotion.rateCode(rate) else {
      let nearest = WitMotion.rates.map(\.rate).min { abs($0 - rate) < abs($1 - rate) }
      throw .unknownRate(rate, nearest: nearest ?? 0)
    }
    let budget = WireBudget(baud: line, bytesPerSample: 11 * frames)
    guard !isLimitedBySpeed || budget.fits(rate) else {
      let highest = WitMotion.highestRate(frames: frames, baud: line)
      throw .doesNotFit(rate: rate, baud: line, highest: highest ?? budget.highestRate)
    }
    registers.append((WitMotion.Register.rate, code))
    return registers
  }

  /// Writes the settings, reads each back, and saves them. Nothing is sent when something does not fit.
  public func write(to port: inout PortDialogue) throws {
    let registers = try registers(at: port.setup.settings.baud)
    for (register, value) in registers {
      let read = PortCommand(
        "register \(register)", WitMotionCommand.read(register).bytes,
        acknowledge: .witMotion(register: register))
      let write = [WitMotionCommand.unlock.bytes, WitMotionCommand.write(register, value).bytes]
      guard let answer = try port.ask(read, before: write) else {
        throw SerialPortError.notReadBack(register: register, wanted: value, found: nil)
      }
      let found = Acknowledge.witMotionValue(answer)
      guard found == value else {
        throw SerialPortError.notReadBack(register: register, wanted: value, found: found)
      }
    }
    if let baud { try changeSpeed(to: baud, of: &port) }
    try port.send(WitMotionCommand.unlock.bytes)
    try port.send(WitMotionCommand.save.bytes)
  }

  /// The sensor changes at once, so the port follows before anything is read back.
  private func changeSpeed(to baud: Int, of port: inout PortDialogue) throws {
    guard let code = WitMotion.baudCode(baud) else { throw SerialPortError.unknownSpeed(baud) }
    try port.send(WitMotionCommand.unlock.bytes)
    try port.send(WitMotionCommand.write(WitMotion.Register.baud, code).bytes)
    try port.setSpeed(baud)
    let read = PortCommand(
      "speed", WitMotionCommand.read(WitMotion.Register.baud).bytes,
      acknowledge: .witMotion(register: WitMotion.Register.baud))
    guard let answer = try port.ask(read), Acknowledge.witMotionValue(answer) == code else {
      throw SerialPortError.notReadBack(register: WitMotion.Register.baud, wanted: code, found: nil)
    }
  }
}

/// What a rate turned out to be after a command.
public struct RateCheck: Hashable, Sendable {
  /// [Hz]
  public let asked: Double
  /// [Hz]; nil when nothing came.
  public let measured: Double?

  public init(asked: Double, measured: Double?) {
    self.asked = asked
    self.measured = measured
  }

  /// Within 10 %, as steady as a device clock is read over a second or two.
  public var hasEffect: Bool { measured.map { abs($0 - asked) <= 0.1 * asked } ?? false }
}
