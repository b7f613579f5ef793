import Inertial

/// Where the joint is, seen from both sensors: the lever arms that let both sensors feel the same joint.
///
/// The acceleration of the joint centre from either sensor is c_i = a_i - K_i r_i with K_i = [w_i' x] + [w_i x]²; both
/// must agree in earth axes: R1 c1 = Rz(d) R2 c2. With orientations and heading known this is linear in r1 and r2. It
/// holds for every joint, hinge or not, and its residual sees what inclinations cannot: a wrong heading.
public struct JointCentre: Hashable, Sendable {
  /// From the joint centre to the sensor [m], in its axes. Along a hinge only their difference is known.
  public var thighArm: Vector3
  public var shankArm: Vector3
  /// Standard deviation of each arm's direction about the axis [rad]; infinite for an arm too short to have one.
  public var thighBearingSigma: Double
  public var shankBearingSigma: Double

  /// Beyond this an arm has no direction to rely on [rad].
  static let largestBearingSigma = 0.7
  /// An arm shorter than this has no direction [m].
  static let shortestArm = 0.03

  /// Signed bend of the leg at angle 0 of the hinge [rad]: from the straight continuation of the thigh to the shank,
  /// both taken along the lever arms, about the axis. Sensors in front of or behind the bone falsify it by 20 to 40
  /// degrees.
  /// - Parameter largestSigma: an arm whose direction is less certain has none [rad]; nil takes 0.7.
  /// - Returns: nil when an arm is too short or too uncertain to have a direction.
  public func bendAtZero(_ axes: HingeAxes, largestSigma: Double? = nil) -> Double? {
    let straight = -thighArm.rejected(from: axes.thigh)
    let shank = axes.thighFromShank.rotate(shankArm).rejected(from: axes.thigh)
    let isLong = min(straight.norm, shank.norm) > JointCentre.shortestArm
    guard isLong, max(thighBearingSigma, shankBearingSigma) <= largestSigma ?? Self.largestBearingSigma else {
      return nil
    }
    return Double.atan2(straight.cross(shank).dot(axes.thigh), straight.dot(shank))
  }

  /// Whether a leg at rest sits: the thigh level, the shank upright. false for one that stands or lies straight.
  ///
  /// - Parameters:
  ///   - thighUp: up direction in the thigh sensor in that pose; `shankUp` in the shank sensor.
  /// - Returns: nil where the arms or gravity, along the axis, do not tell.
  public func sits(_ axes: HingeAxes, thighUp: Vector3, shankUp: Vector3) -> Bool? {
    guard max(thighBearingSigma, shankBearingSigma) <= Self.largestBearingSigma else { return nil }
    func tilt(_ arm: Vector3, _ vertical: Vector3, _ axis: Vector3) -> Double? {
      let (arm, vertical) = (arm.rejected(from: axis), vertical.rejected(from: axis))
      return vertical.norm > 0.5 ? arm.angle(to: vertical) : nil
    }
    guard let thigh = tilt(thighArm, thighUp, axes.thigh), let shank = tilt(shankArm, -shankUp, axes.shank)
    else {
      return nil
    }
    let lead = (thigh - shank) * 180 / Double.pi
    return lead > 45 ? true : abs(lead) < 30 ? false : nil
  }
}
