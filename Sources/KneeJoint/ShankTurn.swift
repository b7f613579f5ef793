import Inertial

/// The knee angle when the thigh rests: the turn of the shank about its own axis.
///
/// A still thigh says nothing about its axis, so that no joint angle can be formed; the range is known nevertheless. A shank
/// that hangs is taken for a bent knee, as in sitting: an assumption, flagged like the still thigh itself.
public struct ShankTurn: Sendable {
  /// Flexion from an arbitrary zero [rad], continuous, flexion positive.
  public var angle: [Double]
  /// Unit axis in shank sensor axes; a positive turn is flexion.
  public var axis: Vector3
  /// `signAssumed`, and `axisUnobservable` when the shank does not turn about one axis.
  public var flags: [QualityFlag]

  /// - Throws: `tooLittleMotion` when the shank does not move either.
  public static func measure(
    shank: SegmentMotion, time: [Double], moving: MovingSamples
  ) throws(KneeJointError) -> ShankTurn {
    try checkLengths(shank.count, time.count)
    guard moving.rows.count >= 10 else {
      throw .tooLittleMotion(samples: moving.rows.count, peakRate: moving.peakRate)
    }
    let principal = AxisTurn.principal(moving.smoothShank, rows: moving.rows)
    let turn = AxisTurn(about: principal.axis, of: shank, time: time)
    let arm = RestingJointArm(
      shank, smoothRate: moving.smoothShank, rows: moving.rows, period: moving.period, corner: moving.corner,
      axis: principal.axis)
    let sign = flexionSign(turn.angle, axis: principal.axis, arm: arm, shank: shank)
    var flags = [QualityFlag(.signAssumed, .warn)]
    if principal.share < ShinInclination.leastLinearity {
      flags.append(QualityFlag(.axisUnobservable, .stop, value: principal.spread))
    }
    return ShankTurn(angle: turn.angle.map { $0 * sign }, axis: principal.axis * sign, flags: flags)
  }

  /// `thighStill`: how far the thigh tilted [rad], which is what the range may be off by: however little it is, the
  /// number is that of the shank alone. A turn about the vertical does not count, it bends no knee.
  public static func thighFlag(thigh: SegmentMotion) -> QualityFlag {
    let ups = stride(from: 0, to: thigh.count, by: max(1, thigh.count / 20_000)).map { thigh.up($0) }
      .filter(\.isFinite)
    let mean = ups.reduce(Vector3.zero, +).normalized
    let pole = ups.max { $0.angle(to: mean) < $1.angle(to: mean) } ?? .unitZ
    let extent = percentile(0.99, of: ups.map { $0.angle(to: pole) })
    return QualityFlag(.thighStill, .warn, value: extent)
  }

  /// Lifting the shank from where it hangs is extension; without a lever arm the longer side of the start is.
  private static func flexionSign(
    _ turn: [Double], axis: Vector3, arm: RestingJointArm?, shank: SegmentMotion
  ) -> Double {
    let finite = turn.filter(\.isFinite)
    let middle: Double = (percentile(0.02, of: finite) + percentile(0.98, of: finite)) / 2
    var lift = middle
    if let arm, let rise = ShinPose.rise(arm: arm, axis: axis, up: shank.up(0)) {
      lift = Double.wrapAngle(rise + middle)
    }
    return lift > 0 ? -1 : 1
  }
}

/// Where the shin points, from the lever arm about the knee.
enum ShinPose {
  /// Signed angle about the axis from hanging straight down to the arm from knee to sensor [rad]; a positive turn
  /// about the axis raises it. nil when the arm is too short or too uncertain.
  static func rise(arm: RestingJointArm, axis: Vector3, up: Vector3) -> Double? {
    let distal = arm.arm.rejected(from: axis)
    let down = -up.rejected(from: axis)
    guard distal.norm > max(0.03, 3 * arm.sigma), down.norm > 0.4 else { return nil }
    return Double.atan2(down.cross(distal).dot(axis), down.dot(distal))
  }
}
