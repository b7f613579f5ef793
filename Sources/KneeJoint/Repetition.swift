import Inertial

/// One cycle of the knee, from anchor to anchor (most extended, or most flexed where the recording rests flexed).
public struct Repetition: Hashable, Sendable {
  /// Row numbers of the series it was found in, both anchors included.
  public var rows: ClosedRange<Int>
  /// Both anchors [s].
  public var time: ClosedRange<Double>
  /// Extremes of the unfiltered angle inside [rad].
  public var mostExtended: Double
  public var mostFlexed: Double
  /// Fastest turn each way inside [rad/s], both positive, from the low-passed angle; nan where
  /// holes leave nothing to tell it from.
  public var peakFlexionSpeed: Double
  public var peakExtensionSpeed: Double
  /// Time within 3 degrees of the turning point between the anchors [s].
  public var holdTime: Double
  /// False for a swing at the start or end that does not reach both anchors: listed, not counted.
  public var isComplete: Bool
  /// False where a hole, clipping or masked rows lie inside: listed, left out of the mean.
  public var isClean: Bool
  /// What is in doubt or was repaired inside, each code once.
  public var flags: [QualityFlag.Code] = []

  public var range: Double { mostFlexed - mostExtended }
  public var duration: Double { time.upperBound - time.lowerBound }
  /// Complete and clean: enters the summary.
  public var isCounted: Bool { isComplete && isClean }

  /// Takes note of the flags whose span lies inside; a hole or clipping there makes the cycle unclean.
  mutating func note(_ all: [QualityFlag]) {
    for flag in all {
      guard let span = flag.span, span.overlaps(time), !flags.contains(flag.code) else { continue }
      flags.append(flag.code)
      if flag.code == .saturated || flag.effect == .stop { isClean = false }
    }
  }
}
