import Inertial

/// What the simple filters share: time, the start from gravity and field, the gyroscope, rest, a late field.
///
/// It predicts; what force and field say about the prediction is handed on as `Evidence` in earth axes, and the
/// filter corrects `earthFromSensor` and `bias` by it.
struct GyroscopeTrack: Equatable, Sendable, Codable {
  var earthFromSensor = Quaternion.identity
  /// [rad/s]
  var bias = Vector3.zero
  private(set) var rest = RestWatch()
  /// Nominal period [s]; follows a lasting change of the rate.
  private(set) var period: Double
  /// Since the level was last taken from one force sample [s]; nil before.
  private(set) var age: Double?
  private(set) var hasHeading = false

  private let fieldLatency: Double
  /// Orientations of the last moments, kept only when the magnetometer is late.
  private var past: OrientationHistory?
  private var rules: RestWatch.Rules
  private var rateWatch: RateWatch
  /// Since the last force and the last field sample [s].
  private var forceStep = 0.0
  private var fieldStep = 0.0

  /// - Precondition: `period` is positive and finite.
  init(fieldLatency: Double, period: Double) {
    precondition(period > 0 && period.isFinite, "a filter needs a positive period")
    self.period = period
    self.fieldLatency = fieldLatency
    rules = RestWatch.Rules(.online, period: period)
    rateWatch = RateWatch(period: period)
    if fieldLatency > 0 {
      past = OrientationHistory(span: Swift.max(0.06, fieldLatency), period: period)
    }
  }

  /// Largest bias per axis [rad/s].
  var largestBias: Double { rules.largestBias }

  /// Takes one sample: predicts the orientation, and starts level and heading where they are due.
  ///
  /// - Parameter biasVariance: what is known of the bias per axis [(rad/s)²].
  @inline(__always)
  mutating func follow(
    _ sample: InertialSample, period: Double, biasVariance: Vector3 = .zero
  ) -> Evidence {
    var evidence = Evidence(step: advance(period))
    evidence.rate = sample.gyroscope.within(Limits.rate)
    if let rate = evidence.rate {
      let turn = Quaternion(smallRotationVector: (rate - bias) * evidence.step)
      earthFromSensor = earthFromSensor.renormalized * turn
      rest.push(rate: rate, rules)
    }
    past?.push(earthFromSensor, evidence.step)
    if let force = sample.accelerometer?.within(Limits.force),
      force.squaredNorm > Limits.smallestForce * Limits.smallestForce
    {
      evidence.surprise = rest.push(force: force, forceStep, bias: bias, variance: biasVariance, rules)
      if sample.doubt.contains(.rateHidden) { rest.doubt() }
      evidence.takeForce(
        earthFromSensor.rotate(force), &forceStep, longest: Swift.max(0.1, 1.5 * self.period))
      if age == nil { start(&evidence) }
    }
    // Heading means something only once the level is known.
    if age != nil, let field = sample.magnetometer?.within(Limits.field),
      field.squaredNorm > Limits.smallestField * Limits.smallestField
    {
      let then = past?.orientation(before: fieldLatency) ?? earthFromSensor
      evidence.takeField(then.rotate(field), &fieldStep)
    }
    return evidence
  }

  /// The step to integrate over [s]; adopts a lasting change of the rate.
  @inline(__always)
  private mutating func advance(_ given: Double) -> Double {
    let isPossible = given >= 0 && given <= Limits.step
    let step = isPossible ? given : period
    forceStep += step
    fieldStep += step
    if let age { self.age = age + step }
    if isPossible, let changed = rateWatch.push(given, nominal: period) { adopt(period: changed.period) }
    return step
  }

  @inline(never)
  private mutating func adopt(period: Double) {
    self.period = period
    rules = RestWatch.Rules(.online, period: period)
    rest.adapt(to: rules)
    past?.adopt(period: period)
  }

  /// Levels by the shortest turn; the force has then said all it can.
  @inline(never)
  private mutating func start(_ evidence: inout Evidence) {
    guard let force = evidence.force else { return }
    earthFromSensor = (Quaternion.leveling(force.normalized) * earthFromSensor).normalized
    evidence.useForceUp()
    age = 0
    past?.removeAll()
    past?.push(earthFromSensor, evidence.step)
  }

  /// Takes the heading from one usable field sample: with the level this is the closed form of `Quaternion.still`.
  @inline(never)
  mutating func startHeading(_ field: Vector3) {
    turnHeading(by: Double.atan2(field.x, field.y))
    hasHeading = true
    past?.removeAll()
    past?.push(earthFromSensor, period)
  }

  /// Anticlockwise from above [rad].
  @inline(__always)
  mutating func turnHeading(by angle: Double) {
    earthFromSensor = Quaternion(smallRotationVector: Vector3(0, 0, angle)) * earthFromSensor
  }

  /// The next force sample levels the orientation by the shortest turn; heading and bias are held.
  mutating func restart() {
    age = nil
    rest.restart()
    past?.removeAll()
  }
}

/// What one sample says, in the earth axes of the prediction.
struct Evidence {
  /// Time since the sample before [s].
  let step: Double
  /// [rad/s], sensor axes.
  var rate: Vector3?
  /// How far off the bias was, when a rest that tells so is believed [rad/s].
  var surprise: Vector3?
  /// [m/s²], never zero; nil also when it has just made the start.
  private(set) var force: Vector3?
  /// The level has just been taken from this sample's force.
  private(set) var isStart = false
  /// Time that the force sample stands for [s].
  private(set) var forceStep = 0.0
  /// [µT], never zero; nil also where the field is within 3 degrees of the vertical and has no heading.
  private(set) var field: Vector3?
  private(set) var fieldStep = 0.0
}

extension Evidence {
  init(step: Double) { self.step = step }

  /// A force that was away has not been watching: one sample of it is mostly motion and stands for a moment.
  @inline(__always)
  fileprivate mutating func takeForce(_ force: Vector3, _ elapsed: inout Double, longest: Double) {
    self.force = force
    forceStep = Swift.min(elapsed, longest)
    elapsed = 0
  }

  /// A field stands for a second at most.
  @inline(__always)
  fileprivate mutating func takeField(_ field: Vector3, _ elapsed: inout Double) {
    fieldStep = Swift.min(elapsed, 1)
    elapsed = 0
    let squaredNorm = field.squaredNorm
    let squaredLevel: Double = field.x * field.x + field.y * field.y
    guard squaredLevel >= 0.0025 * squaredNorm else { return }
    self.field = field
  }

  fileprivate mutating func useForceUp() {
    force = nil
    isStart = true
  }
}

extension Quaternion {
  /// The one of q and -q that is nearer to another orientation.
  @inline(__always)
  func nearer(to other: Quaternion) -> Quaternion { dot(other) < 0 ? -self : self }
}
