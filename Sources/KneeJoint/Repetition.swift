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
  /// Fastest turn each way inside [rad/s], both positive, from the low-passed angle.
  public var peakFlexionSpeed: Double
  public var peakExtensionSpeed: Double
  /// Time within 3 degrees of the turning point between the anchors [s].
  public var holdTime: Double
  /// False for a swing at the start or end that does not reach both anchors: listed, not counted.
  public var isComplete: Bool
  /// False where a hole, clipping or masked rows lie inside: listed, left out of the mean.
  public var isClean: Bool

  public var range: Double { mostFlexed - mostExtended }
  public var duration: Double { time.upperBound - time.lowerBound }
  /// Complete and clean: enters the summary.
  public var isCounted: Bool { isComplete && isClean }
}

/// What the counted repetitions say together.
public struct RepetitionSummary: Hashable, Sendable {
  public var count: Int
  /// Over the ranges [rad].
  public var mean: Double
  /// Sample standard deviation [rad]; nil for fewer than two.
  public var standardDeviation: Double?
  public var best: Double
  public var worst: Double
  /// Slope of the range by repetition [rad per repetition]; nil for fewer than three.
  public var trend: Double?

  /// nil when nothing counts.
  public init?(_ repetitions: [Repetition]) {
    let ranges = repetitions.filter(\.isCounted).map(\.range)
    guard let first = ranges.first else { return nil }
    let n = Double(ranges.count)
    let average = ranges.reduce(0, +) / n
    count = ranges.count
    mean = average
    best = ranges.max() ?? first
    worst = ranges.min() ?? first
    let scatter = ranges.reduce(0.0) { $0 + ($1 - average) * ($1 - average) }
    standardDeviation = ranges.count > 1 ? Double.sqrt(scatter / (n - 1)) : nil
    trend = ranges.count > 2 ? RepetitionSummary.slope(ranges) : nil
  }

  private static func slope(_ values: [Double]) -> Double {
    let center = Double(values.count - 1) / 2
    var top = 0.0, bottom = 0.0
    for (k, v) in values.enumerated() {
      let x = Double(k) - center
      top += x * v
      bottom += x * x
    }
    return top / bottom
  }
}
