import Inertial

/// Keeps damaged samples of one sensor out of the stream (serial.md section 8).
///
/// A sample passes at once when it follows the ones before it. A strange one waits for the next, which says whether it
/// was damage or motion. Rate and force, field, and orientation come in messages of their own with their own
/// rhythms: each is judged against its own kind.
struct PlausibilityGate: Sendable {
  private var lanes: [PlausibilityLane]

  init(_ limits: PlausibilityLimits) {
    lanes = [PlausibilityLane](repeating: PlausibilityLane(limits), count: 3)
  }

  mutating func push(
    _ sample: DecodedSample, emit: (DecodedSample) -> Void, reject: (DecodedSample, RejectionReason) -> Void
  ) {
    lanes[Self.lane(of: sample)].push(sample, emit: emit, reject: reject)
  }

  /// End of a stretch: what still waits cannot be judged and stands.
  mutating func finish(emit: (DecodedSample) -> Void) {
    for lane in lanes.indices { lanes[lane].finish(emit: emit) }
  }

  private static func lane(of sample: DecodedSample) -> Int {
    if sample.hasMotion { return 0 }
    return sample.orientation == nil ? 1 : 2
  }
}

extension DecodedSample {
  /// Rate or force: what a sample of other kinds is joined to.
  var hasMotion: Bool { sample.gyroscope.isFinite || sample.accelerometer.isFinite }
}

/// The samples of one kind of one sensor.
struct PlausibilityLane: Sendable {
  private let limits: PlausibilityLimits
  private var grid: StepGrid
  /// The last two that passed.
  private var before: DecodedSample?
  private var previous: DecodedSample?
  private var held: DecodedSample?

  init(_ limits: PlausibilityLimits) {
    self.limits = limits
    grid = StepGrid(tolerance: limits.gridTolerance, longest: limits.longestStep)
  }

  mutating func push(
    _ raw: DecodedSample, emit: (DecodedSample) -> Void, reject: (DecodedSample, RejectionReason) -> Void
  ) {
    if let reason = faultAlone(raw) { return reject(raw, reason) }
    let sample = Self.mended(raw)
    if let waiting = held {
      if timeFault(of: sample, behind: waiting) { return reject(sample, .clockStep) }
      held = nil
      if let reason = verdict(waiting, next: sample) { reject(waiting, reason) } else { pass(waiting, emit) }
    }
    guard let previous else { return pass(sample, emit) }
    if let step = Self.step(from: previous, to: sample) {
      if step <= 0 { return reject(sample, .clockStep) }
      if isStrange(step) { return held = sample }
    }
    if isFar(sample, from: previous) { held = sample } else { pass(sample, emit) }
  }

  mutating func finish(emit: (DecodedSample) -> Void) {
    if let waiting = held { emit(waiting) }
    (held, previous, before) = (nil, nil, nil)
  }

  private mutating func pass(_ sample: DecodedSample, _ emit: (DecodedSample) -> Void) {
    if let previous, let step = Self.step(from: previous, to: sample), previous.segment == sample.segment {
      grid.learn(step)
    }
    before = previous
    previous = sample
    emit(sample)
  }

  // MARK: One sample

  private func faultAlone(_ decoded: DecodedSample) -> RejectionReason? {
    let rate = decoded.sample.gyroscope, force = decoded.sample.accelerometer
    // nan marks a quantity that the device does not send
    if Self.largest(rate) > limits.angularRate || Self.largest(force) > limits.specificForce {
      return .outOfRange
    }
    guard let q = decoded.orientation?.quaternion else { return nil }
    return 0.95...1.05 ~= q.norm ? nil : .norm
  }

  /// The quaternion with norm 1; marked when that took more than rounding.
  private static func mended(_ decoded: DecodedSample) -> DecodedSample {
    guard let orientation = decoded.orientation else { return decoded }
    var mended = decoded
    let norm = orientation.quaternion.norm
    mended.orientation?.quaternion = orientation.quaternion.normalized
    if abs(norm - 1) > 1e-3 { mended.marks.insert(.repaired) }
    return mended
  }

  private static func largest(_ v: Vector3) -> Double { max(abs(v.x), abs(v.y), abs(v.z)) }

  // MARK: Time

  /// nil where the device sends no time.
  private static func step(from a: DecodedSample, to b: DecodedSample) -> Int64? {
    guard let from = a.sample.deviceTime, let to = b.sample.deviceTime else { return nil }
    return to &- from
  }

  /// Off the grid, or longer than a period: a stamp that is damaged by whole periods shows when the next one comes.
  private func isStrange(_ step: Int64) -> Bool {
    grid.judge(step) == .offGrid || (grid.period > 0 && Double(step) > 1.5 * grid.period)
  }

