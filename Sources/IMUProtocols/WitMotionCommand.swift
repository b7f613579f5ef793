/// Commands to a WitMotion sensor with the 11- or the 20-byte framing: `FF AA reg lo hi`.
///
/// A write counts only between `unlock` and `save`; without `unlock` the sensor ignores it silently. Whoever configures
/// one unlocks, writes, reads back and saves.
public enum WitMotionCommand: Hashable, Sendable {
  case unlock
  case save
  /// Asks for four registers from this one on.
  case read(UInt8)
  case write(UInt8, UInt16)

  public var bytes: [UInt8] {
    switch self {
    case .unlock: [0xFF, 0xAA, WitMotion.Register.unlock, 0x88, 0xB5]
    case .save: [0xFF, 0xAA, WitMotion.Register.save, 0, 0]
    case .read(let register): [0xFF, 0xAA, Self.readRegister, register, 0]
    case .write(let register, let value):
      [0xFF, 0xAA, register, UInt8(truncatingIfNeeded: value), UInt8(value >> 8)]
    }
  }

  private static let readRegister: UInt8 = 0x27

  /// Reads five bytes back; nil when they are no command.
  public init?(_ bytes: some Collection<UInt8>) {
    let b = Array(bytes)
    guard b.count == 5, b[0] == 0xFF, b[1] == 0xAA else { return nil }
    let value = UInt16(b[4]) << 8 | UInt16(b[3])
    switch b[2] {
    case WitMotion.Register.unlock where value == 0xB588: self = .unlock
    case WitMotion.Register.save where value == 0: self = .save
    case Self.readRegister: self = .read(b[3])
    default: self = .write(b[2], value)
    }
  }

  /// The register that the last read command among the bytes asks for.
  static func registerRead(by bytes: [UInt8]) -> UInt8? {
    var found: UInt8?
    var i = 0
    while i + 5 <= bytes.count {
      if case .read(let register)? = WitMotionCommand(bytes[i..<i + 5]) { found = register }
      i += 1
    }
    return found
  }

  /// What is sent to set `registers`, each unlocked, written and read back, then saved.
  public static func configuration(
    _ registers: [(register: UInt8, value: UInt16)]
  ) -> [WitMotionCommand] {
    [.unlock] + registers.flatMap { [.write($0.register, $0.value), .read($0.register)] } + [.save]
  }
}

extension WitMotion {
  /// Output rates [Hz] by the code of register 03.
  public static let rates: [(code: UInt16, rate: Double)] = [
    (1, 0.2), (2, 0.5), (3, 1), (4, 2), (5, 5), (6, 10), (7, 20), (8, 50), (9, 100), (0xA, 125), (0xB, 200),
  ]

  /// Line speeds [baud] by the code of register 04.
  public static let bauds: [(code: UInt16, baud: Int)] = [
    (1, 4800), (2, 9600), (3, 19200), (4, 38400), (5, 57600), (6, 115_200), (7, 230_400), (8, 460_800),
    (9, 921_600),
  ]

  /// Register 03 for exactly this rate [Hz]; nil where the sensor has none.
  public static func rateCode(_ rate: Double) -> UInt16? { rates.first { $0.rate == rate }?.code }

  /// Register 04 for exactly this speed.
  public static func baudCode(_ baud: Int) -> UInt16? { bauds.first { $0.baud == baud }?.code }

  /// Register 02 for these types of frames: bits 0 to 10 are types 50 to 5A.
  public static func contentMask(_ types: [UInt8]) -> UInt16 {
    types.reduce(0) { 0x50...0x5A ~= $1 ? $0 | 1 << UInt16($1 - 0x50) : $0 }
  }

  /// The highest rate [Hz] of the table at which groups of so many frames fit the line; nil when none does.
  public static func highestRate(frames: Int, baud: Int) -> Double? {
    let budget = WireBudget(baud: baud, bytesPerSample: frames * WitMotionReader.frameLength)
    return rates.last { $0.rate <= budget.highestRate }?.rate
  }
}

/// What a line can carry: ten bits a byte (8N1).
public struct WireBudget: Hashable, Sendable {
  public var baud: Int
  /// Of all sensors of the port together.
  public var bytesPerSample: Int

  public init(baud: Int, bytesPerSample: Int) {
    self.baud = baud
    self.bytesPerSample = bytesPerSample
  }

  /// Samples a second that fill the line [Hz].
  public var highestRate: Double { Double(baud) / (10 * Double(bytesPerSample)) }

  public func fits(_ rate: Double) -> Bool { rate <= highestRate }

  /// Share of the line that a rate [Hz] takes; above 1 it does not fit.
  public func use(at rate: Double) -> Double { rate / highestRate }
}
