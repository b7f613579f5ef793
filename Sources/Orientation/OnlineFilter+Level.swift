import Inertial

// Steps 4 to 6: rest, the low-passed force, the level.
extension OnlineFilter {
  /// A bias that is believed though it comes as a surprise is learned at once.
  @inline(__always)
  mutating func watchRest(_ force: Vector3, _ step: Double) {
    let surprise = state.rest.push(
      force: force, step, bias: state.bias, variance: state.covariance.diagonal, coefficients.rest)
    if let surprise { state.covariance.open(to: surprise) }
  }

  /// s = LP(T_acc)(R(qg) a): in the drifting frame gravity stands still and motion averages out.
  ///
  /// A force at its rail counts in full: at 0.7 of its weight the mean error of recordings cut at 2 g rose from 5.0 to 5.8
  /// degrees, for the level leans away from the blows that count less.
  @inline(__always)
  mutating func smoothForce(_ force: Vector3, _ step: Double) {
    let measured = parameters.followsBend ? force.inMiddle(of: state.lastTurn, step) : force
    state.driftForce.push(SIMD4(state.driftFromSensor.rotate(measured)), coefficients.level)
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

extension Vector3 {
  /// A vector that is the mean over a step with this turn, in the axes of the end of the step: it belongs to the middle.
  ///
  /// The accelerometer's own filter is faster than the gyroscope's by about a millisecond, which counts off.
  @inline(__always)
  func inMiddle(of turn: Vector3, _ step: Double) -> Vector3 {
    self - (turn * MeanRule.age(step)).cross(self)
  }
}

/// How old a mean over a step is at its end.
enum MeanRule {
  /// By how much force and field are less late than the rate [s].
  static let lead = 0.9e-3

  /// Part of the step, 0...0.5.
  @inline(__always)
  static func age(_ step: Double) -> Double { step > 2 * lead ? 0.5 - lead / step : 0 }
}
