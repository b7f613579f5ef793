/// A counter as a device time: unwrapped count x period [ns].
struct CounterTime: Sendable {
  /// Stated or fitted once [ns]; the clock map finds what it is off by.
  let period: Double
  /// Counts after which it starts again.
  private let modulus: Int64
  private var last: (counter: Int64, arrival: Int64)?
  private var count: Int64 = 0

  /// - Parameter values: how many values the counter has: 256.
  init(period: Double, values: Int64?) {
    self.period = max(1, period)
    modulus = max(2, values ?? 1 << 32)
  }

  /// Time of a sample [ns] from the first one's zero on. Which wrap it is after a silence, the arrival says [ns].
  mutating func time(_ counter: UInt32, arrival: Int64) -> Int64 {
    let number = Int64(counter)
    if let last {
      let elapsed = Double(max(0, arrival &- last.arrival)) / period
      let expected = Int64(min(1e15, elapsed.isFinite ? elapsed : 0).rounded())
      let step = (number - last.counter) % modulus
      var steps = step < 0 ? step + modulus : step
      // batches: an arrival is off by some samples
      if expected - steps > modulus / 2 { steps += (expected - steps + modulus / 2) / modulus * modulus }
      count &+= steps
    }
    last = (number, arrival)
    return Int64(exactly: (Double(count) * period).rounded()) ?? 0
  }

  /// Counts from one value to the next modulo the wrap; `values` as in `init`.
  static func steps(from: UInt32, to: UInt32, values: Int64?) -> Int64 {
    let modulus = max(2, values ?? 1 << 32)
    let step = (Int64(to) - Int64(from)) % modulus
    return step < 0 ? step + modulus : step
  }
}
