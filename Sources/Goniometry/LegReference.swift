import Inertial
import KneeJoint

/// What is known of a leg before its motion is looked at: from a calibration, from a stated mounting, or from a stated
/// pose at the start of the recording itself.
struct LegReference {
  /// Hinge axes in both sensors, flexion positive; nil where neither calibration nor mounting tell both.
  var axes: HingeAxes?
  /// Flexion-positive axis of one sensor where only that one is stated.
  var thighAxis, shankAxis: Vector3?
  var rule: FlexionSign.Rule
  var pose: StaticPose?
  /// Flexion of the still start of the recording itself, where it is stated [rad].
  var startFlexion: Double?
  /// What a zero from `pose` is called.
  var zero: AngleZero
  /// Doubts about the calibration that every number from it shares.
  var flags: [QualityFlag]

  init(_ calibration: KneeCalibration) {
    axes = calibration.axes
    thighAxis = axes?.thigh
    shankAxis = axes?.shank
    rule = .labelledPoses
    pose = calibration.pose
    zero = .calibrated
    flags = calibration.flags
  }

  init(thigh: StatedMounting?, shank: StatedMounting?) {
    thighAxis = thigh?.flexionAxis
    shankAxis = shank?.flexionAxis
    axes = nil
    if let one = thighAxis, let two = shankAxis {
      axes = HingeAxes(
        thigh: one, shank: two, thighSigma: StatedMounting.sigma, shankSigma: StatedMounting.sigma)
    }
    rule = .statedMounting
    pose = nil
    if let one = thigh?.up, let two = shank?.up { pose = StaticPose(thighUp: one, shankUp: two, flexion: 0) }
    zero = .statedMounting
    flags = []
  }

  /// What the better source says, and for the rest what this one says.
  func refined(by better: LegReference) -> LegReference {
    var out = better
    if better.axes == nil {
      (out.axes, out.thighAxis, out.shankAxis, out.rule) = (axes, thighAxis, shankAxis, rule)
    }
    if better.pose == nil { (out.pose, out.zero) = (pose, zero) }
    return out
  }

  /// The side of flexion of axes that the motion gave; nil where nothing known decides.
  func sign(of found: HingeAxes) -> FlexionSign? {
    let agreement = [thighAxis.map { $0.dot(found.thigh) }, shankAxis.map { $0.dot(found.shank) }]
      .compactMap(\.self)
    let sum = agreement.reduce(0, +)
    guard !agreement.isEmpty, abs(sum) > 0.7 * Double(agreement.count) else { return nil }
    return FlexionSign(sign: sum < 0 ? -1 : 1, rule: rule)
  }

  /// The side of flexion of a curve by what is known: by the axes, else by the pose. nil where nothing decides.
  func sign(of angle: [Double], _ axes: HingeAxes) -> FlexionSign? {
    if let sign = sign(of: axes) { return sign }
    guard let pose, let turn = pose.turn(axes) else { return nil }
    return FlexionSign.byPose(angle: angle, turn: turn, flexion: pose.flexion)
  }

  /// Larger angle between the known axes and those that the motion gave, the common sign being free [rad].
  func misfit(_ found: HingeAxes) -> Double? {
    guard let axes else { return nil }
    func apart(_ found: HingeAxes) -> Double {
      max(axes.thigh.angle(to: found.thigh), axes.shank.angle(to: found.shank))
    }
    return min(apart(found), apart(found.reversed))
  }
}