  /// `sample` lies before the waiting one, which others have not contradicted, and off their grid: it is the damaged one.
  private func timeFault(of sample: DecodedSample, behind waiting: DecodedSample) -> Bool {
    guard let previous, let step = Self.step(from: waiting, to: sample), step <= 0 else { return false }
    guard let whole = Self.step(from: previous, to: sample) else { return false }
    return whole <= 0
  }

  // MARK: A waiting sample

  /// Why the waiting sample must go, now that the next one is known; nil when it may stand.
  private func verdict(_ waiting: DecodedSample, next: DecodedSample) -> RejectionReason? {
    guard let previous else { return nil }
    if let after = Self.step(from: waiting, to: next) {
      if after <= 0 { return .clockStep }
      // A next one that keeps the grid of those before, but not that of the waiting one.
      if let whole = Self.step(from: previous, to: next), grid.judge(whole) == .onGrid,
        let step = Self.step(from: previous, to: waiting), grid.judge(step) == .offGrid,
        grid.judge(after) == .offGrid
      {
        return .clockStep
      }
    }
    return isSpike(waiting, previous, next) ? .spike : nil
  }

  /// What a sample may leave its neighbours by, in limits: more for slower sources.
  private var allowance: Double { max(1, grid.period / 10_000_000) }

  /// Further from the one before than the ones before moved, or beyond what a spike of several numbers takes: only
  /// such a sample can turn out to be a spike.
  private func isFar(_ sample: DecodedSample, from previous: DecodedSample) -> Bool {
    let reach = limits.activity / 1.15
    for number in 0..<6 {
      let jump = abs(value(sample, number) - value(previous, number))
      if jump > allowance, jump > min(reach * moved(number, previous), limits.crowd * allowance) {
        return true
      }
    }
    guard let turn = Self.turn(from: previous, to: sample) else { return false }
    return turn > limits.turnSpike * allowance
      && turn > reach * (before.flatMap { Self.turn(from: $0, to: previous) } ?? 0)
  }

  private func isSpike(_ waiting: DecodedSample, _ previous: DecodedSample, _ next: DecodedSample) -> Bool {
    if isTurnSpike(waiting, previous, next) || isCrowdSpike(waiting, previous, next) { return true }
    var worst = -1, largest = 0.0, second = 0.0
    for number in 0..<6 {
      let middle = (value(previous, number) + value(next, number)) / 2
      let distance = abs(value(waiting, number) - middle)
      if distance > largest {
        (second, largest, worst) = (largest, distance, number)
      } else if distance > second {
        second = distance
      }
    }
    guard worst >= 0, second < limits.company * largest else { return false }
    let back = value(waiting, worst) - value(previous, worst), on = value(waiting, worst) - value(next, worst)
    guard min(abs(back), abs(on)) > allowance, back * on > 0 else { return false }
    let around = abs(value(next, worst) - value(previous, worst))
    return largest > limits.activity * max(around, moved(worst, previous))
  }

  /// Numbers leave both neighbours, one of them by the limits of a crowd, and the neighbours agree: with each other, and
  /// the two before the sample among themselves.
  private func isCrowdSpike(_ waiting: DecodedSample, _ previous: DecodedSample, _ next: DecodedSample)
    -> Bool
  {
    var away = 0.0, apart = 0.0
    for number in 0..<6 {
      let back = value(waiting, number) - value(previous, number)
      let on = value(waiting, number) - value(next, number)
      if back * on > 0 { away = max(away, min(abs(back), abs(on))) }
      apart = max(apart, abs(value(next, number) - value(previous, number)), moved(number, previous))
    }
    return away > limits.crowd * allowance && apart < limits.agreement * away
  }

  private func isTurnSpike(_ waiting: DecodedSample, _ previous: DecodedSample, _ next: DecodedSample) -> Bool
  {
    guard let back = Self.turn(from: previous, to: waiting), let on = Self.turn(from: waiting, to: next),
      let around = Self.turn(from: previous, to: next)
    else { return false }
    let calm = max(around, before.flatMap { Self.turn(from: $0, to: previous) } ?? 0)
    return min(back, on) > max(limits.turnSpike * allowance, limits.activity * calm)
  }

  /// One of the six numbers of rate and force, in its limit.
  private func value(_ decoded: DecodedSample, _ number: Int) -> Double {
    number < 3
      ? decoded.sample.gyroscope[number] / limits.rateSpike
      : decoded.sample.accelerometer[number - 3] / limits.forceSpike
  }

  /// How far the number moved between the last two that passed.
  private func moved(_ number: Int, _ previous: DecodedSample) -> Double {
    guard let before else { return 0 }
    let step = abs(value(previous, number) - value(before, number))
    return step.isNaN ? 0 : step
  }

  /// Angle [rad] between two orientations; nil where one is missing.
  private static func turn(from a: DecodedSample, to b: DecodedSample) -> Double? {
    guard let from = a.orientation?.quaternion, let to = b.orientation?.quaternion else { return nil }
    return (from.conjugate * to).angle
  }
}
