/// Measures a piece of work; the clock and the counter belong to the caller.
public struct FilterMeter {
  /// How often each filter is timed. Within a round every filter runs once, so that load hits all alike.
  public var rounds: Int
  /// Runs its argument once and returns the seconds it took.
  public var seconds: (() -> Void) -> Double
  /// Runs its argument once and returns how often it took memory from the heap; nil where that cannot be counted.
  public var allocations: (() -> Void) -> Int?

  public init(
    rounds: Int = 1, seconds: @escaping (() -> Void) -> Double,
    allocations: @escaping (() -> Void) -> Int? = { _ in nil }
  ) {
    self.rounds = rounds
    self.seconds = seconds
    self.allocations = allocations
  }
}

/// What one filter costs a sample.
public struct FilterCost: Hashable, Sendable {
  /// Nanoseconds a sample over the rounds.
  public var time: Spread
  /// From the difference between a whole recording and its first half: what is taken once does not count.
  public var allocationsPerSample: Double?

  public init(time: Spread, allocationsPerSample: Double? = nil) {
    self.time = time
    self.allocationsPerSample = allocationsPerSample
  }

  /// The usual recording and the extremes of all; nil where one was not measured.
  static func mean(_ costs: [FilterCost?]) -> FilterCost? {
    let known = costs.compactMap { $0 }
    guard known.count == costs.count, let medians = Spread(known.map(\.time.median)) else { return nil }
    let time = Spread(
      lowest: known.map(\.time.lowest).min() ?? medians.lowest, median: medians.median,
      highest: known.map(\.time.highest).max() ?? medians.highest)
    let allocations = known.compactMap(\.allocationsPerSample)
    return FilterCost(
      time: time, allocationsPerSample: allocations.count == known.count ? allocations.max() : nil)
  }
}

/// Middle and extremes of several values.
public struct Spread: Hashable, Sendable {
  public var lowest: Double
  public var median: Double
  public var highest: Double

  public init(lowest: Double, median: Double, highest: Double) {
    self.lowest = lowest
    self.median = median
    self.highest = highest
  }

  /// nil without a value.
  public init?(_ values: [Double]) {
    let sorted = values.sorted()
    guard let first = sorted.first, let last = sorted.last else { return nil }
    self.init(lowest: first, median: RangeStatistics.percentile(sorted, 0.5), highest: last)
  }
}
