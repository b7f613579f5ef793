import Inertial

/// A clock for samples that carry no time: the host's arrival times, which come late and in batches, steer a
/// steady pace.
///
/// Loss cannot be told from delay this way; only a silence longer than can be bridged counts as a hole.
struct HostClock: Sendable {
  /// Share of the deviation that moves the next stamp, and the period; a second-order loop, damping 0.8.
  private static let gain = 0.05
  private static let periodGain = 0.001
  /// Most that one step may leave the period, so that a batch does not bend time.
  private static let bend = 0.2

  private let parameters: ConditioningParameters
  /// Running period [ns].
  private(set) var period: Double
  private var output: Int64?
  /// Rest below a whole nanosecond.
  private var fraction = 0.0

  init(period: Double, parameters: ConditioningParameters) {
    self.period = Swift.max(1, period)
    self.parameters = parameters
  }

  mutating func place(arrival: Int64) -> CausalClock.Placement {
    guard let last = output else {
      output = arrival
      return CausalClock.Placement(stamp: arrival, isMade: true)
    }
    let deviation = Double(arrival.minus(last)) - period
    let silence = Swift.max(parameters.bridgeLimit * Int64.nanosecondsPerSecond, 5 * period)
    if deviation > silence {
      output = arrival
      fraction = 0
      return CausalClock.Placement(stamp: arrival, isMade: true)
    }
    let limit = Self.bend * period
    let bent = Swift.min(limit, Swift.max(-limit, deviation))
    let step = period + Self.gain * bent + fraction
    let whole = Swift.max(1, Int64(nanoseconds: step))
    fraction = step - Double(whole)
    period = Swift.max(1, period + Self.periodGain * bent)
    let next = last.plus(whole)
    output = next
    return CausalClock.Placement(stamp: next, isMade: true)
  }
}
