import Inertial
import KneeJoint

/// The axes by which a recording is measured: its own where the motion shows them, else those known beforehand.
struct HingeChoice {
  let axes: HingeAxes
  let flags: [QualityFlag]

  /// nil when nothing is known and the thigh turns too little to tell its axis.
  init?(_ leg: LegMotion, knowing reference: LegReference) throws(KneeJointError) {
    guard let known = reference.axes else {
      guard let found = try JointCurve.axes(of: leg) else { return nil }
      self.init(axes: found, flags: found.flags() + Self.thighFlags(found, leg))
      return
    }
    do throws(KneeJointError) {
      let found = try Self.fit(leg)
      let isSure = found.flags().isEmpty && !found.isDoubtful && !leg.moving.isThighQuiet
      self.init(axes: isSure ? found : known, flags: isSure ? [] : [Self.note(found)])
    } catch {
      self.init(axes: known, flags: [Self.note(nil)])
    }
  }

  private init(axes: HingeAxes, flags: [QualityFlag]) {
    self.axes = axes
    self.flags = flags
  }

  private static func fit(_ leg: LegMotion) throws(KneeJointError) -> HingeAxes {
    try HingeAxisFit.fit(
      thigh: leg.thigh, shank: leg.shank, time: leg.time, moving: leg.moving, restarts: leg.restarts)
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
