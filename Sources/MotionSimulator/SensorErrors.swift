import Inertial

/// What is wrong with a sensor and with the way its samples travel. Biases and scales are drawn once per sensor,
/// uniformly within the limits; noise and drift are drawn per sample.
public struct SensorErrors: Hashable, Sendable {
  /// Standard deviation of the white noise of a sample [rad/s], [m/s²], [µT].
  public var gyroscopeNoise = 0.0
  public var accelerometerNoise = 0.0
  public var magnetometerNoise = 0.0
  /// Limit of the constant bias on each axis [rad/s], [m/s²].
  public var gyroscopeBias = 0.0
  public var accelerometerBias = 0.0
  /// Random walk of the gyroscope bias: standard deviation after one second [rad/s].
  public var gyroscopeDrift = 0.0
  /// Limit of the scale error on each axis (0.003 is 0.3 %).
  public var scale = 0.0
  /// Limit of the angle between nominal and true axes [rad].
  public var misalignment = 0.0
  /// Size of the last digit [rad/s], [m/s²]; 0 for none.
  public var gyroscopeStep = 0.0
  public var accelerometerStep = 0.0
  /// Largest value either way [rad/s], [m/s²].
  public var gyroscopeRange = Double.infinity
  public var accelerometerRange = Double.infinity
  /// Chance that a sample does not arrive.
  public var loss = 0.0
  /// The shank's samples are this much older than their stamps [s].
  public var shankDelay = 0.0
  /// The shank's clock is slow by this share: at its stamp t the true time is t (1 + skew).
  public var shankSkew = 0.0
  /// Spans in which nothing arrives [s of the recording].
  public var gaps: [ClosedRange<Double>] = []

  public init() {}

  /// A perfect sensor.
  public static let ideal = SensorErrors()

  /// A consumer chip after its factory calibration, 16 bit at ±2000 °/s and ±16 g; nothing is lost.
  public static let realistic: SensorErrors = {
    var e = SensorErrors()
    e.gyroscopeNoise = 0.1.degreesToRadians
    e.accelerometerNoise = 0.03
    e.magnetometerNoise = 0.4
    e.gyroscopeBias = 0.5.degreesToRadians
    e.accelerometerBias = 0.05
    e.gyroscopeDrift = 0.005.degreesToRadians
    e.scale = 0.003
    e.misalignment = 0.15.degreesToRadians
    e.gyroscopeStep = (2000.0 / 32768).degreesToRadians
    e.accelerometerStep = 16 * .standardGravity / 32768
    e.gyroscopeRange = 2000.0.degreesToRadians
    e.accelerometerRange = 16 * .standardGravity
    return e
  }()
}
