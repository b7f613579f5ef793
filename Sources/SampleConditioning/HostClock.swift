import Inertial

/// A clock for samples that carry no time: a line through the host's arrival times, which come late and in
/// batches.
///
/// The fit is that of a growing memory, which from some length on forgets (the alpha-beta filter with the gains
/// of least squares). Loss cannot be told from delay this way; only a silence longer than can be bridged
/// counts as a hole.
struct HostClock: Sendable {
  /// Samples that the line remembers.
  private static let memory = 1000.0
  /// Samples that a known or learned period counts for at the start.
  private static let trust = 30.0
  /// Most that one arrival may pull, and least that time may go on, in periods.
  private static let pull = 5.0
  private static let leastStep = 0.2

  private let parameters: ConditioningParameters
  /// Running period [ns].
  private(set) var period: Double
  private var output: Int64?
  /// Rest below a whole nanosecond.
  private var fraction = 0.0
  private var count = HostClock.trust

  init(period: Double, parameters: ConditioningParameters) {
    self.period = Swift.max(1, period)
    self.parameters = parameters
  }

  mutating func place(arrival: Int64) -> CausalClock.Placement {
    guard let last = output else {
      output = arrival
      return CausalClock.Placement(stamp: arrival, isMade: true)
    }
    let deviation = Double(arrival.minus(last)) - fraction - period
    let silence = Swift.max(parameters.bridgeLimit * Int64.nanosecondsPerSecond, Self.pull * period)
    if deviation > silence {
      output = arrival
      fraction = 0
      return CausalClock.Placement(stamp: arrival, isMade: true)
    }
    let next = last.plus(advance(by: deviation))
    output = next
    return CausalClock.Placement(stamp: next, isMade: true)
  }

  private mutating func advance(by deviation: Double) -> Int64 {
    let residual = Swift.max(-Self.pull * period, Swift.min(Self.pull * period, deviation))
    count = Swift.min(Self.memory, count + 1)
    let square = count * (count + 1)
    let step = Swift.max(Self.leastStep * period, period + 2 * (2 * count - 1) / square * residual) + fraction
    period = Swift.max(1, period + 6 / square * residual)
    let whole = Swift.max(1, Int64(nanoseconds: step))
    fraction = Swift.max(-1, Swift.min(1, step - Double(whole)))
    return whole
  }
}
