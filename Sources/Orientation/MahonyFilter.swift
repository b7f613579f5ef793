import Inertial

// Mahony, Hamel and Pflimlin: Nonlinear complementary filters on the special orthogonal group. IEEE Trans.
// Automatic Control 53, 2008, doi 10.1109/TAC.2008.923738, the explicit filter of section V.
//
// Goals in order: (1) a correction that grows with the error, proportional and integral; (2) no more than cross
// products a sample.

/// Feedback of the angle between measured and expected directions, with an integral part for the bias.
public struct MahonyFilter: OrientationFilter {
  /// What one chooses.
  public struct Parameters: Sendable, Hashable, Codable {
    /// Share of the error corrected in a second [1/s]; larger trusts force and field more.
    public var proportionalGain: Double
    /// Growth of the bias by an error of one radian in a second [1/s²]; larger learns the bias faster and rings.
    public var integralGain: Double
    /// How much later than the gyroscope the magnetometer is stamped [s].
    public var fieldLatency: Double

    public init(proportionalGain: Double = 0.6, integralGain: Double = 0.0012, fieldLatency: Double = 0) {
      self.proportionalGain = proportionalGain
      self.integralGain = integralGain
      self.fieldLatency = fieldLatency
    }
  }

  public let parameters: Parameters
  private let proportionalGain: Double
  private let integralGain: Double
  private var track: GyroscopeTrack
  public private(set) var earthFromSensor = Quaternion.identity

  /// A filter for samples about `period` seconds apart; every sample brings its own period.
  ///
  /// - Precondition: `period` is positive and finite.
  public init(parameters: Parameters = Parameters(), period: Double) {
    self.parameters = parameters
    proportionalGain = bounded(parameters.proportionalGain)
    integralGain = bounded(parameters.integralGain)
    track = GyroscopeTrack(fieldLatency: parameters.fieldLatency, period: period)
  }

  public mutating func update(_ sample: InertialSample, period: Double) {
    let evidence = track.follow(sample, period: period)
    var turn = Vector3.zero, drift = Vector3.zero
    if let force = evidence.force {
      let error = Self.tilt(force.normalized)
      turn = error * share(evidence.forceStep)
      drift = error * evidence.forceStep
    }
    if let field = evidence.field {
      if track.hasHeading {
        let error = Self.fieldError(field)
        turn += error * share(evidence.fieldStep)
        drift += error * evidence.fieldStep
      } else {
        track.startHeading(field)
      }
    }
    correct(turn, drift)
    earthFromSensor = track.earthFromSensor.nearer(to: earthFromSensor)
  }

  public mutating func reset() { self = Self(parameters: parameters, period: track.period) }

  public mutating func restart() { track.restart() }

  public var bias: Vector3 { track.bias }

  public var isResting: Bool { track.rest.isResting }

  /// Kp dt, never more than the whole error; soon after a start the mean since then counts.
  @inline(__always)
  private func share(_ step: Double) -> Double {
    let gain = Swift.max(proportionalGain, 1 / Swift.max(track.age ?? step, step))
    return Swift.min(1, gain * step)
  }

  /// q <- Exp(Kp e dt) q and b <- b - Ki e dt, e in earth axes.
  @inline(__always)
  private mutating func correct(_ turn: Vector3, _ drift: Vector3) {
    let before = track.earthFromSensor
    track.earthFromSensor = Quaternion(smallRotationVector: turn) * before
    let change = before.rotateBack(drift) * integralGain
    track.bias = (track.bias - change).clamped(track.largestBias)
  }

  /// u x z for the measured up direction u. Opposite to up every direction is as good.
  @inline(__always)
  static func tilt(_ up: Vector3) -> Vector3 {
    let error = Vector3(up.y, -up.x, 0)
    return up.z < 0 && error.squaredNorm < 1e-12 ? .unitX : error
  }

  /// h x reference for the field h in earth axes, reference (0, horizontal, vertical), both of unit length.
  @inline(__always)
  static func fieldError(_ h: Vector3) -> Vector3 {
    let horizontal = Double.sqrt(h.x * h.x + h.y * h.y)
    return Vector3(h.z * (h.y - horizontal), -h.x * h.z, h.x * horizontal) / h.squaredNorm
  }
}
