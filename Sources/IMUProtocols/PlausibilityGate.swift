import Inertial

/// What a sample must keep to when its frame carries no check of its own. Larger values let more damage through.
public struct PlausibilityLimits: Hashable, Sendable {
  /// Full scale of the fastest gyroscope [rad/s], each axis.
  public var angularRate: Double
  /// Full scale of the hardest accelerometer [m/s²], each axis.
  public var specificForce: Double
  /// A sample of which one number differs from both neighbours by more than this is a spike [rad/s], at 100 Hz or
  /// faster.
  public var rateSpike: Double
  /// The same for force [m/s²]. Heel strikes reach 1 g between two samples on one axis; a lower limit takes them for
  /// damage.
  public var forceSpike: Double

  public init(
    angularRate: Double = 4000 * .pi / 180, specificForce: Double = 32 * .standardGravity,
    rateSpike: Double = 60 * .pi / 180, forceSpike: Double = 2 * .standardGravity
  ) {
    self.angularRate = angularRate
    self.specificForce = specificForce
    self.rateSpike = rateSpike
    self.forceSpike = forceSpike
  }
}

/// Keeps damaged samples of one sensor out of the stream (serial.md section 8).
///
/// A sample passes at once when it follows the one before it. A strange one waits for the next: if that one follows the
/// one before, the strange one was damaged.
struct PlausibilityGate: Sendable {
  private let limits: PlausibilityLimits
  private var previous: RawSample?
  private var held: DecodedSample?

  init(_ limits: PlausibilityLimits) { self.limits = limits }

  /// `period`: between samples [ns]; 0 when unknown.
  mutating func push(
    _ sample: DecodedSample, period: Int64, emit: (DecodedSample) -> Void,
    reject: (RejectionReason) -> Void
  ) {
    guard isInRange(sample.sample) else { return reject(.outOfRange) }
    if let waiting = held {
      held = nil
      if let reason = verdict(waiting.sample, next: sample.sample, period) {
        reject(reason)
      } else {
        pass(waiting, emit)
      }
    }
    guard let previous, let time = sample.sample.deviceTime, let before = previous.deviceTime else {
      return judgeValues(sample, period, emit)
    }
    if time <= before { return reject(.clockStep) }
    if time &- before > period + period / 2, period > 0 {
      held = sample
    } else {
      judgeValues(sample, period, emit)
    }
  }

  /// End of a stretch: what still waits cannot be judged and stands.
  mutating func finish(emit: (DecodedSample) -> Void) {
    if let waiting = held { emit(waiting) }
    held = nil
    previous = nil
  }

  private mutating func judgeValues(_ sample: DecodedSample, _ period: Int64, _ emit: (DecodedSample) -> Void)
  {
    if let previous, isFar(sample.sample, previous, period) {
      held = sample
    } else {
      pass(sample, emit)
    }
  }

  private mutating func pass(_ sample: DecodedSample, _ emit: (DecodedSample) -> Void) {
    previous = sample.sample
    emit(sample)
  }

  /// Why the waiting sample must go, now that the next one is known; nil when it may stand.
  private func verdict(_ waiting: RawSample, next: RawSample, _ period: Int64) -> RejectionReason? {
    if let time = waiting.deviceTime, let nextTime = next.deviceTime, nextTime <= time { return .clockStep }
    guard let previous, !isFar(next, previous, period) else { return nil }
    // Damage hits one number of a frame; a knock moves several.
    let before = spikes(waiting, previous, period), after = spikes(waiting, next, period)
    return before == 1 && after == 1 ? .spike : nil
  }

  private func isInRange(_ sample: RawSample) -> Bool {
    let rate = sample.gyroscope, force = sample.accelerometer
    // nan marks a quantity that the device does not send
    return !(largest(rate) > limits.angularRate) && !(largest(force) > limits.specificForce)
  }

  private func isFar(_ a: RawSample, _ b: RawSample, _ period: Int64) -> Bool { spikes(a, b, period) > 0 }

  /// How many of the six numbers differ by more than a spike.
  private func spikes(_ a: RawSample, _ b: RawSample, _ period: Int64) -> Int {
    let slowness = max(1, Double(period) / 10_000_000)
    return count(a.gyroscope - b.gyroscope, above: limits.rateSpike * slowness)
      + count(a.accelerometer - b.accelerometer, above: limits.forceSpike * slowness)
  }

  private func count(_ v: Vector3, above limit: Double) -> Int {
    (abs(v.x) > limit ? 1 : 0) + (abs(v.y) > limit ? 1 : 0) + (abs(v.z) > limit ? 1 : 0)
  }

  private func largest(_ v: Vector3) -> Double { max(abs(v.x), abs(v.y), abs(v.z)) }
}
