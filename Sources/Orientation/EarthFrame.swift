import Inertial

/// Axes of the earth in which a result is given. Inside the package there is only east, north, up.
public enum EarthFrame: String, CaseIterable, Hashable, Sendable, Codable {
  /// x east, y north, z up.
  case enu
  /// x north, y east, z down.
  case ned
  /// x north, y west, z up.
  case nwu

  /// Turns vectors from east, north, up into these axes.
  public var fromENU: Quaternion {
    let r = Double.sqrt(0.5)
    switch self {
    case .enu: return .identity
    case .ned: return Quaternion(0, r, r, 0)
    case .nwu: return Quaternion(r, 0, 0, -r)
    }
  }
}
