import Glibc
import IMUProtocols

/// How a port is set up: 8 data bits, no parity, 1 stop bit, no flow control, at a speed.
public struct LineSettings: Hashable, Sendable {
  /// [baud]
  public var baud: Int
  /// Lowers DTR and RTS after opening, for boards that reset on them.
  public var keepsControlLinesLow: Bool

  public init(baud: Int = 115_200, keepsControlLinesLow: Bool = false) {
    self.baud = baud
    self.keepsControlLinesLow = keepsControlLinesLow
  }

  /// "115200 8N1"
  public var text: String { "\(baud) 8N1" }

  /// Highest rate [Hz] of samples of `bytes` bytes each that the wire carries: 10 bits a byte.
  public func highestRate(bytesPerSample bytes: Int) -> Double {
    WireBudget(baud: baud, bytesPerSample: bytes).highestRate
  }

  static let standardSpeeds: [(baud: Int, constant: speed_t)] = [
    (4800, speed_t(B4800)), (9600, speed_t(B9600)), (19_200, speed_t(B19200)), (38_400, speed_t(B38400)),
    (57_600, speed_t(B57600)), (115_200, speed_t(B115200)), (230_400, speed_t(B230400)),
    (460_800, speed_t(B460800)), (500_000, speed_t(B500000)), (921_600, speed_t(B921600)),
    (1_000_000, speed_t(B1000000)), (1_500_000, speed_t(B1500000)), (2_000_000, speed_t(B2000000)),
    (3_000_000, speed_t(B3000000)), (4_000_000, speed_t(B4000000)),
  ]

  var nearestStandardSpeed: Int {
    Self.standardSpeeds.min { abs($0.baud - baud) < abs($1.baud - baud) }!.baud
  }
}
