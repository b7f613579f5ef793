import Inertial

extension FixedIntervalSmoother {
  /// What one chooses, one set for every recording. SI and radians.
  public struct Parameters: Sendable, Hashable {
    /// Where the first nominal course comes from; its `fieldLatency` holds here too.
    public var start: OnlineFilter.Parameters
    /// Distance of two nodes [s]; larger is faster and rougher.
    public var nodeSpacing = 0.035
    /// New linearisations, and solutions under new weights in each.
    public var passes = 3
    public var reweightings = 3

    /// Random walk of the attitude [rad/sqrt(s)]; larger trusts the gyroscope less.
    public var attitudeNoise = 8e-3
    /// Random walk of the bias [rad/s/sqrt(s)]; larger lets it wander.
    public var biasNoise = 2e-5
    /// Random walk of the velocity [m/s/sqrt(s)]; larger trusts the accelerometer less.
    public var velocityNoise = 0.1
    /// The same while the force is absent or at a rail: a limb accelerates by about 3 m/s² for some tenths of a second.
    public var blindVelocityNoise = 2.3
    /// Deviation of the attitude and of the velocity behind a hole that nothing bridges [rad], [m/s].
    public var attitudeAtRestart = 0.5
    public var velocityAtRestart = 1.0
    /// Deviation of one second of the place from one place [m]; larger lets the motion go further.
    public var placeDeviation = 1.0

    /// What may be wrong at the start: attitude [rad], bias [rad/s], velocity [m/s], place [m].
    public var attitudeAtStart = 0.2
    public var biasAtStart = 0.1.degreesToRadians
    public var velocityAtStart = 0.3
    public var placeAtStart = 0.3

    /// Usual scale error of a gyroscope and error of its axes [rad]; a few sensors are much worse (Student's t).
    public var scaleError = 0.005
    public var axisError = 0.003
    /// Usual offset of the force [m/s²], again with heavy tails.
    public var forceOffset = 0.03
    /// Deviations of the three in the first pass, which knows nothing yet.
    public var scaleErrorAtFirst = 0.02
    public var forceOffsetAtFirst = 0.2

    /// Deviation of two seconds of the field in motion from its mean there [µT]; larger trusts the field less.
    public var fieldDeviation = 2.0
    /// How much more a second at rest counts than one in motion.
    public var restWeight = 10.0
    /// Share of the weight that remains while the field disagrees with its reference.
    public var disturbedWeight = 0.1
    /// Distance from the model at which a field sample counts a quarter [µT].
    public var fieldOutlier = 3.0
    /// How far the field may be off over all, per axis at the start [µT].
    public var fieldAtStart = 5.0
    /// Usual difference between the field in motion and the field at rest, per axis [µT], with heavy tails: where size
    /// and dip of the two differ, the heading that the field has in motion is believed less.
    public var fieldDifference = 0.3
    public var fieldDifferenceAtFirst = 0.5
    /// How far east the field may point where the sensor rests [µT].
    public var restFieldEast = 0.25

    /// - Parameter fieldLatency: how much later than the gyroscope the magnetometer is stamped [s].
    public init(fieldLatency: Double = 0) {
      start = .online
      start.headingTime = 20
      start.fieldLatency = fieldLatency
    }
  }
}
