import Inertial
import KneeJoint

/// The turn of the knee from an arbitrary zero, flexion positive.
struct JointCurve {
  /// [rad], continuous; `nan` where there is no value. With axes, 0 is the pose of `axes.thighFromShank`.
  var turn: [Double]
  /// Flexion positive.
  var axes: HingeAxes?
  /// Relative heading, row by row [rad]; empty without axes.
  var heading: [Double] = []
  /// By which rule flexion is positive; nil without axes.
  var sign: FlexionSign.Rule?
  /// RMS angle between both axes in earth while moving [rad]; nil without axes.
  var tilt: Double?
  var flags: [QualityFlag]
  /// Nothing moves: there is no turn to speak of.
  var isMotionless: Bool { flags.contains { $0.code == .noMotion } }

  /// By the hinge that the motion shows, or by the known one where it shows none; by the shank alone when the thigh rests;
  /// a flagged curve without values when nothing moves.
  init(_ leg: LegMotion, knowing reference: LegReference) throws(KneeJointError) {
    do throws(KneeJointError) {
      if let hinge = try HingeChoice(leg, knowing: reference) {
        self = try .byHinge(leg, hinge, reference)
      } else {
        self = try .byShank(leg, reference)
      }
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

  /// Heading, residual, angle, sign.
  private static func byHinge(
    _ leg: LegMotion, _ hinge: HingeChoice, _ reference: LegReference
  ) throws(KneeJointError) -> JointCurve {
    let axes = hinge.axes
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
    let known = reference.sign(of: angle, axes)
    let sign = if let known { known } else { try sign(of: angle, axes: axes, leg) }
    var curve = JointCurve(
      turn: angle.map { $0 * sign.sign }, axes: sign.sign < 0 ? axes.reversed : axes,
      flags: hinge.flags + residual.flags + offAxis + heading.flags(time: leg.time)
        + sign.flags(knowingJoint: axes.centre != nil || known != nil)
        + StrapSlip.flags(
          thigh: leg.thigh, shank: leg.shank, time: leg.time, moving: leg.moving, axes: axes))
    curve.heading = heading.angle
    curve.sign = sign.rule
    curve.tilt = residual.tilt
    return curve
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

  private static func byShank(_ leg: LegMotion, _ reference: LegReference) throws(KneeJointError)
    -> JointCurve
  {
    let shank = try ShankTurn.measure(shank: leg.shank, time: leg.time, moving: leg.moving)
    let thigh = ShankTurn.thighFlag(thigh: leg.thigh)
    guard let start = reference.startFlexion, let rows = leg.stillStart else {
      return JointCurve(turn: shank.angle, axes: nil, flags: [thigh] + shank.flags)
    }
    let sign = FlexionSign.fromStart(angle: shank.angle, start: rows, flexion: start)
    let flags = shank.flags.filter { $0.code != .signAssumed }
    return JointCurve(turn: shank.angle.map { $0 * sign.sign }, axes: nil, flags: [thigh] + flags)
  }
}
