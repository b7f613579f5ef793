import Inertial

// Steps 4 to 7: rest, the low-passed force, the level, the bias.
extension OnlineFilter {
  /// At rest after T_rest without motion; A = LP(T_r)(a).
  @inline(__always)
  mutating func watchRest(_ force: Vector3, _ step: Double) {
    let mean = state.meanForce.push(force, coefficients.rest)
    if (force - mean).squaredNorm >= coefficients.squaredRestForce {
      state.stillTime = 0
      state.isResting = false
    } else {
      state.stillTime += step
      if state.stillTime >= parameters.restTime { state.isResting = true }
    }
  }

  /// s = LP(T_acc)(R(qg) a): in the drifting frame gravity stands still and motion averages out.
  @inline(__always)
  mutating func smoothForce(_ force: Vector3) {
    state.driftForce.push(state.driftFromSensor.rotate(force), coefficients.level)
  }

  /// qa <- level(u) qa; returns u, the direction of the force before the correction.
  @inline(__always)
  mutating func correctLevel() -> Vector3 {
    let force = state.levelFromDrift.rotate(state.driftForce.value)
    let norm = force.norm
    // A mean of opposite forces has no direction.
    guard norm > 0 else { return .unitZ }
    let up = force / norm
    state.levelFromDrift = (Quaternion.leveling(up) * state.levelFromDrift).renormalized
    state.levelFromSensor = (state.levelFromDrift * state.driftFromSensor).renormalized
    return up
  }

  /// A Kalman filter on the bias alone. At rest the mean rate is the bias. In motion, what the level
  /// correction has to undo per second is the horizontal bias seen from the earth.
  @inline(__always)
  mutating func learnBias(_ up: Vector3) {
    let level = state.levelFromSensor.matrix
    let seen = Vector3(level.row0.dot(state.bias), level.row1.dot(state.bias), 0)
    let r = state.smoothLevel.push(level, coefficients.level)
    let c = state.smoothLevelBias.push(seen, coefficients.level)
    growCovariance()
    let largest = parameters.largestBias
    if state.isResting {
      let residual = (state.meanRate.value - state.bias).clamped(largest)
      correctBias(residual, .identity, Vector3(1, 1, 1) * coefficients.restVariance)
    } else {
      let x: Double = -up.y * coefficients.inversePeriod + c.x - r.row0.dot(state.bias)
      let y: Double = up.x * coefficients.inversePeriod + c.y - r.row1.dot(state.bias)
      let residual = Vector3(x, y, -r.row2.dot(state.bias)).clamped(largest)
      let horizontal = coefficients.motionVariance
      correctBias(residual, r, Vector3(horizontal, horizontal, coefficients.verticalVariance))
    }
    state.bias = state.bias.clamped(largest)
  }

  @inline(__always)
  private mutating func growCovariance() {
    let start = coefficients.biasVariance, growth = coefficients.biasGrowth
    if state.covariance.xx < start { state.covariance.xx += growth }
    if state.covariance.yy < start { state.covariance.yy += growth }
    if state.covariance.zz < start { state.covariance.zz += growth }
  }

  /// The three rows one after another: with independent errors that equals the joint update, without its
  /// matrix inverse.
  @inline(__always)
  private mutating func correctBias(_ residual: Vector3, _ rows: Matrix3, _ variance: Vector3) {
    var change = Vector3.zero
    correctBias(&change, residual.x, rows.row0, variance.x)
    correctBias(&change, residual.y, rows.row1, variance.y)
    correctBias(&change, residual.z, rows.row2, variance.z)
    state.bias += change
  }

  @inline(__always)
  private mutating func correctBias(
    _ change: inout Vector3, _ residual: Double, _ row: Vector3, _ variance: Double
  ) {
    let p = state.covariance * row
    let total: Double = row.dot(p) + variance
    guard total > 0 else { return }
    let inverse = 1 / total
    change += p * ((residual - row.dot(change)) * inverse)
    state.covariance.subtract(p, scaledBy: inverse)
  }
}

extension Vector3 {
  @inline(__always)
  func clamped(_ limit: Double) -> Vector3 {
    Vector3(
      Swift.min(Swift.max(x, -limit), limit), Swift.min(Swift.max(y, -limit), limit),
      Swift.min(Swift.max(z, -limit), limit))
  }
}
