import Inertial

// Extended Kalman filter on the error of the attitude. Markley: Attitude error representations for Kalman
// filtering, 2003, doi 10.2514/2.5048; derivations in Solà, arXiv 1711.02508.
//
// Goals in order: (1) inclination that motion does not disturb: the force is low-passed in earth axes before it
// counts; (2) a field that can never tilt the result: its gain on the level is zero; (3) a bias with an honest
// deviation, learned from level, heading and rest.

/// Error-state Kalman filter of attitude and gyroscope bias.
public struct ErrorStateFilter: OrientationFilter {
  public let parameters: Parameters
  private var coefficients: Coefficients
  private var track: GyroscopeTrack
  var covariance: AttitudeCovariance
  /// y = LP(T_y)(R a), the force in earth axes.
  private var earthForce = LowPass<SIMD4<Double>>()
  /// How long the field has been left out [s].
  private var rejectionTime = 0.0
  public private(set) var earthFromSensor = Quaternion.identity

  /// A filter for samples about `period` seconds apart; every sample brings its own period.
  ///
  /// - Precondition: `period` is positive and finite.
  public init(parameters: Parameters = Parameters(), period: Double) {
    self.parameters = parameters
    track = GyroscopeTrack(fieldLatency: parameters.fieldLatency, period: period)
    coefficients = Coefficients(parameters, period: period)
    covariance = AttitudeCovariance(attitude: coefficients.attitudeAtStart, bias: coefficients.biasAtStart)
  }

  public mutating func update(_ sample: InertialSample, period: Double) {
    let evidence = track.follow(sample, period: period, biasVariance: covariance.bias.diagonal)
    if coefficients.period != track.period { adapt() }
    if evidence.isStart { start() }
    predict(evidence)
    var error = AttitudeError()
    if let force = evidence.force { correctLevel(force, evidence.forceStep, &error) }
    if let field = evidence.field {
      if track.hasHeading {
        correctHeading(field, evidence.fieldStep, &error)
      } else {
        track.startHeading(field)
        start()
      }
    }
    if track.rest.isResting { correctBias(evidence.step, &error) }
    apply(error)
    earthFromSensor = track.earthFromSensor.nearer(to: earthFromSensor)
  }

  public mutating func reset() { self = Self(parameters: parameters, period: track.period) }

  /// The next force sample levels the orientation by the shortest turn; heading and bias are held, the deviation
  /// of the attitude is again that of a start.
  public mutating func restart() { track.restart() }

  public var bias: Vector3 { track.bias }

  public var biasDeviation: Vector3? {
    let variance = covariance.bias.diagonal
    return Vector3(Double.sqrt(variance.x), Double.sqrt(variance.y), Double.sqrt(variance.z))
  }

  public var isResting: Bool { track.rest.isResting }

  /// The field is off by more than chance explains.
  public var isMagneticallyDisturbed: Bool { rejectionTime > 0 }

  @inline(never)
  private mutating func adapt() {
    coefficients = Coefficients(parameters, period: track.period)
    earthForce.adapt(to: coefficients.force)
  }

  /// The uncertainty grows by the noise of the gyroscope and the wandering of its bias.
  @inline(__always)
  private mutating func predict(_ evidence: Evidence) {
    covariance.predict(
      track.earthFromSensor.matrix, evidence.step, attitudeNoise: coefficients.attitudeNoise,
      biasNoise: coefficients.biasNoise)
    if let surprise = evidence.surprise { covariance.bias.open(to: surprise) }
  }

  /// Residuals -y_x, -y_y with rows (0, y_z, 0) and (-y_z, 0, 0): nothing about the heading.
  @inline(__always)
  private mutating func correctLevel(_ force: Vector3, _ step: Double, _ error: inout AttitudeError) {
    let y = Vector3(earthForce.push(SIMD4(force), coefficients.force))
    // Up lies below the horizon: the prediction is lost.
    if y.z <= 0 { return track.restart() }
    let variance = coefficients.forceVariance / step
    covariance.update(attitudeAxis: 1, y.z, residual: -y.x, variance, &error)
    covariance.update(attitudeAxis: 0, -y.z, residual: -y.y, variance, &error)
  }

  /// Residual psi with the row (0, 0, 1) and no gain on the level.
  @inline(__always)
  private mutating func correctHeading(_ field: Vector3, _ step: Double, _ error: inout AttitudeError) {
    let deviation = Double.atan2(field.x, field.y)
    let variance = coefficients.fieldVariance / step
    let isOutlier = deviation * deviation > Rule.gate * (covariance.attitude.zz + coefficients.fieldVariance)
    if isOutlier && rejectionTime < Rule.longestRejection {
      rejectionTime += step
      return
    }
    if !isOutlier { rejectionTime = 0 }
    covariance.updateHeading(residual: deviation, variance, &error)
  }

  /// The axes of the earth are new ones: nothing that was learned along the old ones holds.
  @inline(never)
  private mutating func start() {
    earthForce = LowPass()
    covariance.open(attitude: coefficients.attitudeAtStart)
  }

  /// At rest the mean rate is the bias.
  @inline(__always)
  private mutating func correctBias(_ step: Double, _ error: inout AttitudeError) {
    let residual = track.rest.meanRate - track.bias
    let variance = coefficients.restVariance / step
    covariance.update(biasAxis: 0, residual: residual.x, variance, &error)
    covariance.update(biasAxis: 1, residual: residual.y, variance, &error)
    covariance.update(biasAxis: 2, residual: residual.z, variance, &error)
  }

  /// q <- Exp(p) q, b <- b + c; the error is zero again.
  @inline(__always)
  private mutating func apply(_ error: AttitudeError) {
    track.earthFromSensor = Quaternion(smallRotationVector: error.attitude) * track.earthFromSensor
    track.bias = (track.bias + error.bias).clamped(track.largestBias)
  }

  private enum Rule {
    /// Squared deviations that one measurement in a thousand exceeds.
    static let gate = 10.8
    /// A field that stays off for longer is believed [s].
    static let longestRejection = 2.0
  }
}
