import Inertial
import KneeJoint

/// The zero of a joint angle, by the best that is known.
struct JointZero {
  /// Subtracted from the turn [rad].
  let offset: Double
  let kind: AngleZero
  let flags: [QualityFlag]

  /// A calibration that looks further than this from the axes of the motion is of another mounting [rad].
  static let otherMounting: Double = 20 * Double.pi / 180
  /// From here on it is doubtful.
  static let doubtful: Double = 10 * Double.pi / 180
  /// Known axes whose inclinations differ less than this between the sensors fit a motion [rad].
  static let sound: Double = 5 * Double.pi / 180

  init(_ curve: JointCurve, _ leg: LegMotion, knowing reference: LegReference) {
    var doubts: [QualityFlag] = []
    if let axes = curve.axes, let pose = reference.pose, let offset = pose.offset(axes) {
      let ofOther = reference.startFlexion == nil ? reference.misfit(axes) ?? 0 : 0
      let misfit = max(abs(pose.mismatch(axes)), ofOther)
      if misfit > JointZero.doubtful { doubts = [QualityFlag(.axisMismatch, .warn, value: misfit)] }
      if misfit <= JointZero.otherMounting {
        self.offset = JointZero.near(offset, curve.turn)
        kind = reference.zero
        flags = reference.flags + doubts + JointZero.moved(since: pose, axes, leg)
        return
      }
    }
    let start = HingeZero.fromStart(angle: curve.turn, stillStart: leg.stillStart)
    // The thigh rests: the shank's turn from a pose of known flexion is all that is needed.
    if curve.axes == nil, start.rows != nil, let flexion = reference.startFlexion {
      offset = start.offset - flexion
      (kind, flags) = (.calibrated, reference.flags)
      return
    }
    offset = start.offset
    kind = start.rows == nil ? .firstValue : .stillStart
    flags = doubts + start.flags(flexion: curve.turn.map { $0 - start.offset })
  }

  /// The rests in which both sensors see the axis further apart than in the pose: one of them was moved since.
  private static func moved(since pose: StaticPose, _ axes: HingeAxes, _ leg: LegMotion) -> [QualityFlag] {
    let before = pose.mismatch(axes)
    return leg.phases.compactMap { phase in
      guard let rest = StaticPose(thigh: leg.thigh, shank: leg.shank, rows: phase.rows, flexion: 0) else {
        return nil
      }
      let apart = abs(rest.mismatch(axes) - before)
      return apart > doubtful ? QualityFlag(.axisMismatch, .warn, span: phase.time, value: apart) : nil
    }
  }

  /// The same zero on the turn that brings the middle of the curve within half a turn of it.
  private static func near(_ offset: Double, _ turn: [Double]) -> Double {
    let finite = turn.lazy.filter(\.isFinite)
    guard let low = finite.min(), let high = finite.max() else { return offset }
    let middle: Double = (low + high) / 2 - offset
    return offset + middle - Double.wrapAngle(middle)
  }
}
