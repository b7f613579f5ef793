import Inertial

/// The rules of conditioning sample by sample, causal and without allocation: what a live stream goes through.
///
/// The batch form of a recording runs the same screen over repaired stamps; on clean data both agree bit for
/// bit. Samples without device time are put on a steady clock that follows their arrival.
public struct StreamConditioner: Sendable {
  /// So many samples with one and the same stamp have no time at all.
  private static let mostWaiting = 256
  /// Half of the smallest range of a gyroscope (125 deg/s), and one of an accelerometer that gravity alone
  /// does not reach (2 g).
  private static let leastRateRange = 1.0
  private static let leastForceRange = 1.5 * Double.standardGravity

  private let parameters: ConditioningParameters
  private var screen: SampleScreen
  /// One of the two, from the first sample on.
  private var device: CausalClock?
  private var host: HostClock?
  private var nominal: Double?
  private var zero: Int64?
  private var last: RawSample?
  private var rates: CausalRail
  private var forces: CausalRail
  /// Samples that wait for the period to become known; empty ever after.
  private var waiting: [RawSample] = []
  private var repeated = 0
  private var restarts = 0

  /// - Parameters:
  ///   - nominalPeriod: [s]; nil when the source states none, then the first samples wait until it is known.
  ///   - zero: stamp of output second 0 [ns]; nil takes the first sample's.
  public init(
    nominalPeriod: Double?, parameters: ConditioningParameters = .init(), zero: Int64? = nil
  ) {
    self.parameters = parameters
    screen = SampleScreen(parameters: parameters)
    nominal = nominalPeriod.flatMap { $0.isFinite && $0 > 0 ? $0 : nil }
    self.zero = zero
    rates = CausalRail(range: parameters.rateRange, least: Self.leastRateRange)
    forces = CausalRail(range: parameters.forceRange, least: Self.leastForceRange)
  }

  /// Takes one sample and gives every row that it completes, in order; none for a repeat or a late sample.
  public mutating func push(_ sample: RawSample, emit: (ConditionedSample) -> Void) {
    if nominal == nil {
      wait(sample, emit)
    } else {
      take(sample, emit)
    }
  }

  private mutating func wait(_ sample: RawSample, _ emit: (ConditionedSample) -> Void) {
    waiting.append(sample)
    nominal = Self.period(of: waiting)
    if nominal != nil {
      finish(emit: emit)
    } else if waiting.count >= Self.mostWaiting {
      waiting.removeAll(keepingCapacity: true)
    }
  }

  /// Gives what still waits for the period when the stream ends early; a single sample without a known period
  /// has no place in time and is left out.
  public mutating func finish(emit: (ConditionedSample) -> Void) {
    if nominal == nil { nominal = Self.period(of: waiting, fewest: 2) }
    let samples = waiting
    waiting = []
    if nominal != nil {
      for sample in samples { take(sample, emit) }
    }
  }

  private mutating func take(_ sample: RawSample, _ emit: (ConditionedSample) -> Void) {
    if let last, last.deviceTime != nil, sample.hasSameContent(as: last) {
      repeated += 1
      return
    }
    last = sample
    guard let place = place(sample) else { return }
    if zero == nil { zero = place.stamp }
    if place.restarts { restarts += 1 }
    let gyroscopeClips = rates.isClipped(sample.gyroscope)
    let accelerometerClips = forces.isClipped(sample.accelerometer)
    let reading = SampleScreen.Reading(
      time: .seconds(from: zero ?? place.stamp, to: place.stamp), period: period,
      restarts: place.restarts, timeInterpolated: place.isMade, gyroscope: sample.gyroscope,
      accelerometer: sample.accelerometer, magnetometer: sample.magnetometer)
    screen.push(reading) { row in
      var marked = row
      if !row.quality.contains(.filled) {
        if gyroscopeClips { marked.quality.insert(.gyroscopeClipped) }
        if accelerometerClips { marked.quality.insert(.accelerometerClipped) }
        marked.sample.doubt = marked.quality.doubt
      }
      emit(marked)
    }
  }

  private mutating func place(_ sample: RawSample) -> CausalClock.Placement? {
    if device == nil && host == nil {
      let period = (nominal ?? 0) * Int64.nanosecondsPerSecond
      if sample.deviceTime == nil {
        host = HostClock(period: period, parameters: parameters)
      } else {
        device = CausalClock(period: period, parameters: parameters)
      }
    }
    return device == nil
      ? host?.place(arrival: sample.arrivalTime)
      : device?.place(sample.deviceTime, arrival: sample.arrivalTime)
  }

  /// Running period [s]; 0 while it is not known.
  public var period: Double {
    guard let running = device?.period ?? host?.period else { return nominal ?? 0 }
    return running / Int64.nanosecondsPerSecond
  }

  /// Usual distance of the first samples [s]; nil while they are too few.
  private static func period(of samples: [RawSample], fewest: Int = 16) -> Double? {
    guard samples.count >= fewest, let first = samples.first else { return nil }
    let stamps = samples.map { first.deviceTime == nil ? $0.arrivalTime : $0.deviceTime ?? .missingStamp }
    let statistics = StepStatistics(count: stamps.count) { stamps[$0].minus(stamps[$0 - 1]) }
    let isPlain = first.deviceTime != nil && statistics.zeroShare < 0.25 && !statistics.comeInBursts
    let period = isPlain ? statistics.typical : statistics.mean
    return period >= 1 ? period / Int64.nanosecondsPerSecond : nil
  }
}

extension StreamConditioner {
  /// What happened to the stream so far.
  public struct Report: Hashable, Sendable {
    public var samples: Int
    public var filled: Int
    public var repeated: Int
    public var late: Int
    public var restarts: Int
    /// Values of any sensor that were not finite, and that were not possible.
    public var nonFinite: Int
    public var outOfRange: Int
  }

  public var report: Report {
    let tally = screen.tally
    return Report(
      samples: tally.rows, filled: tally.filled, repeated: repeated, late: device?.late ?? 0,
      restarts: restarts,
      nonFinite: tally.rate.nonFinite.count + tally.force.nonFinite.count + tally.field.nonFinite.count,
      outOfRange: tally.rate.outOfRange.count + tally.force.outOfRange.count + tally.field.outOfRange.count)
  }
}

extension RawSample {
  /// Same device stamp and same values.
  func hasSameContent(as other: RawSample) -> Bool {
    guard deviceTime == other.deviceTime, gyroscope.hasSameBits(as: other.gyroscope),
      accelerometer.hasSameBits(as: other.accelerometer)
    else { return false }
    switch (magnetometer, other.magnetometer) {
    case (nil, nil): return true
    case (let one?, let two?): return one.hasSameBits(as: two)
    default: return false
    }
  }
}
