import Inertial

/// One sensor sampled again and again: keeps the attitude of the sample before, so that a rate is the mean over the
/// interval that ends at the sample.
struct SensorTrack: Sendable {
  let segment: BodySegment
  private var period: Double
  /// Added to the nominal time: a delay is negative, a chip that is read after the other one positive [s].
  private let shift: Double
  /// True seconds a second of the stamps.
  private let pace: Double
  private let field: Vector3?
  private var model: SensorModel
  private var previous: Quaternion?

  init(
    segment: BodySegment, errors: SensorErrors, period: Double, shift: Double, pace: Double = 1,
    field: Vector3?,
    seed: UInt64
  ) {
    self.segment = segment
    self.period = period * pace
    self.shift = shift
    self.pace = pace
    self.field = field
    let purpose: RandomPurpose = segment == .thigh ? .thighSensor : .shankSensor
    model = SensorModel(errors: errors, period: period, random: SplitMix64(seed: seed, for: purpose))
  }

  /// From the next sample on; the noise stays that of the old rate.
  mutating func setPeriod(_ period: Double) { self.period = period * pace }

  /// The next sample, `time` being one period after the last, and the true attitude of the sensor at that time.
  mutating func sample(_ leg: LegModel, at time: Double) -> (
    sample: InertialSample?, earthFromSensor: Quaternion
  ) {
    let moment = time * pace + shift
    let frame = leg.sensor(on: segment, at: moment)
    let now = frame.earthFromFrame
    let before = previous ?? leg.sensor(on: segment, at: moment - period).earthFromFrame
    previous = now
    let rate = (before.conjugate * now).rotationVector / period
    let force = now.rotateBack(frame.acceleration + Vector3(0, 0, .standardGravity))
    let sample = model.measure(rate: rate, force: force, field: field.map(now.rotateBack))
    return (sample, now)
  }
}
