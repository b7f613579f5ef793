import Inertial

extension OnlineFilter {
  /// What follows from the parameters and the nominal period.
  struct Coefficients: Equatable, Sendable, Codable {
    /// Nominal period [s] and its inverse.
    let period: Double
    let inversePeriod: Double
    let level: LowPassCoefficients
    let rest: RestWatch.Rules
    let field: LowPassCoefficients
    /// gain(T_mag) and gain(20 s).
    let headingGain: Double
    let referenceGain: Double

    /// Start variance of the bias and growth a sample [(rad/s)²].
    let biasVariance: Double
    let biasGrowth: Double
    let motionVariance: Double
    let verticalVariance: Double
    let restVariance: Double

    let sizeAgreement: Double
    let dipAgreement: Double

    init(_ p: Parameters, period: Double) {
      self.period = period
      inversePeriod = 1 / period
      level = LowPassCoefficients(timeConstant: p.levelTime, period: period)
      rest = RestWatch.Rules(p, period: period)
      field = LowPassCoefficients(timeConstant: FieldRule.smoothing, period: period)
      headingGain = gain(p.headingTime, period: period)
      referenceGain = gain(FieldRule.referenceTime, period: period)

      let growth = 0.1.degreesToRadians
      biasVariance = p.biasAtStart * p.biasAtStart
      // Never more than forgetting all at once.
      biasGrowth =
        p.biasForgettingTime > 0
        ? Swift.min(growth * growth * period / p.biasForgettingTime, biasVariance) : biasVariance
      motionVariance = settledVariance(p.biasInMotion, growth: biasGrowth)
      verticalVariance = motionVariance / p.verticalBiasWeight
      restVariance = settledVariance(p.biasAtRest, growth: biasGrowth)

      sizeAgreement = p.fieldSizeAgreement
      dipAgreement = p.fieldDipAgreement
    }
  }
}

/// Share of a step that a first-order follower makes in one period: 1 - exp(-dt/T); off below 0, all at 0.
func gain(_ timeConstant: Double, period: Double) -> Double {
  if timeConstant < 0 { return 0 }
  if timeConstant == 0 { return 1 }
  return 1 - Double.exp(-period / timeConstant)
}

/// Measurement variance for which the posterior deviation settles at `sigma` under that growth a sample.
private func settledVariance(_ sigma: Double, growth: Double) -> Double {
  let squared = sigma * sigma
  return squared * squared / growth + squared
}
