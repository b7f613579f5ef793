import Inertial

/// What one sensor of a stream delivered.
public struct SensorStatistics: Hashable, Sendable {
  public internal(set) var samples = 0
  /// Samples that the time grid says are missing; from arrivals, and so estimated, where the device sends no time.
  public internal(set) var missing = 0
  public internal(set) var isMissingEstimated = false
  /// Holes longer than max(100 ms, 2 periods).
  public internal(set) var gaps = 0
  /// Samples a second that the device takes, over the last 5 to 10 s [Hz]; nil until two samples are there.
  public internal(set) var rate: Double?
  /// Whether the device hides small rates.
  public internal(set) var deadBand = DeadBandWatch()
  /// Host time of the last sample [ns].
  public internal(set) var lastArrival: Int64?

  /// [ns], 0 until known.
  private(set) var period: Int64
  private let isPeriodStated: Bool
  private var lastTime: Int64?
  private var firstSteps: [Int64] = []
  private var anchor: Anchor?
  private var olderAnchor: Anchor?

  private struct Anchor: Hashable, Sendable {
    var time: Int64
    var steps: Int
  }

  init(nominalRate: Double?) {
    isPeriodStated = nominalRate != nil
    period = nominalRate.map { Int64((1e9 / $0).rounded()) } ?? 0
    firstSteps.reserveCapacity(Self.learningSteps)
  }

  private static let learningSteps = 16
  private static let window: Int64 = 5_000_000_000
  private static let longestStep: Int64 = 31_557_600 * 1_000_000_000

  /// Share of samples lost, 0...1.
  public var lossShare: Double { missing == 0 ? 0 : Double(missing) / Double(samples + missing) }

  mutating func take(_ sample: RawSample) {
    samples += 1
    lastArrival = sample.arrivalTime
    isMissingEstimated = sample.deviceTime == nil
    let time = sample.deviceTime ?? sample.arrivalTime
    if let lastTime, time > lastTime { takeStep(time &- lastTime) }
    lastTime = time
    measureRate(at: time)
  }

  private mutating func takeStep(_ step: Int64) {
    // A step that no clock makes overflows or is longer than a year.
    guard 0..<Self.longestStep ~= step else { return }
    learnPeriod(step)
    guard period > 0 else { return }
    // Arrivals come in bursts: without device time only a long silence says that something is missing.
    let shortest = isMissingEstimated ? max(100_000_000, 2 * period) : period + period / 2
    if step > shortest { missing += Int((Double(step) / Double(period)).rounded()) - 1 }
    if step > max(100_000_000, 2 * period) { gaps += 1 }
  }

  /// Where no rate is stated: the median of the first steps, or the rate of the arrivals.
  private mutating func learnPeriod(_ step: Int64) {
    if isPeriodStated { return }
    if isMissingEstimated { return period = samples > 100 ? Int64(1e9 / max(rate ?? .infinity, 0.001)) : 0 }
    guard firstSteps.count < Self.learningSteps else { return }
    firstSteps.append(step)
    if firstSteps.count == Self.learningSteps { period = firstSteps.sorted()[Self.learningSteps / 2] }
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

/// What a stream delivered since it was opened, in memory that never grows.
public struct StreamStatistics: Sendable {
  public internal(set) var bytes = 0
  public internal(set) var chunks = 0
  public internal(set) var largestChunk = 0
  /// Bytes before the first frame end after opening.
  public internal(set) var bytesBeforeStart = 0
  public internal(set) var stalls = 0
  public internal(set) var reconnects = 0
  /// One for each of the decoder's sensors.
  public internal(set) var sensors: [SensorStatistics] = []
  /// Samples that the decoder gave and plausibility took back.
  public internal(set) var implausible = DecoderStatistics()
  /// From the host time of a sample's first byte until it was dealt with [ns]; empty for a replay.
  public internal(set) var age = DurationHistogram()

  public init() {}

  public var samples: Int { sensors.reduce(0) { $0 + $1.samples } }
  public var missing: Int { sensors.reduce(0) { $0 + $1.missing } }
  public var gaps: Int { sensors.reduce(0) { $0 + $1.gaps } }

  /// Each sensor's share of the samples, 0...1; about equal on a healthy port.
  public var balance: [Double] {
    let whole = Double(max(1, samples))
    return sensors.map { Double($0.samples) / whole }
  }

  /// The share of one sensor is more than a tenth off an equal one, after 100 samples.
  public var isUnbalanced: Bool {
    guard sensors.count > 1, samples >= 100 else { return false }
    let fair = 1 / Double(sensors.count)
    return balance.contains { abs($0 - fair) > 0.1 * fair }
  }
}
