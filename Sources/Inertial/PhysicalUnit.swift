/// A unit that a source may claim for a vector column. Inside, everything is SI.
public enum PhysicalUnit: Hashable, Sendable {
  case metrePerSecondSquared, standardGravity, milliGravity
  case radianPerSecond, degreePerSecond, millidegreePerSecond
  case microtesla, millitesla, nanotesla, gauss, milligauss
  /// Raw converter counts: so many counts a g, or a degree per second.
  case countsPerGravity(Double), countsPerDegreePerSecond(Double)

  public enum Quantity: Hashable, Sendable { case specificForce, angularRate, magneticField }

  public var quantity: Quantity {
    switch self {
    case .metrePerSecondSquared, .standardGravity, .milliGravity, .countsPerGravity: .specificForce
    case .radianPerSecond, .degreePerSecond, .millidegreePerSecond, .countsPerDegreePerSecond: .angularRate
    case .microtesla, .millitesla, .nanotesla, .gauss, .milligauss: .magneticField
    }
  }

  /// Factor to m/s², rad/s or µT.
  public var scaleToSI: Double {
    switch self {
    case .metrePerSecondSquared, .radianPerSecond, .microtesla: 1
    case .standardGravity: .standardGravity
    case .milliGravity: .standardGravity / 1000
    case .degreePerSecond: .pi / 180
    case .millidegreePerSecond: .pi / 180_000
    case .millitesla: 1000
    case .nanotesla: 0.001
    case .gauss: 100
    case .milligauss: 0.1
    case .countsPerGravity(let counts): .standardGravity / counts
    case .countsPerDegreePerSecond(let counts): .pi / 180 / counts
    }
  }

  /// How the unit is printed in reports and headings.
  public var symbol: String {
    switch self {
    case .metrePerSecondSquared: "m/s^2"
    case .standardGravity: "g"
    case .milliGravity: "mg"
    case .radianPerSecond: "rad/s"
    case .degreePerSecond: "deg/s"
    case .millidegreePerSecond: "mdps"
    case .microtesla: "uT"
    case .millitesla: "mT"
    case .nanotesla: "nT"
    case .gauss: "G"
    case .milligauss: "mG"
    case .countsPerGravity: "lsb/g"
    case .countsPerDegreePerSecond: "lsb/(deg/s)"
    }
  }
}
