import Inertial

/// The turn of the shank against the thigh about the hinge.
///
/// A twist, not a difference of Euler angles: it has no singular pose and hardly sees the two other angles.
public enum HingeAngle {
  /// The angle of one instant [rad], in (-pi, pi].
  public static func flexion(axes: HingeAxes, thigh: Quaternion, shank: Quaternion, heading: Double) -> Double
  {
    twist(
      axes: axes, shankFromThighZero: axes.thighFromShank.conjugate, thigh: thigh, shank: shank,
      heading: heading)
  }

  /// The angle row by row [rad], continuous over any number of turns; `nan` where an orientation is not finite.
  ///
  /// The zero is the pose of `HingeAxes.thighFromShank`, arbitrary until a zero is taken from it.
  public static func flexion(
    axes: HingeAxes, thigh: SegmentMotion, shank: SegmentMotion, heading: [Double]
  ) -> [Double] {
    let zero = axes.thighFromShank.conjugate
    let count = min(thigh.count, shank.count, heading.count)
    var unwrap = Unwrap()
    return (0..<count).map { row in
      unwrap(
        twist(
          axes: axes, shankFromThighZero: zero, thigh: thigh.earthFromSensor[row],
          shank: shank.earthFromSensor[row], heading: heading[row]))
    }
  }

  private static func twist(
    axes: HingeAxes, shankFromThighZero: Quaternion, thigh: Quaternion, shank: Quaternion, heading: Double
  ) -> Double {
    let turn = Quaternion(axis: .unitZ, angle: heading)
    return (thigh.conjugate * turn * shank * shankFromThighZero).twist(about: axes.thigh)
  }
}

/// Joins angles by the shortest step from the last finite one.
struct Unwrap {
  private var last: Double?

  init() {}

  mutating func callAsFunction(_ angle: Double) -> Double {
    guard angle.isFinite else { return .nan }
    let value = last.map { $0 + Double.wrapAngle(angle - $0) } ?? angle
    last = value
    return value
  }
}
