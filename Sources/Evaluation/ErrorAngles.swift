import Inertial

/// How far an estimated orientation is from the reference, seen from the earth; each angle 0...pi [rad].
///
/// From e = q_estimate q_reference*, the error in earth axes. The arctangents lose no digits near 0.
public struct ErrorAngles: Hashable, Sendable {
  /// Angle of the whole error.
  public var total: Double
  /// Part about the vertical.
  public var heading: Double
  /// Part that tilts.
  public var inclination: Double

  /// Not finite where either orientation is not; the length of neither matters.
  public init(estimate: Quaternion, reference: Quaternion) {
    self.init((estimate * reference.conjugate).normalized)
  }

  init(_ error: Quaternion) {
    let tilt = Double.hypot(error.x, error.y)
    total = 2 * Double.atan2(Double.hypot(tilt, error.z), abs(error.w))
    heading = 2 * Double.atan2(abs(error.z), abs(error.w))
    inclination = 2 * Double.atan2(tilt, Double.hypot(error.w, error.z))
  }
}
