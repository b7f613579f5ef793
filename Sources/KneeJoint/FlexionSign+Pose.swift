import Inertial

extension FlexionSign {
  /// No knee extends further beyond straight than this [rad].
  static let furthestExtension: Double = -20 * Double.pi / 180

  /// The sign that a pose of stated flexion leaves open: with the other one the knee would extend far beyond straight.
  ///
  /// - Parameters:
  ///   - angle: of either sign [rad]; `nan` rows do not count.
  ///   - turn: the angle in the pose.
  ///   - flexion: stated for the pose.
  /// - Returns: nil when both signs are possible, or neither is.
  public static func byPose(angle: [Double], turn: Double, flexion: Double) -> FlexionSign? {
    let values = thinned(angle)
    guard !values.isEmpty else { return nil }
    let low = flexion + percentile(0.005, of: values) - turn
    let high = flexion - percentile(0.995, of: values) + turn
    let asIs = low > furthestExtension
    let reversed = high > furthestExtension
    guard asIs != reversed else { return nil }
    return FlexionSign(sign: asIs ? 1 : -1, rule: .statedPose)
  }

  /// From a still start of known flexion a knee moves to the side on which it has room: a straight one bends, one bent by more
  /// than 45 degrees mostly straightens.
  ///
  /// - Parameters:
  ///   - angle: of either sign [rad].
  ///   - start: rows of the still start, at which the flexion is stated [rad].
  public static func fromStart(angle: [Double], start: Range<Int>, flexion: Double) -> FlexionSign {
    let zero = HingeZero.mean(angle, start) ?? 0
    let others = angle[start.clamped(to: angle.indices).upperBound...].filter(\.isFinite)
    let middle: Double = (percentile(0.02, of: others) + percentile(0.98, of: others)) / 2 - zero
    let bends = flexion < 45 * Double.pi / 180
    return FlexionSign(sign: (middle > 0) == bends ? 1 : -1, rule: .statedPose)
  }
}
