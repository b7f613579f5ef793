import Inertial
import KneeJoint

/// The turn of the knee from an arbitrary zero, flexion positive.
struct JointCurve {
  /// [rad], continuous; `nan` where there is no value.
  var turn: [Double]
  var axes: HingeAxes?
  var flags: [QualityFlag]

  /// By the hinge; by the shank alone when the thigh rests; a flagged curve without values when nothing moves.
  init(_ leg: LegMotion) throws(KneeJointError) {
    do throws(KneeJointError) {
      self = leg.moving.isThighStill ? try .byShank(leg) : try .byHinge(leg)
    } catch {
      guard case .tooLittleMotion(_, let peakRate) = error else { throw error }
      let flags = [
        QualityFlag(.noMotion, .warn, value: peakRate),
        QualityFlag(.axisUnobservable, .stop, value: .infinity),
      ]
      self.init(turn: leg.time.map { _ in .nan }, axes: nil, flags: flags)
    }
  }

  private init(turn: [Double], axes: HingeAxes?, flags: [QualityFlag]) {
    self.turn = turn
    self.axes = axes
    self.flags = flags
  }

  /// Axes, heading, residual, angle, sign.
  private static func byHinge(_ leg: LegMotion) throws(KneeJointError) -> JointCurve {
    let axes = try HingeAxisFit.fit(
      thigh: leg.thigh, shank: leg.shank, time: leg.time, moving: leg.moving, restarts: leg.restarts)
    let heading = HingeHeading.relativeHeading(
      axes: axes, thigh: leg.thigh, shank: leg.shank, time: leg.time, usable: leg.usable,
      restarts: leg.restarts)
    let residual = HingeResidual.measure(
      axes: axes, thigh: leg.thigh, shank: leg.shank, heading: heading.angle, rows: leg.moving.calmRows)
    let twist = HingeAngle.flexion(
      axes: axes, thigh: leg.thigh, shank: leg.shank, heading: heading.angle)
    let angle = AngleSmoothing.smoothed(
      twist: twist, axes: axes, thigh: leg.thigh, shank: leg.shank, time: leg.time, restarts: leg.restarts)
    let sign = FlexionSign.decide(
      angle: angle, stillStart: leg.stillStart, bendAtZero: axes.centre?.bendAtZero(axes))
    return JointCurve(
      turn: angle.map { $0 * sign.sign }, axes: sign.sign < 0 ? axes.reversed : axes,
      flags: axes.flags() + residual.flags + heading.flags(time: leg.time) + sign.flags)
  }

  private static func byShank(_ leg: LegMotion) throws(KneeJointError) -> JointCurve {
    let turn = try ShankTurn.measure(shank: leg.shank, time: leg.time, moving: leg.moving)
    return JointCurve(turn: turn.angle, axes: nil, flags: turn.flags)
  }
}
