import Inertial

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
