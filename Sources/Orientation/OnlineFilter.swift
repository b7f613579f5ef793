import Inertial

// Laidig and Seel: VQF: Highly accurate IMU orientation estimation with bias estimation and magnetic
// disturbance rejection. Information Fusion 91, 2023, doi 10.1016/j.inffus.2022.10.014.
//
// Goals in order: (1) inclination that motion does not disturb: the force is low-passed in a frame that only
// the gyroscope turns, where gravity stands still and acceleration averages out; (2) a field that can never
// tilt the result: heading is one separate angle; (3) a gyroscope bias that is learned at rest and in motion.

/// Online orientation of one sensor, with or without a magnetometer; causal, no delay.
///
/// Three rotations make the result. `driftFromSensor` is the gyroscope integrated into a slowly drifting
/// frame, `levelFromDrift` corrects the level of that frame without touching its heading, and a turn about
/// the vertical brings the heading to magnetic north.
public struct OnlineFilter: OrientationFilter {
  public let parameters: Parameters
  var coefficients: Coefficients
  var state: State
  /// Orientations of the last moments, kept only when the magnetometer is late.
  var past: OrientationHistory?
  public internal(set) var earthFromSensor = Quaternion.identity

  /// A filter for samples about `period` seconds apart; a lasting change of the rate is followed.
  ///
  /// - Precondition: `period` is positive and finite.
  public init(parameters: Parameters = .online, period: Double) {
    precondition(period > 0 && period.isFinite, "a filter needs a positive period")
    self.parameters = parameters
    coefficients = Coefficients(parameters, period: period)
    state = State(parameters, period: period)
    if parameters.fieldLatency > 0 {
      past = OrientationHistory(span: Swift.max(0.06, parameters.fieldLatency), period: period)
    }
  }

  public mutating func update(_ sample: InertialSample, period: Double) {
    let step = followRate(period)
    if state.recoveryTime > 0 { state.recoveryTime -= step }
    state.forceStep += step
    if let rate = sample.gyroscope.within(Limits.rate) {
      integrate(rate, step)
      state.rest.push(rate: rate, coefficients.rest)
      if !sample.doubt.isEmpty || !state.unseen.isNone { heed(sample.doubt, rate, step) }
    }
    if let force = sample.accelerometer?.within(Limits.force), force != .zero {
      watchRest(force, step)
      if sample.doubt.contains(.rateHidden) { state.rest.doubt() }
      smoothForce(force, step)
      let up = correctLevel()
      learnBias(up, step, isRateHidden: sample.doubt.contains(.rateHidden))
    }
    past?.push(state.levelFromSensor, step)
    if let field = sample.magnetometer?.within(Limits.field), field != .zero {
      let earthField = turnField(field, step)
      let pace = fieldPace()
      if state.recoveryTime <= 0 { judgeField(earthField, pace) }
      correctHeading(earthField, pace)
    }
    finish()
  }

  public mutating func reset() { self = Self(parameters: parameters, period: coefficients.period) }

  /// The next force sample levels the orientation by the shortest turn; heading and bias are held.
  ///
  /// Level and heading are trusted to the sensors more than usual until the filter has settled again.
  public mutating func restart() {
    state.restart()
    past?.removeAll()
    if trustsField { state.recoveryTime = RecoveryRule.time }
    // As if the heading were two seconds old.
    openHeading(by: MissedTurn.least)
  }

  public mutating func restart(behind hole: Double) {
    let missed = MissedTurn.angle(rate: state.recentRate.squareRoot(), hole: hole)
    restart()
    openHeading(by: missed)
  }

  public var levelFromSensor: Quaternion? { state.levelFromSensor }

  public var bias: Vector3 { state.bias }

  public var biasDeviation: Vector3? {
    let variance = state.covariance.diagonal
    return Vector3(Double.sqrt(variance.x), Double.sqrt(variance.y), Double.sqrt(variance.z))
  }

  public var isResting: Bool { state.rest.isResting }

  public var isMagneticallyDisturbed: Bool { state.hasHeading && state.isDisturbed }
}

/// No body-worn sensor measures more: a value beyond is damage, not data.
enum Limits {
  /// [rad/s]
  static let rate = 200.0
  /// [m/s²]
  static let force = 4000.0
  /// In µT, and in any other unit by mistake.
  static let field = 1e8
  /// A longer time between two samples is damage [s].
  static let step = 86_400.0
  /// A shorter vector has no direction [m/s²].
  static let smallestForce = 1e-6
  /// In µT, and in tesla by mistake.
  static let smallestField = 1e-9
}

/// A gain or deviation as it can be computed with: never negative, never so large that a product overflows.
func bounded(_ value: Double) -> Double { Swift.min(Swift.max(value, 0), 1e6) }

extension Vector3 {
  /// This vector when it is finite and shorter than the limit, else nil.
  @inline(__always)
  func within(_ limit: Double) -> Vector3? { squaredNorm < limit * limit ? self : nil }
}
