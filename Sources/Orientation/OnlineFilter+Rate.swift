import Inertial

// Steps 1 and 2: the time step, the gyroscope.
extension OnlineFilter {
  /// The step to integrate over [s]; adopts a lasting change of the rate.
  @inline(__always)
  mutating func followRate(_ period: Double) -> Double {
    let isPossible = period >= 0 && period <= Limits.step
    let step = isPossible ? period : coefficients.period
    state.fieldStep += step
    if isPossible, let changed = state.rateWatch.push(period, nominal: coefficients.period) {
      adopt(period: changed.period)
    }
    return step
  }

  @inline(never)
  private mutating func adopt(period: Double) {
    coefficients = Coefficients(parameters, period: period)
    state.adapt(to: coefficients)
    past?.adopt(period: period)
  }

  /// qg <- qg Exp((w - b) dt).
  @inline(__always)
  mutating func integrate(_ rate: Vector3, _ step: Double) {
    var angle = (rate - state.bias) * step
    let fading: Double = 1 - Swift.min(1, step / MissedTurn.memory)
    state.recentRate = Swift.max(rate.squaredNorm, state.recentRate * fading)
    if parameters.followsBend {
      let straight = angle
      angle = straight.bent(from: state.lastTurn)
      state.lastTurn = straight
    }
    let turn = Quaternion(smallRotationVector: angle)
    // The rounding of the last sample goes now: off the path from the bias to the result.
    state.driftFromSensor = state.driftFromSensor.renormalized * turn
    state.levelFromSensor = state.levelFromDrift * state.driftFromSensor
  }
}

extension Vector3 {
  /// Rotation vector of a step with this mean rate behind another step, the rate taken as a straight line through both.
  ///
  /// Coning correction of Ignagni, doi 10.2514/3.20704: a cross product is what turns about two axes differ by in order.
  @inline(__always)
  func bent(from before: Vector3) -> Vector3 { self + before.cross(self) * (1 / 12.0) }
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
    let hh = h * h
    let cosineTail: Double = (1 / 24.0 - h * (1 / 720.0)) + hh * (1 / 40320.0)
    let cosine: Double = (1 - h * 0.5) + hh * cosineTail
    // Half of sin(x)/x.
    let sineTail: Double = (1 / 240.0 - h * (1 / 10080.0)) + hh * (1 / 725760.0)
    let sine: Double = (0.5 - h * (1 / 12.0)) + hh * sineTail
    self.init(cosine, v.x * sine, v.y * sine, v.z * sine)
  }

  /// Back to unit length from a few rounding errors away: one Newton step, no square root.
  @inline(__always)
  var renormalized: Quaternion {
    let s: Double = 1.5 - 0.5 * squaredNorm
    return Quaternion(w * s, x * s, y * s, z * s)
  }
}

extension SIMD4<Double> {
  /// The vector and one more lane.
  @inline(__always)
  init(_ v: Vector3, _ last: Double = 0) { self.init(v.x, v.y, v.z, last) }
}

extension Vector3 {
  /// The first three lanes.
  @inline(__always)
  init(_ lanes: SIMD4<Double>) { self.init(lanes.x, lanes.y, lanes.z) }
}
