import Inertial

extension OnlineFilter {
  /// What one chooses. All times in seconds, all angles in radians.
  public struct Parameters: Sendable, Hashable, Codable {
    /// Time constant of the level [s]; larger trusts the gyroscope more and averages more motion away.
    public var levelTime: Double
    /// Time constant of the heading [s]; larger trusts the gyroscope more and averages more field errors away.
    public var headingTime: Double

    /// Standard deviation of the bias at the start [rad/s]; larger learns faster at first.
    public var biasAtStart: Double
    /// Time in which the deviation of the bias grows by 0.1 deg/s [s]; larger believes in a steadier bias.
    public var biasForgettingTime: Double
    /// Largest bias per axis [rad/s]; a sensor that turns evenly and faster than this is not at rest.
    public var largestBias: Double
    /// Most that one sample may say the bias is off [rad/s]; smaller is more robust and slower.
    public var largestBiasResidual: Double
    /// How long after the start the level says nothing about the bias in motion [s]: at first it corrects itself.
    public var biasMotionDelay: Double
    /// Deviation that the bias settles at in motion [rad/s]; larger is slower.
    public var biasInMotion: Double
    /// Weight of the vertical bias in motion, which no one can see: how fast it fades to zero (0: not at all).
    public var verticalBiasWeight: Double
    /// Deviation that the bias settles at in rest [rad/s]; larger is slower.
    public var biasAtRest: Double

    /// How long it must be still to be at rest [s].
    public var restTime: Double
    /// Time constant of the means that rest is judged against [s].
    public var restSmoothing: Double
    /// Largest deviation of the rate from its mean at rest [rad/s].
    public var restRate: Double
    /// Largest deviation of the force from its mean at rest [m/s²].
    public var restForce: Double
    /// Largest drift of the mean force since the stillness began [m/s²]: a slow even turn is not rest.
    public var restForceDrift: Double
    /// How far the mean rate may be from the bias, beyond three deviations of the bias, to be rest [rad/s].
    public var restBiasJump: Double
    /// How long it must be still to be at rest all the same [s]; smaller takes even turns for a new bias.
    public var surprisingRestTime: Double

    /// Largest relative deviation of the field's size from the reference.
    public var fieldSizeAgreement: Double
    /// Largest deviation of the field's dip from the reference [rad].
    public var fieldDipAgreement: Double

    /// Takes the rate as bending between samples, not as constant: at low rates an axis that wanders within a step otherwise
    /// costs degrees.
    public var followsBend: Bool

    /// How much later than the gyroscope the magnetometer is stamped [s]; up to about a second.
    public var fieldLatency: Double
  }
}

extension OnlineFilter.Parameters {
  /// The values published with the method.
  public static let published = OnlineFilter.Parameters(
    levelTime: 3, headingTime: 9,
    biasAtStart: 0.5.degreesToRadians, biasForgettingTime: 100, largestBias: 2.0.degreesToRadians,
    largestBiasResidual: 2.0.degreesToRadians,
    biasMotionDelay: 0, biasInMotion: 0.1.degreesToRadians, verticalBiasWeight: 1e-4,
    biasAtRest: 0.03.degreesToRadians,
    restTime: 1.5, restSmoothing: 0.5, restRate: 2.0.degreesToRadians, restForce: 0.5,
    restForceDrift: .infinity, restBiasJump: .infinity, surprisingRestTime: 0,
    fieldSizeAgreement: 0.1, fieldDipAgreement: 10.0.degreesToRadians,
    followsBend: false, fieldLatency: 0)

  /// Our own values: one set for every recording, chosen from what limits a sensor on a leg.
  ///
  /// - `headingTime` 15 s: the heading error of a follower is the gyroscope drift of T seconds and the field
  ///   errors of T seconds averaged. Indoors the field is off by degrees and changes within a second or two of
  ///   motion; a learned bias is good to about 0.05 deg/s, less than 1 degree in 15 s.
  /// - `biasInMotion` 0.05 deg/s: in motion the force errs more than the bias of a worn-in sensor wanders. But
  ///   `biasMotionDelay` 6 s: the level needs twice its time constant before its corrections are about the bias
  ///   and not about a start in mid-motion.
  /// - `largestBias` 12 deg/s: sensors without a factory calibration are off by several degrees a second; the
  ///   first rest tells it at once. What one sample may say stays at 2 deg/s.
  /// - The rules that make so large a bias safe: a passive or careful movement at 1 to 10 deg/s is even enough
  ///   to pass for rest. But it turns gravity: 0.1 m/s² is 0.6 degrees. About the vertical it does not; there
  ///   a mean rate that contradicts the rests before by over 1 deg/s counts as rest only after 20 s.
  /// - `followsBend`: exact for a rate that changes linearly; below 50 Hz it is worth degrees, above 200 Hz nothing.
  /// - All else as published; 3 s of level are a few steps or repetitions.
  public static let online: OnlineFilter.Parameters = {
    var p = OnlineFilter.Parameters.published
    p.headingTime = 15
    p.biasInMotion = 0.05.degreesToRadians
    p.biasMotionDelay = 6
    p.largestBias = 12.0.degreesToRadians
    p.restForceDrift = 0.1
    p.restBiasJump = 1.0.degreesToRadians
    p.surprisingRestTime = 20
    p.followsBend = true
    return p
  }()
}

/// Values of the method that there is no reason to choose.
enum FieldRule {
  /// Smoothing of size and dip [s].
  static let smoothing = 0.05
  /// Agreement that clears the flag [s].
  static let clearTime = 0.5
  /// How fast the reference follows the field [s].
  static let referenceTime = 20.0
  /// Time with enough rotation that makes a candidate the reference [s]; shorter when there is none yet.
  static let acceptTime = 20.0
  static let firstAcceptTime = 5.0
  /// Rotation that counts [rad/s].
  static let rotation = 20.0.degreesToRadians
  /// How long a disturbed field is left out [s]; afterwards it is used at half weight.
  static let rejectionTime = 60.0
  static let lateWeight = 0.5
  static let recovery = 2.0
}
