import Inertial

/// What the three framings of WitMotion sensors share: registers, scales, the meaning of counts (serial.md 4.1).
public enum WitMotion {
  /// Registers by the names of the maker.
  public enum Register {
    public static let save: UInt8 = 0x00
    public static let content: UInt8 = 0x02
    public static let rate: UInt8 = 0x03
    public static let baud: UInt8 = 0x04
    public static let bandwidth: UInt8 = 0x1F
    public static let rateRange: UInt8 = 0x20
    public static let forceRange: UInt8 = 0x21
    public static let algorithm: UInt8 = 0x24
    public static let force: UInt8 = 0x34
    public static let angularRate: UInt8 = 0x37
    public static let field: UInt8 = 0x3A
    public static let angle: UInt8 = 0x3D
    public static let quaternion: UInt8 = 0x51
    public static let unlock: UInt8 = 0x69
  }

  /// Frames of the 11-byte framing by their type byte.
  public enum FrameType {
    public static let clock: UInt8 = 0x50
    public static let force: UInt8 = 0x51
    public static let angularRate: UInt8 = 0x52
    public static let angle: UInt8 = 0x53
    public static let field: UInt8 = 0x54
    public static let quaternion: UInt8 = 0x59
    public static let registers: UInt8 = 0x5F
  }

  /// A count this far out stands at the rail of its sensor.
  static let saturation = 32760

  static func isSaturated(_ counts: (Int16, Int16, Int16)) -> Bool {
    max(abs(Int(counts.0)), abs(Int(counts.1)), abs(Int(counts.2))) >= saturation
  }

  /// Names for what a port delivers.
  static func name(ofFrameType type: UInt32) -> String {
    let names: [String] = [
      "time", "acceleration", "rate", "angle", "field", "ports", "pressure", "position", "velocity",
      "quaternion", "GPS accuracy",
    ]
    if 0x50...0x5A ~= type { return names[Int(type) - 0x50] }
    switch type {
    case 0x5F, 0x71: return "register reply"
    case 0x61: return "acceleration, rate, angle"
    default: return "type " + String(type, radix: 16, uppercase: true)
    }
  }
}

/// What 32768 counts of a WitMotion sensor mean.
public struct WitMotionRanges: Hashable, Sendable {
  /// Full scale of the gyroscope [rad/s].
  public var angularRate: Double
  /// Full scale of the accelerometer [m/s²].
  public var specificForce: Double

  public init(
    angularRate: Double = 2000 * .pi / 180, specificForce: Double = 16 * .standardGravity
  ) {
    self.angularRate = angularRate
    self.specificForce = specificForce
  }

  /// Full scales by the code in their registers, as newer models document them; unconfirmed on hardware.
  static let angularRates: [Double] = [250, 500, 1000, 2000].map { $0 * .pi / 180 }
  static let specificForces: [Double] = [2, 4, 8, 16].map { $0 * .standardGravity }
}
