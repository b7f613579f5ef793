import Inertial

/// The rules for values and holes, sample by sample, causal: H1 finite, H2 range, H4 gaps, H7 zero.
///
/// Times come in strictly increasing; making them so is the work of `Timeline` and `CausalClock`.
struct SampleScreen: Sendable {
  struct Reading {
    /// Output time [s].
    var time: Double
    /// Period that holds around this reading [s].
    var period: Double
    /// Nothing connects this reading with the one before.
    var restarts: Bool
    var timeInterpolated: Bool
    var gyroscope: Vector3
    var accelerometer: Vector3
    var magnetometer: Vector3?
    /// The field only repeats the last reading of a slower magnetometer.
    var fieldIsRepeat = false
  }

  /// Bounds for senseless stamps: parts of one hole, and filled rows for every row delivered.
  private static let mostParts = 1000.0
  private static let mostFilledShare = 4

  let parameters: ConditioningParameters
  private(set) var tally = ScreenTally()
  private var lastTime: Double?
  private var lastRate = Vector3.zero
  private var lastGoodTime: Double?
  private var voidRates = 0
  private var deadBand = DeadBand()

  init(parameters: ConditioningParameters) { self.parameters = parameters }

  mutating func push(_ next: Reading, emit: (ConditionedSample) -> Void) {
    var reading = next
    // Far from second 0 two stamps may be one and the same Double.
    if let lastTime, reading.time <= lastTime { reading.time = lastTime.nextUp }
    var quality: SampleQuality = reading.timeInterpolated ? .timeInterpolated : []
    let rateBefore = lastRate
    let rate = screenRate(reading, &quality)
    let force = screenForce(reading, &quality)
    let field = screenField(reading, &quality)
    let step = bridge(from: rateBefore, to: rate, reading, &quality, emit: emit)
    tally.rows += 1
    lastTime = reading.time
    lastRate = rate
    let sample = InertialSample(
      gyroscope: rate, accelerometer: force, magnetometer: field, doubt: quality.doubt)
    emit(ConditionedSample(time: reading.time, period: step, sample: sample, quality: quality))
  }

  /// H1, H2: a void rate is replaced by the last good one; a long run of void rates is a hole in the rate.
  private mutating func screenRate(_ reading: Reading, _ quality: inout SampleQuality) -> Vector3 {
    guard reading.gyroscope.isWithin(parameters.rateLimit) else {
      tally.rate.count(reading.gyroscope, at: reading.time)
      quality.insert(.gyroscopeHeld)
      voidRates += 1
      let unseen = reading.time - (lastGoodTime ?? reading.time) - reading.period
      return unseen > parameters.bridgeLimit && voidRates > parameters.heldRows ? .zero : lastRate
    }
    if voidRates > parameters.heldRows {
      let silence = lastGoodTime.map { reading.time - $0 } ?? .infinity
      if silence > parameters.longestHole(period: reading.period) { quality.insert(.gapBefore) }
      if silence - reading.period > parameters.bridgeLimit + .stampResolution {
        quality.insert([.gapBefore, .restart])
      }
    }
    voidRates = 0
    lastGoodTime = reading.time
    if deadBand.take(reading.gyroscope) { quality.insert(.rateHidden) }
    return reading.gyroscope
  }

  /// H1, H2, H7: a void force or one too small to be gravity is left out.
  private mutating func screenForce(_ reading: Reading, _ quality: inout SampleQuality) -> Vector3? {
    let force = reading.accelerometer
    guard force.isWithin(parameters.forceLimit) else {
      tally.force.count(force, at: reading.time)
      quality.insert(.accelerometerMissing)
      return nil
    }
    let least = parameters.leastForce
    let tooSmall = force.squaredNorm < least * least
    tally.smallForce.note(tooSmall, at: reading.time, period: reading.period)
    if tooSmall {
      quality.insert(.accelerometerMissing)
      if force == .zero { tally.zeroForce.add(at: reading.time) }
    }
    return tooSmall ? nil : force
  }

  private mutating func screenField(_ reading: Reading, _ quality: inout SampleQuality) -> Vector3? {
    guard let field = reading.magnetometer else { return nil }
    if reading.fieldIsRepeat {
      quality.insert(.magnetometerMissing)
      return nil
    }
    guard field.isWithin(parameters.fieldLimit) else {
      tally.field.count(field, at: reading.time)
      quality.insert(.magnetometerMissing)
      return nil
    }
    let isZero = field == .zero
    tally.zeroField.note(isZero, at: reading.time, period: reading.period)
    if isZero { quality.insert(.magnetometerMissing) }
    return isZero ? nil : field
  }

  /// H4: short holes are bridged by rows of nominal length, longer ones end in a restart. Gives the step.
  private mutating func bridge(
    from rateBefore: Vector3, to rate: Vector3, _ reading: Reading, _ quality: inout SampleQuality,
    emit: (ConditionedSample) -> Void
  ) -> Double {
    guard let lastTime else { return reading.period }
    let hole = reading.time - lastTime
    if hole > parameters.longestHole(period: reading.period) { quality.insert(.gapBefore) }
    let isJitter = hole <= parameters.jitterLimit * reading.period + .stampResolution
    let unseen = hole - reading.period
    if reading.restarts || (unseen > parameters.bridgeLimit + .stampResolution && !isJitter) {
      quality.insert([.restart, .gapBefore])
    }
    if quality.contains(.restart) { return reading.period }
    if isJitter { return .step(hole, nominal: reading.period) }
    return fill(from: rateBefore, to: rate, reading, hole: hole, emit: emit)
  }

  private var allowance: Double {
    Double(Swift.max(1, Self.mostFilledShare * tally.rows + Int(Self.mostParts) - tally.filled))
  }

  private mutating func fill(
    from rateBefore: Vector3, to rate: Vector3, _ reading: Reading, hole: Double,
    emit: (ConditionedSample) -> Void
  ) -> Double {
    let start = reading.time - hole
    let parts = Swift.min(Swift.max(1, (hole / reading.period).rounded()), Self.mostParts, allowance)
    let step = Double.step(hole / parts, nominal: reading.period)
    var quality: SampleQuality = [.filled, .accelerometerMissing]
    if reading.magnetometer != nil { quality.insert(.magnetometerMissing) }
    var part = 1.0
    while part < parts {
      let fraction = part / parts
      let between = rateBefore + (rate - rateBefore) * fraction
      let sample = InertialSample(gyroscope: between, accelerometer: nil, doubt: .rateMade)
      emit(
        ConditionedSample(time: start + hole * fraction, period: step, sample: sample, quality: quality))
      tally.filled += 1
      part += 1
    }
    return step
  }
}

extension Vector3 {
  /// Every component finite and no larger than `limit`.
  @inline(__always)
  func isWithin(_ limit: Double) -> Bool { abs(x) <= limit && abs(y) <= limit && abs(z) <= limit }
}
