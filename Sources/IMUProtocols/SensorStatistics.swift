import Inertial

/// What one sensor of a stream delivered.
public struct SensorStatistics: Hashable, Sendable {
  /// A stretch without samples.
  struct Hole: Hashable, Sendable {
    /// Of the samples before and behind it [ns].
    var from: Int64
    var to: Int64
    var missing: StreamGap.Missing
  }

  public internal(set) var samples = 0
  /// Samples that the time grid or the counter says are missing; from arrivals, and so estimated, where the device
  /// sends neither.
  public internal(set) var missing = 0
  public internal(set) var isMissingEstimated = false
  /// Holes longer than max(100 ms, 2 periods).
  public internal(set) var gaps = 0
  /// Stated by the source [Hz].
  public let nominalRate: Double?
  /// Samples a second that the device takes, over the last 5 to 10 s [Hz]; nil until two samples are there.
  public internal(set) var rate: Double?
  /// Whether the device hides small rates.
  public internal(set) var deadBand = DeadBandWatch()
  /// Host time of the last sample [ns].
  public internal(set) var lastArrival: Int64?
  /// Samples with values at the rail of the sensor.
  public internal(set) var saturated = 0

  /// [ns], 0 until known.
  private(set) var period: Int64
  private var isPeriodStated: Bool
  /// The last sample follows on the one before by its own time or counter: none is missing between them.
  private(set) var isNext = false
  private var lastTime: Int64?
  private var lastCounter: UInt32?
  private let counterValues: Int64?
  private var steps: [Int64] = []
  /// What the steps of the block before said, where it contradicted the period.
  private var rival: Int64 = 0
  private var anchor: Anchor?
  private var olderAnchor: Anchor?
  private var intervals = Spread()

  private struct Anchor: Hashable, Sendable {
    var time: Int64
    var steps: Int
  }

  /// Mean and variance as numbers come (Welford).
  private struct Spread: Hashable, Sendable {
    var count = 0.0
    var mean = 0.0
    var squares = 0.0

    mutating func add(_ value: Double) {
      count += 1
      let delta = value - mean
      mean += delta / count
      squares += delta * (value - mean)
    }
  }

  init(nominalRate: Double?, counterValues: Int64? = nil) {
    let stated = nominalRate.flatMap { $0.isFinite && $0 > 1e-6 ? $0 : nil }
    self.nominalRate = stated
    self.counterValues = counterValues
    isPeriodStated = stated != nil
    period = stated.map { Int64((1e9 / $0).rounded()) } ?? 0
    steps.reserveCapacity(Self.block)
  }

  private static let block = 16
  private static let window: Int64 = 5_000_000_000
  private static let longestStep: Int64 = 31_557_600 * 1_000_000_000

  /// Share of samples lost, 0...1.
  public var lossShare: Double { missing == 0 ? 0 : Double(missing) / Double(samples + missing) }

  /// Standard deviation of the steps from sample to sample, holes left out [ns]; nil until there are some.
  public var jitter: Double? {
    intervals.count > 1 ? (intervals.squares / intervals.count).squareRoot() : nil
  }

  /// Takes a sample; says when samples are missing before it.
  @discardableResult
  mutating func take(_ decoded: DecodedSample) -> Hole? {
    let sample = decoded.sample
    isNext = false
    samples += 1
    lastArrival = sample.arrivalTime
    isMissingEstimated =
      sample.deviceTime == nil || (decoded.marks.contains(.hostTimed) && decoded.counter == nil)
    if !decoded.marks.isDisjoint(with: [.rateSaturated, .forceSaturated]) { saturated += 1 }
    let time = sample.deviceTime ?? sample.arrivalTime
    var hole: Hole?
    if let lastTime, time > lastTime {
      hole = takeStep(time &- lastTime, to: time, decoded.counter, isArrival: sample.deviceTime == nil)
    }
    noteCounter(decoded.counter)
    lastTime = time
    measureRate(at: time)
    return hole
  }

  private mutating func takeStep(
    _ step: Int64, to time: Int64, _ counter: UInt32?, isArrival: Bool
  ) -> Hole? {
    // A step that no clock makes overflows or is longer than a year.
    guard 0..<Self.longestStep ~= step else { return nil }
    learnPeriod(step, isArrival: isArrival)
    guard period > 0 else { return nil }
    // Arrivals come in bursts: without device time only a long silence says that something is missing.
    let shortest = isArrival ? max(100_000_000, 2 * period) : period + period / 2
    guard step > shortest else {
      isNext = !isArrival && !isMissingEstimated
      intervals.add(Double(step))
      return nil
    }
    let count = max(1, Int(min(1e12, (Double(step) / Double(period)).rounded())) - 1)
    let lost = certainty(of: count, counter)
    missing += lost.count ?? count
    if step > max(100_000_000, 2 * period) { gaps += 1 }
    return Hole(from: time &- step, to: time, missing: lost)
  }

  private mutating func noteCounter(_ counter: UInt32?) {
    if let lastCounter, let counter {
      let values = counterValues ?? 1 << 32
      if CounterTime.steps(from: lastCounter, to: counter, values: values) == 1 { isNext = true }
    }
    lastCounter = counter
  }

  /// Counts what a gap at the end of the stream says is missing.
  mutating func close(_ gap: StreamGap) {
    missing += gap.missing.count ?? 0
    gaps += 1
  }

  /// A counter that agrees makes the number exact; other messages may use up counts beside the samples.
  private func certainty(of count: Int, _ counter: UInt32?) -> StreamGap.Missing {
    guard let lastCounter, let counter else { return .estimated(count) }
    let values = counterValues ?? 1 << 32
    let steps = CounterTime.steps(from: lastCounter, to: counter, values: values)
    // The number of counts that is possible and nearest to what the time says.
    var excess = (steps - Int64(count) - 1) % values
    if excess > values / 2 { excess -= values }
    if excess < -values / 2 { excess += values }
    guard abs(excess) <= max(1, Int64(count) / 20), Int64(count) + excess > 0 else {
      return .estimated(count)
    }
    return .exact(count + Int(excess))
  }

  /// Where no rate is stated, or the steps keep contradicting it: their median; or the rate of the arrivals.
  private mutating func learnPeriod(_ step: Int64, isArrival: Bool) {
    if isArrival {
      if !isPeriodStated { period = samples > 100 ? Int64(1e9 / max(rate ?? .infinity, 0.001)) : 0 }
      return
    }
    steps.append(step)
    guard steps.count == Self.block else { return }
    steps.sort()
    let median = steps[Self.block / 2]
    steps.removeAll(keepingCapacity: true)
    if period == 0 { return period = median }
    let isOff = abs(Double(median) / Double(period) - 1) > 0.25
    if isOff, rival > 0, abs(Double(median) / Double(rival) - 1) < 0.1 { period = median }
    rival = isOff ? median : 0
  }

  private mutating func measureRate(at time: Int64) {
    let now = Anchor(time: time, steps: samples + missing)
    guard let newest = anchor else {
      anchor = now
      return
    }
    let from = olderAnchor ?? newest
    if time &- from.time > 0 { rate = Double(now.steps - from.steps) * 1e9 / Double(time &- from.time) }
    if time &- newest.time > Self.window { (olderAnchor, anchor) = (newest, now) }
  }
}
