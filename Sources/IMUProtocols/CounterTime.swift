/// A counter as a device time: unwrapped count x period [ns].
///
/// A count cannot be ahead of its arrival: one that is, is damage when the next count goes on from the one before it, and a
/// device that began anew when the next one goes on from it.
struct CounterTime: Sendable {
  /// A sample's place in the count.
  struct Place: Sendable {
    /// From the first sample's zero on [ns].
    var time: Int64
    /// The device began anew: counts before and behind do not compare.
    var isRestart = false
  }

  private struct Known: Sendable {
    var counter: Int64
    var count: Int64
    var arrival: Int64
  }

  /// Stated or fitted once [ns]; the clock map finds what it is off by.
  let period: Double
  /// Counts after which it starts again.
  private let modulus: Int64
  private var last: Known?
  /// A count that was ahead of its arrival, under the number it would have if it were true.
  private var suspect: Known?
  /// Arrival - time of the sample that came soonest, and when that was [ns].
  private var soonest: Double = .infinity
  private var soonestSince: Int64 = 0

  /// How much a batch may make arrivals look early [ns], and how the clocks may part [ns/ns].
  private static let batch = 100_000_000.0
  private static let parting = 0.1

  /// - Parameter values: how many values the counter has: 256.
  init(period: Double, values: Int64?) {
    self.period = max(1, period)
    modulus = max(2, values ?? 1 << 32)
  }

  /// Place of a sample. Which wrap it is after a silence, the arrival says [ns].
  mutating func place(_ counter: UInt32, arrival: Int64) -> Place {
    let next = Known(
      counter: Int64(counter), count: last.map { count(Int64(counter), arrival, after: $0) } ?? 0,
      arrival: arrival)
    guard let last, isAhead(next) else { return accept(next) }
    let expected = max(1, periods(from: last.arrival, to: arrival))
    if let suspect {
      var behind = suspect
      behind.count = last.count &+ max(1, periods(from: last.arrival, to: suspect.arrival))
      let resumed = Known(
        counter: Int64(counter), count: count(Int64(counter), arrival, after: behind), arrival: arrival)
      if !isAhead(resumed) {
        var place = accept(resumed)
        place.isRestart = true
        return place
      }
    }
    suspect = next
    return Place(time: time(of: last.count &+ expected))
  }

  private mutating func accept(_ next: Known) -> Place {
    let lateness = Double(next.arrival) - Double(next.count) * period
    if lateness <= soonest { soonestSince = next.arrival }
    soonest = min(lateness, soonest)
    last = next
    suspect = nil
    return Place(time: time(of: next.count))
  }

  private func isAhead(_ next: Known) -> Bool {
    let room =
      max(10 * period, Self.batch) + Self.parting * Double(max(0, next.arrival &- soonestSince))
    return Double(next.count) * period + soonest - Double(next.arrival) > room
  }

  private func count(_ counter: Int64, _ arrival: Int64, after known: Known) -> Int64 {
    let expected = periods(from: known.arrival, to: arrival)
    let step = (counter - known.counter) % modulus
    var steps = step < 0 ? step + modulus : step
    // batches: an arrival is off by some samples
    if expected - steps > modulus / 2 { steps += (expected - steps + modulus / 2) / modulus * modulus }
    return known.count &+ steps
  }

  private func periods(from start: Int64, to end: Int64) -> Int64 {
    let elapsed = Double(max(0, end &- start)) / period
    return Int64(min(1e15, elapsed.isFinite ? elapsed : 0).rounded())
  }

  private func time(of count: Int64) -> Int64 { Int64(exactly: (Double(count) * period).rounded()) ?? 0 }

  /// Counts from one value to the next modulo the wrap; `values` as in `init`.
  static func steps(from: UInt32, to: UInt32, values: Int64?) -> Int64 {
    let modulus = max(2, values ?? 1 << 32)
    let step = (Int64(to) - Int64(from)) % modulus
    return step < 0 ? step + modulus : step
  }
}
