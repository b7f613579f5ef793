import Inertial

/// What both sensors see of the vertical while the leg rests in a pose whose flexion is known (Favre et al., J Biomech
/// 42:2330, 2009).
///
/// The up direction is one and the same for both sensors, so the pose fixes the zero of the hinge angle without any
/// heading: whichever way the person faces, and however both sensors are turned.
public struct StaticPose: Hashable, Sendable {
  /// Mean up direction in thigh and shank sensor axes (unit).
  public var thighUp: Vector3
  public var shankUp: Vector3
  /// Flexion in the pose as stated [rad]; 0 is straight.
  public var flexion: Double

  public init(thighUp: Vector3, shankUp: Vector3, flexion: Double) {
    self.thighUp = thighUp
    self.shankUp = shankUp
    self.flexion = flexion
  }

  /// Means over the rows of a rest.
  /// - Returns: nil when there is no row.
  public init?(thigh: SegmentMotion, shank: SegmentMotion, rows: Range<Int>, flexion: Double) {
    guard let one = thigh.meanUp(rows), let two = shank.meanUp(rows) else { return nil }
    self.init(thighUp: one, shankUp: two, flexion: flexion)
  }

  /// Share of the up direction across the axis below which the pose says nothing about the turn.
  public static let leastAcross = 0.3

  /// The hinge angle of the pose from the arbitrary zero of `axes` [rad]: the turn about the axis that takes the up
  /// direction of the shank to that of the thigh.
  /// - Returns: nil when the axis is nearly upright in the pose, as in lying on the side.
  public func turn(_ axes: HingeAxes) -> Double? {
    let thigh = thighUp.rejected(from: axes.thigh)
    let shank = axes.thighFromShank.rotate(shankUp).rejected(from: axes.thigh)
    guard min(thigh.norm, shank.norm) > StaticPose.leastAcross else { return nil }
    return Double.atan2(shank.cross(thigh).dot(axes.thigh), shank.dot(thigh))
  }

  /// What to subtract from the hinge angle so that the pose reads its stated flexion [rad].
  public func offset(_ axes: HingeAxes) -> Double? { turn(axes).map { $0 - flexion } }

  /// Difference of the axis' inclination as both sensors see it [rad]: 0 for a hinge, whatever the pose.
  public func mismatch(_ axes: HingeAxes) -> Double {
    Double.asin(axes.thigh.dot(thighUp)) - Double.asin(axes.shank.dot(shankUp))
  }
}

extension SegmentMotion {
  /// Mean of the up direction in sensor axes (unit); nil without a finite row.
  public func meanUp(_ rows: Range<Int>) -> Vector3? {
    let sum = rows.clamped(to: 0..<count).reduce(Vector3.zero) { sum, row in
      let up = up(row)
      return up.isFinite ? sum + up : sum
    }
    return sum.norm > 0 ? sum.normalized : nil
  }

  /// RMS angle of the up direction from its mean [rad]: how still a rest is.
  public func wander(_ rows: Range<Int>) -> Double {
    guard let mean = meanUp(rows) else { return .nan }
    let within = rows.clamped(to: 0..<count)
    return rootMeanSquare(Array(within)) { up($0).angle(to: mean) }
  }
}
