import Inertial

/// The range of the hinge as the lever arms of both sensors see it: 0 is a straight leg, roughly.
///
/// A knee bends one way only and stops when it is straight, so that one end of every range that reaches extension lies near 0.
/// Sensors sit beside or before the bone and not behind it: a straight leg looks hyperextended, by 0 to 40 degrees.
struct BendRange {
  /// Bend at the 2nd and 98th percentile of the angle [rad], the middle within half a turn of straight.
  let low, high: Double

  /// Bend along the lever arms of a straight leg [rad].
  static let straight = -12 * Double.pi / 180

  /// - Parameters:
  ///   - angle: about the hinge [rad], of either sign; `nan` does not count.
  ///   - bendAtZero: `JointCentre.bendAtZero` of the same hinge.
  /// - Returns: nil without a finite angle.
  init?(angle: [Double], bendAtZero: Double) {
    let finite = angle.filter(\.isFinite)
    guard !finite.isEmpty else { return nil }
    let first = percentile(0.02, of: finite)
    let last = percentile(0.98, of: finite)
    let middle: Double = (first + last) / 2
    let shift: Double = Double.wrapAngle(middle + bendAtZero) - middle
    low = first + shift
    high = last + shift
  }

  /// Distance of the extended end from straight [rad] when the angle counts flexion positive, and when it is reversed.
  var asIs: Double { abs(low - Self.straight) }
  var reversed: Double { abs(-high - Self.straight) }

  /// Of the better sign.
  var fromStraight: Double { min(asIs, reversed) }
}
