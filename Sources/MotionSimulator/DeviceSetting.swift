import Inertial

/// Everything that makes the simulated devices of one leg: equal values give equal bytes at equal times.
public struct DeviceSetting: Hashable, Sendable {
  /// How the sensors of thigh and shank reach the host.
  public enum Wiring: String, Hashable, Sendable, CaseIterable {
    /// One sensor on the shank alone, on one port.
    case shank
    /// Two sensors on one port, told apart by an id in every row or frame.
    case ids
    /// Two sensors on one port, sampled at the same instant and sent in one row.
    case wide
    /// Two ports with a device each: thigh first, then shank.
    case ports

    public var portCount: Int { self == .ports ? 2 : 1 }

    /// What is measured behind a port.
    func segments(ofPort port: Int) -> [BodySegment] {
      switch self {
      case .shank: [.shank]
      case .ids, .wide: [.thigh, .shank]
      case .ports: port == 0 ? [.thigh] : [.shank]
      }
    }
  }

  /// A name of `SerialProtocol.all`.
  public var protocolName: String
  public var wiring: Wiring
  public var motion: Motion
  public var side: BodySide
  /// Rows of each sensor a second.
  public var rate: Double
  /// Speed of the wire; nil: USB, which never fills.
  public var baud: Int?
  /// s of motion; afterwards the person is still and the devices go on.
  public var duration: Double
  public var seed: UInt64
  public var errors: SensorErrors
  public var mounting: SensorMounting
  public var faults: DeviceFaults
  /// Those of the second port, where they are others.
  public var shankFaults: DeviceFaults?
  /// What the decoder at the other end is told, in its own words; empty for nothing.
  public var configuration: String
  /// Commands that start and stop a board that prints text; nil: those of its product.
  public var start: [[UInt8]]?
  public var stop: [[UInt8]]?

  public init(
    protocolName: String = "text", wiring: Wiring = .ids, motion: Motion = .squats, side: BodySide = .right,
    rate: Double = 100, baud: Int? = nil, duration: Double = 3600, seed: UInt64,
    errors: SensorErrors = .realistic, mounting: SensorMounting = .arbitrary, faults: DeviceFaults = .none,
    configuration: String = ""
  ) {
    precondition(rate > 0, "a rate above zero")
    self.protocolName = protocolName
    self.wiring = wiring
    self.motion = motion
    self.side = side
    self.rate = rate
    self.baud = baud
    self.duration = duration
    self.seed = seed
    self.errors = errors
    self.mounting = mounting
    self.faults = faults
    self.configuration = configuration
  }

  func faults(ofPort port: Int) -> DeviceFaults { port == 1 ? shankFaults ?? faults : faults }

  /// Device seconds gained on true ones, as a share. With two clocks they part by default: +40 and -30 ppm.
  func drift(ofPort port: Int) -> Double {
    let first = (faults(ofPort: port).drift ?? (wiring == .ports ? 40 : 0)) * 1e-6
    return port == 0 ? first : -0.75 * first
  }
}
