import Inertial

// Rest of a sensor. Laidig and Seel, doi 10.1016/j.inffus.2022.10.014, section 3.3; the rules that make a
// large bias safe are ours (`OnlineFilter.Parameters.online`).

/// Tells whether a sensor lies still: rate and force stay near their means for long enough.
struct RestWatch: Equatable, Sendable, Codable {
  private var rate = LowPass<SIMD4<Double>>()
  private var force = LowPass<SIMD4<Double>>()
  /// Mean force when the stillness began.
  private var stillForce = Vector3.zero
  private var stillTime = 0.0
  private(set) var isResting = false
  private var hasRestedBefore = false

  /// W = LP(T_r)(w): the bias, when at rest [rad/s].
  @inline(__always)
  var meanRate: Vector3 { Vector3(rate.value) }

  @inline(__always)
  mutating func push(rate sample: Vector3, _ rules: Rules) {
    let lanes = SIMD4(sample)
    let mean = rate.push(lanes, rules.smoothing)
    let largest = rules.largestBias
    let isMoving =
      Vector3(lanes - mean).squaredNorm >= rules.squaredRate
      || abs(mean.x) > largest || abs(mean.y) > largest || abs(mean.z) > largest
    if isMoving {
      stillTime = 0
      isResting = false
    }
  }

  /// At rest after T_rest without motion; A = LP(T_r)(a). A force that creeps belongs to a slow turn.
  ///
  /// - Parameters:
  ///   - bias: known so far [rad/s].
  ///   - variance: of that bias per axis [(rad/s)²].
  /// - Returns: how far off the bias was, when rest is believed although that comes as a surprise; else nil.
  @inline(__always)
  mutating func push(
    force sample: Vector3, _ step: Double, bias: Vector3, variance: Vector3, _ rules: Rules
  ) -> Vector3? {
    let mean = Vector3(force.push(SIMD4(sample), rules.smoothing))
    if stillTime == 0 { stillForce = mean }
    let isMoving =
      (sample - mean).squaredNorm >= rules.squaredForce
      || (mean - stillForce).squaredNorm >= rules.squaredDrift
    stillTime = isMoving ? 0 : stillTime + step
    isResting = !isMoving && stillTime >= rules.restTime
    return isResting ? judge(meanRate - bias, variance, rules) : nil
  }

  /// Whether so steady a rate is a bias: what rest has told before may not be contradicted, unless for long.
  @inline(__always)
  private mutating func judge(_ deviation: Vector3, _ variance: Vector3, _ rules: Rules) -> Vector3? {
    if rules.expects(deviation, variance) {
      hasRestedBefore = true
      return nil
    }
    if hasRestedBefore && stillTime < rules.surprisingTime {
      isResting = false
      return nil
    }
    return deviation
  }

  /// The rate says nothing about rest here.
  mutating func doubt() {
    stillTime = 0
    isResting = false
  }

  mutating func restart() {
    rate = LowPass()
    force = LowPass()
    stillTime = 0
    isResting = false
  }

  /// Other coefficients; the means go on from where they are.
  mutating func adapt(to rules: Rules) {
    rate.adapt(to: rules.smoothing)
    force.adapt(to: rules.smoothing)
  }
}

extension RestWatch {
  /// What counts as rest, at one period.
  struct Rules: Equatable, Sendable, Codable {
    let smoothing: LowPassCoefficients
    let squaredRate: Double
    let squaredForce: Double
    let squaredDrift: Double
    let largestBias: Double
    let restTime: Double
    let biasJump: Double
    let surprisingTime: Double

    init(_ p: OnlineFilter.Parameters, period: Double) {
      smoothing = LowPassCoefficients(timeConstant: p.restSmoothing, period: period)
      squaredRate = p.restRate * p.restRate
      squaredForce = p.restForce * p.restForce
      squaredDrift = p.restForceDrift * p.restForceDrift
      largestBias = p.largestBias
      restTime = p.restTime
      biasJump = p.restBiasJump
      surprisingTime = p.surprisingRestTime
    }

    /// Within the jump that is allowed and three deviations of the bias.
    @inline(__always)
    func expects(_ deviation: Vector3, _ variance: Vector3) -> Bool {
      let x = Swift.max(0, abs(deviation.x) - biasJump)
      let y = Swift.max(0, abs(deviation.y) - biasJump)
      let z = Swift.max(0, abs(deviation.z) - biasJump)
      return x * x <= 9 * variance.x && y * y <= 9 * variance.y && z * z <= 9 * variance.z
    }
  }
}
