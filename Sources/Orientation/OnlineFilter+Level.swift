import Inertial

// Steps 4 to 6: rest, the low-passed force, the level.
extension OnlineFilter {
  /// At rest after T_rest without motion; A = LP(T_r)(a).
  ///
  /// A force that creeps belongs to a slow turn.
  @inline(__always)
  mutating func watchRest(_ force: Vector3, _ step: Double) {
    let mean = Vector3(state.meanForce.push(SIMD4(force), coefficients.rest))
    if state.stillTime == 0 { state.stillForce = mean }
    let isMoving =
      (force - mean).squaredNorm >= coefficients.squaredRestForce
      || (mean - state.stillForce).squaredNorm >= coefficients.squaredRestDrift
    state.stillTime = isMoving ? 0 : state.stillTime + step
    state.isResting = !isMoving && state.stillTime >= parameters.restTime && isBelievable()
  }

  /// Whether so steady a rate is a bias: what rest has told before may not be contradicted, unless for long.
  ///
  /// A bias that is believed though it comes as a surprise is learned at once.
  @inline(__always)
  private mutating func isBelievable() -> Bool {
    let deviation = Vector3(state.meanRate.value) - state.bias
    if isExpected(deviation) {
      state.hasRestedBefore = true
      return true
    }
    if state.hasRestedBefore && state.stillTime < parameters.surprisingRestTime { return false }
    state.covariance.open(to: deviation)
    return true
  }

  /// Within the jump that is allowed and three deviations of the bias.
  @inline(__always)
  private func isExpected(_ deviation: Vector3) -> Bool {
    let jump = parameters.restBiasJump, p = state.covariance
    let x = Swift.max(0, abs(deviation.x) - jump)
    let y = Swift.max(0, abs(deviation.y) - jump)
    let z = Swift.max(0, abs(deviation.z) - jump)
    return x * x <= 9 * p.xx && y * y <= 9 * p.yy && z * z <= 9 * p.zz
  }

  /// s = LP(T_acc)(R(qg) a): in the drifting frame gravity stands still and motion averages out.
  @inline(__always)
  mutating func smoothForce(_ force: Vector3) {
    state.driftForce.push(SIMD4(state.driftFromSensor.rotate(force)), coefficients.level)
  }

  /// qa <- level(u) qa; returns u, the direction of the force before the correction.
  @inline(__always)
  mutating func correctLevel() -> Vector3 {
    let force = state.levelFromDrift.rotate(Vector3(state.driftForce.value))
    let norm = force.norm
    // A mean of opposite forces has no direction.
    guard norm > 0 else { return .unitZ }
    let up = force * (1 / norm)
    let correction = Quaternion.leveling(up)
    state.levelFromDrift = correction * state.levelFromDrift.renormalized
    state.levelFromSensor = correction * state.levelFromSensor
    return up
  }
}
