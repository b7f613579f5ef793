import Inertial

// A complementary filter in the manner of Valenti, Dryanovski and Xiao: Keeping a good attitude: a
// quaternion-based orientation filter for IMUs and MARGs. Sensors 15, 2015, doi 10.3390/s150819302.
//
// Goals in order: (1) every step is a turn that can be drawn: gyroscope, then a share of the shortest turn to
// level, then a share of the turn to north; (2) a field that can never tilt the result; (3) little to choose.

/// Gyroscope for the fast part, gravity and field for the slow part.
public struct ComplementaryFilter: OrientationFilter {
  /// What one chooses. Times in seconds.
  public struct Parameters: Sendable, Hashable, Codable {
    /// Time constant of the level [s]; larger trusts the gyroscope more and averages more motion away.
    public var levelTime: Double
    /// Time constant of the heading [s]; larger trusts the gyroscope more and averages more field errors away.
    public var headingTime: Double
    /// Time constant of the bias at rest [s]; larger averages more noise away.
    public var biasTime: Double
    /// How much later than the gyroscope the magnetometer is stamped [s].
    public var fieldLatency: Double

    public init(
      levelTime: Double = 10, headingTime: Double = 30, biasTime: Double = 5, fieldLatency: Double = 0
    ) {
      self.levelTime = levelTime
      self.headingTime = headingTime
      self.biasTime = biasTime
      self.fieldLatency = fieldLatency
    }
  }

  /// The shares of one sample at one period.
  struct Coefficients: Equatable, Sendable, Codable {
    let period: Double
    let level: Double
    let heading: Double
    let bias: Double

    init(_ p: Parameters, period: Double) {
      self.period = period
      level = gain(p.levelTime, period: period)
      heading = gain(p.headingTime, period: period)
      bias = gain(p.biasTime, period: period)
    }
  }

  public let parameters: Parameters
  private var coefficients: Coefficients
  /// Level and gyroscope; its heading is free.
  private var track: GyroscopeTrack
  private var heading = HeadingTurn()
  /// Since the heading was last in doubt [s]; nil before the first usable field.
  private var headingAge: Double?
  public private(set) var earthFromSensor = Quaternion.identity

  /// A filter for samples about `period` seconds apart; every sample brings its own period.
  ///
  /// - Precondition: `period` is positive and finite.
  public init(parameters: Parameters = Parameters(), period: Double) {
    self.parameters = parameters
    track = GyroscopeTrack(fieldLatency: parameters.fieldLatency, period: period)
    coefficients = Coefficients(parameters, period: period)
  }

  public mutating func update(_ sample: InertialSample, period: Double) {
    let evidence = track.follow(sample, period: period)
    if coefficients.period != track.period { coefficients = Coefficients(parameters, period: track.period) }
    if let rate = evidence.rate, track.rest.isResting { learnBias(rate, evidence.step) }
    if let force = evidence.force { correctLevel(force, evidence.forceStep) }
    if let field = evidence.field { correctHeading(field, evidence.fieldStep) }
    earthFromSensor = heading.applied(to: track.earthFromSensor).nearer(to: earthFromSensor)
  }

  public mutating func reset() { self = Self(parameters: parameters, period: track.period) }

  public mutating func restart() {
    track.restart()
    if let age = headingAge { headingAge = Swift.min(age, 2) }
  }

  public var levelFromSensor: Quaternion? { track.earthFromSensor }

  public var bias: Vector3 { track.bias }

  public var isResting: Bool { track.rest.isResting }

  /// b <- b + gain(T_b) (w - b).
  @inline(__always)
  private mutating func learnBias(_ rate: Vector3, _ step: Double) {
    let share = share(coefficients.bias, parameters.biasTime, step)
    track.bias = (track.bias + (rate - track.bias) * share).clamped(track.largestBias)
  }

  /// A share of the shortest turn to level. A force that is not about g long is motion and counts less.
  @inline(__always)
  private mutating func correctLevel(_ force: Vector3, _ step: Double) {
    let size = force.norm
    let excess = abs(size - Double.standardGravity) / Double.standardGravity
    let trust = Swift.min(1, Swift.max(0, 2 - 10 * excess))
    // The first samples count alike: as their mean, until that is older than the time constant.
    let young = step / Swift.max(track.age ?? step, step)
    let share = Swift.max(share(coefficients.level, parameters.levelTime, step), young) * trust
    let turn = Quaternion.leveling(force * (1 / size)).share(share)
    track.earthFromSensor = turn * track.earthFromSensor
  }

  /// d <- d + B psi.
  @inline(__always)
  private mutating func correctHeading(_ field: Vector3, _ step: Double) {
    let deviation = heading.deviation(of: field)
    let age = headingAge.map { $0 + step } ?? 0
    headingAge = age
    let young = age > step ? step / age : 1
    heading.turn(by: deviation * Swift.max(share(coefficients.heading, parameters.headingTime, step), young))
  }

  /// The share of one step: that of the nominal period where the step is about that.
  @inline(__always)
  private func share(_ usual: Double, _ timeConstant: Double, _ step: Double) -> Double {
    abs(step - coefficients.period) <= 0.01 * coefficients.period ? usual : gain(timeConstant, period: step)
  }
}

extension Quaternion {
  /// A share of this turn (w not negative): the chord where it serves as well as the arc.
  @inline(__always)
  fileprivate func share(_ fraction: Double) -> Quaternion {
    guard w > 0.9 else { return Quaternion.identity.interpolated(to: self, fraction: fraction) }
    return Quaternion(1 + (w - 1) * fraction, x * fraction, y * fraction, z * fraction).normalized
  }
}
