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
      if let hinge = try Self.byHinge(leg) { self = hinge } else { self = try .byShank(leg) }
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

  /// Axes, heading, residual, angle, sign; nil when the thigh turns too little to tell its axis.
  private static func byHinge(_ leg: LegMotion) throws(KneeJointError) -> JointCurve? {
    guard let axes = try axes(of: leg) else { return nil }
    let heading = HingeHeading.relativeHeading(
      axes: axes, thigh: leg.thigh, shank: leg.shank, time: leg.time, usable: leg.usable,
      restarts: leg.restarts)
    let residual = HingeResidual.measure(
      axes: axes, thigh: leg.thigh, shank: leg.shank, heading: heading.angle, rows: leg.moving.calmRows)
    let offAxis = OffAxisTurn.flags(
      axes: axes, thigh: leg.thigh, shank: leg.shank, heading: heading.angle, rows: leg.moving.calmRows)
    let twist = HingeAngle.flexion(
      axes: axes, thigh: leg.thigh, shank: leg.shank, heading: heading.angle)
    let angle = AngleSmoothing.smoothed(
      twist: twist, axes: axes, thigh: leg.thigh, shank: leg.shank, time: leg.time, restarts: leg.restarts)
    let sign = try sign(of: angle, axes: axes, leg)
    return JointCurve(
      turn: angle.map { $0 * sign.sign }, axes: sign.sign < 0 ? axes.reversed : axes,
      flags: axes.flags() + residual.flags + offAxis + heading.flags(time: leg.time) + sign.flags
        + thighFlags(axes, leg))
  }

  /// nil when the thigh turns too little to tell its axis: then the shank alone speaks.
  static func axes(of leg: LegMotion) throws(KneeJointError) -> HingeAxes? {
    if leg.moving.isThighStill { return nil }
    let axes = try HingeAxisFit.fit(
      thigh: leg.thigh, shank: leg.shank, time: leg.time, moving: leg.moving, restarts: leg.restarts)
    return leg.moving.isThighQuiet && !axes.flags().isEmpty ? nil : axes
  }

  /// A leg whose thigh hardly turns sits, mostly, and starts bent: the still start says nothing, the hanging shank does.
  static func sign(
    of angle: [Double], axes: HingeAxes, _ leg: LegMotion
  ) throws(KneeJointError) -> FlexionSign {
    let bend = axes.centre?.bendAtZero(axes)
    guard bend == nil, leg.moving.isThighQuiet else {
      let rest = leg.stillPose.map { ($0.lowerBound + $0.upperBound) / 2 }
      return FlexionSign.decide(
        angle: angle, stillPose: leg.stillPose, bendAtZero: bend,
        sits: rest.flatMap { axes.centre?.sits(axes, thighUp: leg.thigh.up($0), shankUp: leg.shank.up($0)) })
    }
    let shank = try ShankTurn.measure(shank: leg.shank, time: leg.time, moving: leg.moving)
    return FlexionSign.like(shank.angle, angle: angle)
  }

  /// The other pairing of the axes, in which the thigh's turn counts with the other sign, fits nearly as well.
  private static func thighFlags(_ axes: HingeAxes, _ leg: LegMotion) -> [QualityFlag] {
    guard leg.moving.isThighQuiet, axes.isDoubtful else { return [] }
    return [ShankTurn.thighFlag(thigh: leg.thigh)]
  }

  private static func byShank(_ leg: LegMotion) throws(KneeJointError) -> JointCurve {
    let turn = try ShankTurn.measure(shank: leg.shank, time: leg.time, moving: leg.moving)
    let thigh = ShankTurn.thighFlag(thigh: leg.thigh)
    return JointCurve(turn: turn.angle, axes: nil, flags: [thigh] + turn.flags)
  }
}
