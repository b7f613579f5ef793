import Inertial

/// What is unusual about a leg and about the moment at which its recording begins.
public struct LegConditions: Hashable, Sendable {
  /// Seconds cut off the front: more than three and the recording begins in motion.
  public var startCut = 0.0
  /// Flexion added where the person would stand or lie straight [rad].
  public var bentStart = 0.0
  /// How much skin and straps give: 1 is usual, 0 ties the sensors to the bones.
  public var softness = 1.0
  /// Seed of all that differs when the same person wears the sensors on another day: where and how they sit, how the
  /// skin gives, the direction faced, and the errors of the sensors; nil: the seed of the recording.
  public var attachment: UInt64?

  public init() {}

  /// Straight or seated, three still seconds, skin as it is.
  public static let usual = LegConditions()
}
