/// Times for samples that carry neither time nor counter: evenly spaced at a fitted period, never later than they arrived.
///
/// Within a batch only the last sample is fresh, so the earliest arrivals of a quarter of a second show how far the even
/// times lag behind. A lag of about a period is a lost sample; less is an error of the period. What is lost shows up
/// that quarter of a second later: times made here are marked (`SampleMarks.hostTimed`).
struct HostPace: Sendable {
  /// Fitted [ns].
  private(set) var period: Double
  /// Of the sample before [ns].
  private var last: Double
  private let zero: Int64
  private var lastArrival: Int64
  private var samples = 0
  /// Least lag of the last sample of a batch, in four parts of the memory [ns].
  private var lags: (Double, Double, Double, Double) = (.infinity, .infinity, .infinity, .infinity)
  private var partStart: Int64
  private var partsFilled = 0
  /// Samples came after a silence in such numbers that they had been kept somewhere.
  private var hasBacklog = false

  private static let part: Int64 = 62_500_000
  private static let silence = 100_000_000.0
  private static let backlog = 50_000_000.0
  /// Share of a period below which two samples never come together.
  private static let closest = 0.2

  /// From the arrivals [ns] of at least one sample; the stated rate [Hz] serves unless they contradict it.
  init(arrivals: [Int64], nominalRate: Double?) {
    zero = arrivals.first ?? 0
    lastArrival = zero
    partStart = arrivals.last ?? 0
    let span = Double((arrivals.last ?? 0) &- zero)
    let mean = arrivals.count > 1 && span > 0 ? span / Double(arrivals.count - 1) : nil
    let fitted = Self.usualStep(arrivals) ?? mean
    let stated = nominalRate.flatMap { $0 > 0 && $0.isFinite ? 1e9 / $0 : nil }
    if let stated, let fitted, abs(fitted / stated - 1) > 0.15, arrivals.count > 8 {
      period = fitted
    } else {
      period = stated ?? fitted ?? 10_000_000
    }
    period = max(1, period)
    var start = Double.infinity
    for (number, arrival) in arrivals.enumerated() {
      start = min(start, Double(arrival &- zero) - Double(number) * period)
    }
    last = (start.isFinite ? start : 0) - period
  }

  /// The usual step [ns] of samples that arrive one by one: a lost sample is a step of two, and must not stretch it. nil
  /// for batches, whose arrivals only tell a mean.
  private static func usualStep(_ arrivals: [Int64]) -> Double? {
    let steps = zip(arrivals, arrivals.dropFirst()).map { Double($1 &- $0) }
    guard steps.count >= 16 else { return nil }
    let median = steps.sorted()[steps.count / 2]
    let usual = steps.filter { abs($0 - median) < 0.35 * median }
    guard median > 0, Double(usual.count) > 0.8 * Double(steps.count) else { return nil }
    return usual.reduce(0, +) / Double(usual.count)
  }

  /// The time [ns] of the next of the samples that `init` has seen.
  mutating func nextOfStart(arrival: Int64) -> Int64 {
    last += period
    samples += 1
    lastArrival = arrival
    return stamp
  }

  private var stamp: Int64 { zero &+ (Int64(exactly: last.rounded()) ?? 0) }

  /// Takes `count` samples that arrived together [ns] and says how far apart they lie [ns]; `next(step:)` gives their
  /// times one by one.
  mutating func take(_ count: Int, arrival: Int64) -> Double {
    let now = Double(arrival &- zero)
    let quiet = Double(arrival &- lastArrival)
    lastArrival = arrival
    let length = Double(count) * period
    var lag = now - last - length
    if quiet > max(Self.silence, 5 * period) {
      hasBacklog = count > 2 && length > Self.backlog
      if !hasBacklog { lag = crossHole(lag) }
      forget(at: arrival)
    } else if hasBacklog, quiet > period / 2 {
      hasBacklog = false
      lag = crossHole(lag)
      forget(at: arrival)
    }
    if lag < 0 {
      let step = max(Self.closest * period, (now - last) / Double(count))
      adjustPeriod(by: step - period)
      lags = (0, 0, 0, 0)
      return step
    }
    if hasBacklog { return period }
    note(lag, at: arrival)
    return period + catchUp(count) / Double(count)
  }

  mutating func next(step: Double) -> Int64 {
    last += step
    samples += 1
    return stamp
  }

  /// A silence whose samples did not come afterwards.
  private mutating func crossHole(_ lag: Double) -> Double {
    guard lag > max(Self.silence, 2 * period) else { return lag }
    last += lag
    return 0
  }

  private mutating func forget(at arrival: Int64) {
    lags = (.infinity, .infinity, .infinity, .infinity)
    partsFilled = 0
    partStart = arrival
  }

  private mutating func note(_ lag: Double, at arrival: Int64) {
    if arrival &- partStart >= max(Self.part, Int64(min(1e12, 2 * period))) {
      lags = (.infinity, lags.0, lags.1, lags.2)
      partsFilled += 1
      partStart = arrival
    }
    lags.0 = min(lags.0, lag)
  }

  /// What the next batch goes on by beyond its samples [ns].
  private mutating func catchUp(_ count: Int) -> Double {
    guard partsFilled >= 4 else { return 0 }
    let least = min(min(lags.0, lags.1), min(lags.2, lags.3))
    guard least > 0, least.isFinite else { return 0 }
    let lost = (least / period).rounded()
    let isLoss = least > 0.6 * period
    let share = isLoss ? lost * period : least * min(1, Double(count) * period / (4 * Double(Self.part)))
    lags = (lags.0 - share, lags.1 - share, lags.2 - share, lags.3 - share)
    if isLoss {
      last += share
      return 0
    }
    adjustPeriod(by: share / Double(count))
    return share
  }

  private mutating func adjustPeriod(by error: Double) {
    let gain = max(0.002, 1 / Double(samples + 20))
    let bounded = max(-0.2 * period, min(0.2 * period, error))
    period = max(1, period + gain * bounded)
  }
}
