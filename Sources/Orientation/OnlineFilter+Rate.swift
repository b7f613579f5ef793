import Inertial

// Steps 1 to 3: the time step, the gyroscope, its mean.
extension OnlineFilter {
  /// The step to integrate over [s]; adopts a lasting change of the rate.
  @inline(__always)
  mutating func followRate(_ period: Double) -> Double {
    guard period >= 0, period < .infinity else { return coefficients.period }
    if let changed = state.rateWatch.push(period, nominal: coefficients.period) { adopt(period: changed) }
    return period
  }

  /// New coefficients; the low-passes go on from where they are.
  @inline(never)
  private mutating func adopt(period: Double) {
    coefficients = Coefficients(parameters, period: period)
    state.driftForce.adapt(to: coefficients.level)
    state.smoothLevel.adapt(to: coefficients.level)
    state.smoothLevelBias.adapt(to: coefficients.level)
    state.meanRate.adapt(to: coefficients.rest)
    state.meanForce.adapt(to: coefficients.rest)
    state.fieldSize.adapt(to: coefficients.field)
    state.fieldDip.adapt(to: coefficients.field)
    past?.adopt(period: period)
  }

  /// qg <- qg Exp((w - b) dt).
  @inline(__always)
  mutating func integrate(_ rate: Vector3, _ step: Double) {
    let turn = Quaternion(smallRotationVector: (rate - state.bias) * step)
    state.driftFromSensor = (state.driftFromSensor * turn).renormalized
    state.levelFromSensor = (state.levelFromDrift * state.driftFromSensor).renormalized
    past?.push(state.levelFromSensor, step)
  }

  /// W = LP(T_r)(w).
  @inline(__always)
  mutating func smoothRate(_ rate: Vector3) {
    let mean = state.meanRate.push(rate, coefficients.rest)
    let largest = parameters.largestBias
    let isMoving =
      (rate - mean).squaredNorm >= coefficients.squaredRestRate
      || abs(mean.x) > largest || abs(mean.y) > largest || abs(mean.z) > largest
    if isMoving {
      state.stillTime = 0
      state.isResting = false
    }
  }
}

extension Quaternion {
  /// Exp(v) without square root, sine or cosine for turns below 0.2 rad, exact to the last digits.
  @inline(__always)
  init(smallRotationVector v: Vector3) {
    // Squared half angle.
    let h: Double = v.squaredNorm * 0.25
    if h > 0.01 {
      self.init(rotationVector: v)
      return
    }
    let cosine: Double = 1 - h / 2 * (1 - h / 12 * (1 - h / 30 * (1 - h / 56 * (1 - h / 90))))
    let sine: Double = 1 - h / 6 * (1 - h / 20 * (1 - h / 42 * (1 - h / 72 * (1 - h / 110))))
    let s = sine * 0.5
    self.init(cosine, v.x * s, v.y * s, v.z * s)
  }

  /// Back to unit length from a few rounding errors away: one Newton step, no square root.
  @inline(__always)
  var renormalized: Quaternion {
    let s: Double = 1.5 - 0.5 * squaredNorm
    return Quaternion(w * s, x * s, y * s, z * s)
  }
}
