import KneeJoint

/// What the live door says after one sample of the output clock.
public struct LiveAngle: Hashable, Sendable {
  /// How far the instrument has come.
  public enum Stage: String, Hashable, Sendable {
    /// The axes are not known yet: bend and straighten the knee.
    case learning
    /// Axes found from little motion; the number will still improve.
    case settling
    /// At least one whole repetition stands behind the axes, and two fits came to the same ones.
    case settled
  }

  /// Output clock [s].
  public var time: Double
  /// Flexion against the zero of the session [rad]; nil while it cannot be known: before two fits found the same side of
  /// flexion it might be the wrong way up.
  public var flexion: Double?
  public var stage: Stage
  /// Whole repetitions so far.
  public var repetitions: Int
  /// Extremes so far [rad]; nil before there is an angle to show.
  public var mostExtended: Double?
  public var mostFlexed: Double?
}
