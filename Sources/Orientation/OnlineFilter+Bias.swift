import Inertial

// Step 7: the gyroscope bias.
extension OnlineFilter {
  /// A Kalman filter on the bias alone. At rest the mean rate is the bias. In motion, what the level
  /// correction has to undo per second is the horizontal bias seen from the earth.
  @inline(__always)
  mutating func learnBias(_ up: Vector3, _ step: Double, isRateHidden: Bool) {
    let level = state.levelFromSensor.matrix
    let bias = state.bias
    // Rl = LP(T_acc)(R) and, in the last lane, c = LP(T_acc)(R b).
    let east = state.levelEast.push(SIMD4(level.row0, level.row0.dot(bias)), coefficients.level)
    let north = state.levelNorth.push(SIMD4(level.row1, level.row1.dot(bias)), coefficients.level)
    let vertical = state.levelUp.push(SIMD4(level.row2), coefficients.level)
    growCovariance()
    state.levelTime += step
    // A force behind lost ones corrects what came together meanwhile.
    let isLate = state.forceStep > 1.5 * coefficients.period
    let perSecond = isLate ? 1 / state.forceStep : coefficients.inversePeriod
    state.forceStep = 0
    if isRateHidden { return }
    let largest = parameters.largestBiasResidual
    if state.rest.isResting {
      let residual = (state.rest.meanRate - bias).clamped(largest)
      let variance = coefficients.restVariance
      correctBias(residual, .identity, Vector3(variance, variance, variance))
    } else if state.levelTime >= parameters.biasMotionDelay {
      let rows = Matrix3(Vector3(east), Vector3(north), Vector3(vertical))
      let x: Double = east.w - up.y * perSecond - rows.row0.dot(bias)
      let y: Double = north.w + up.x * perSecond - rows.row1.dot(bias)
      let residual = Vector3(x, y, -rows.row2.dot(bias)).clamped(largest)
      let variance = coefficients.motionVariance
      correctBias(residual, rows, Vector3(variance, variance, coefficients.verticalVariance))
    }
  }

  @inline(__always)
  private mutating func growCovariance() {
    let start = coefficients.biasVariance, growth = coefficients.biasGrowth
    if state.covariance.xx < start { state.covariance.xx += growth }
    if state.covariance.yy < start { state.covariance.yy += growth }
    if state.covariance.zz < start { state.covariance.zz += growth }
  }

  /// b <- b + K residual, P <- P - K H P with K = P HT (H P HT + W)^-1.
  ///
  /// The rows come one after another, which with independent errors equals the joint update: `p1`, `p2`, `p3`
  /// are what P HT becomes row by row, `d1`, `d2`, `d3` the variances of the innovations (the LDL form of
  /// H P HT + W). No matrix inverse, and P stays symmetric.
  @inline(__always)
  mutating func correctBias(_ residual: Vector3, _ rows: Matrix3, _ variance: Vector3) {
    let h1 = rows.row0, h2 = rows.row1, h3 = rows.row2
    let p1 = state.covariance * h1
    let q2 = state.covariance * h2
    let q3 = state.covariance * h3
    let s21 = h2.dot(p1), s31 = h3.dot(p1), s32 = h3.dot(q2)

    let i1 = inverseOrZero(h1.dot(p1) + variance.x)
    let l21 = s21 * i1, l31 = s31 * i1
    let i2 = inverseOrZero(h2.dot(q2) + variance.y - l21 * s21)
    let l32 = (s32 - l31 * s21) * i2
    let left: Double = l31 * s31 + l32 * (s32 - l31 * s21)
    let i3 = inverseOrZero(h3.dot(q3) + variance.z - left)
    let p2 = q2 - p1 * l21
    let p3 = q3 - p1 * l31 - p2 * l32

    let e2 = residual.y - l21 * residual.x
    let e3 = residual.z - l31 * residual.x - l32 * e2
    let k1 = p1 * i1, k2 = p2 * i2, k3 = p3 * i3
    let change = k1 * residual.x + k2 * e2 + k3 * e3
    state.bias = (state.bias + change).clamped(parameters.largestBias)
    state.covariance.subtract(k1, p1)
    state.covariance.subtract(k2, p2)
    state.covariance.subtract(k3, p3)
  }
}

/// A row without variance (all deviations chosen as 0) says nothing.
@inline(__always)
private func inverseOrZero(_ variance: Double) -> Double { variance > 0 ? 1 / variance : 0 }

extension Vector3 {
  @inline(__always)
  func clamped(_ limit: Double) -> Vector3 {
    Vector3(
      Swift.min(Swift.max(x, -limit), limit), Swift.min(Swift.max(y, -limit), limit),
      Swift.min(Swift.max(z, -limit), limit))
  }
}
