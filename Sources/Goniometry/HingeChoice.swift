import Inertial
import KneeJoint

/// The axes by which a recording is measured: its own where the motion shows them, else those known beforehand.
struct HingeChoice {
  let axes: HingeAxes
  let flags: [QualityFlag]

  /// nil when nothing is known and the thigh turns too little to tell its axis.
  init?(_ leg: LegMotion, knowing reference: LegReference) throws(KneeJointError) {
    guard let known = reference.axes else {
      guard let found = try leg.ownAxes() else { return nil }
      self.init(axes: found, flags: found.flags() + Self.thighFlags(found, leg))
      return
    }
    do throws(KneeJointError) {
      let found = try leg.fittedAxes()
      let isClear = found.flags().isEmpty && !found.isDoubtful && !leg.moving.isThighQuiet
      let isSure = isClear && !Self.isOutdone(found, by: reference, leg)
      self.init(axes: isSure ? found : known, flags: isSure ? [] : [Self.note(found)])
    } catch {
      self.init(axes: known, flags: [Self.note(nil)])
    }
  }

  private init(axes: HingeAxes, flags: [QualityFlag]) {
    self.axes = axes
    self.flags = flags
  }

  /// The motion led to other axes than the known ones, though those fit it too: they belong to the leg, the found ones
  /// to a false minimum. Where they do not fit, the sensors were moved since.
  private static func isOutdone(_ found: HingeAxes, by reference: LegReference, _ leg: LegMotion) -> Bool {
    guard let known = reference.axes, let misfit = reference.misfit(found), misfit > JointZero.otherMounting
    else { return false }
    return HingeResidual.verticalMismatch(of: known, leg) < JointZero.sound
  }

  /// The known axes stand in for what the motion did not show.
  private static func note(_ found: HingeAxes?) -> QualityFlag {
    let sigma = found.map { max($0.thighSigma, $0.shankSigma) } ?? .infinity
    return QualityFlag(.axisUnobservable, .note, value: sigma)
  }

  /// The other pairing of the axes, in which the thigh's turn counts with the other sign, fits nearly as well.
  private static func thighFlags(_ axes: HingeAxes, _ leg: LegMotion) -> [QualityFlag] {
    guard leg.moving.isThighQuiet, axes.isDoubtful else { return [] }
    return [ShankTurn.thighFlag(thigh: leg.thigh)]
  }
}

extension HingeResidual {
  /// How far both sensors disagree about the inclination of an axis while moving [rad]; no heading enters.
  fileprivate static func verticalMismatch(of axes: HingeAxes, _ leg: LegMotion) -> Double {
    measure(
      axes: axes, thigh: leg.thigh, shank: leg.shank, heading: leg.time.map { _ in 0 },
      rows: leg.moving.calmRows
    ).verticalMismatch
  }
}
