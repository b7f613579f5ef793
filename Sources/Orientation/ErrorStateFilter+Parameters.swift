import Inertial

extension ErrorStateFilter {
  /// What one chooses: deviations, and one time constant.
  public struct Parameters: Sendable, Hashable, Codable {
    /// Deviation of the attitude at the start [rad]; larger corrects faster at first.
    public var attitudeAtStart: Double
    /// Deviation of the bias at the start [rad/s]; larger learns it faster at first.
    public var biasAtStart: Double
    /// Growth of the attitude error by the gyroscope [rad/sqrt(s)]; larger trusts force and field more.
    public var attitudeNoise: Double
    /// Wandering of the bias [rad/s/sqrt(s)]; larger lets the bias follow faster.
    public var biasNoise: Double
    /// Deviation of the smoothed force over a second from gravity [m/s²]; larger trusts the gyroscope more.
    public var forceDeviation: Double
    /// Deviation of the field's direction over a second [rad]; larger trusts the gyroscope more.
    public var fieldDeviation: Double
    /// Deviation of the mean rate at rest over half a second [rad/s]; larger learns the bias slower.
    public var restDeviation: Double
    /// Time constant of the force [s]; larger averages more motion away and answers later.
    public var forceTime: Double
    /// How much later than the gyroscope the magnetometer is stamped [s].
    public var fieldLatency: Double

    public init(
      attitudeAtStart: Double = 0.1, biasAtStart: Double = 0.5.degreesToRadians,
      attitudeNoise: Double = 0.012, biasNoise: Double = 2e-5, forceDeviation: Double = 0.3,
      fieldDeviation: Double = 15.0.degreesToRadians, restDeviation: Double = 0.03.degreesToRadians,
      forceTime: Double = 1, fieldLatency: Double = 0
    ) {
      self.attitudeAtStart = attitudeAtStart
      self.biasAtStart = biasAtStart
      self.attitudeNoise = attitudeNoise
      self.biasNoise = biasNoise
      self.forceDeviation = forceDeviation
      self.fieldDeviation = fieldDeviation
      self.restDeviation = restDeviation
      self.forceTime = forceTime
      self.fieldLatency = fieldLatency
    }
  }

  /// What follows from the parameters and the nominal period.
  struct Coefficients: Equatable, Sendable, Codable {
    let period: Double
    let attitudeAtStart: Double
    let biasAtStart: Double
    let force: LowPassCoefficients
    /// Growth of the variances in a second.
    let attitudeNoise: Double
    let biasNoise: Double
    /// Variances of a measurement that stands for a second; divided by the time that it stands for.
    let forceVariance: Double
    let fieldVariance: Double
    let restVariance: Double

    init(_ p: Parameters, period: Double) {
      self.period = period
      force = LowPassCoefficients(timeConstant: p.forceTime, period: period)
      attitudeAtStart = bounded(p.attitudeAtStart)
      biasAtStart = bounded(p.biasAtStart)
      attitudeNoise = squared(p.attitudeNoise)
      biasNoise = squared(p.biasNoise)
      forceVariance = squared(p.forceDeviation)
      fieldVariance = squared(p.fieldDeviation)
      restVariance = squared(p.restDeviation) * 0.5
    }
  }
}

private func squared(_ deviation: Double) -> Double { bounded(deviation) * bounded(deviation) }
