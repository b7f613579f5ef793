import Inertial

// Madgwick, Harrison and Vaidyanathan: Estimation of IMU and MARG orientation using a gradient descent
// algorithm. ICORR 2011, doi 10.1109/ICORR.2011.5975346.
//
// Goals in order: (1) one step down the gradient a sample, of a length that is the expected drift of the gyroscope;
// (2) never past the minimum along that step, so that constant input converges; (3) never 0/0.

/// Gradient descent on the difference between measured and expected directions.
public struct MadgwickFilter: OrientationFilter {
  /// What one chooses.
  public struct Parameters: Sendable, Hashable, Codable {
    /// Speed of the correction, of the quaternion [rad/s]; larger trusts force and field more.
    public var beta: Double
    /// Growth of the bias under a steady correction [rad/s²]; 0 estimates no bias, larger learns it faster.
    public var zeta: Double
    /// How much later than the gyroscope the magnetometer is stamped [s].
    public var fieldLatency: Double

    public init(beta: Double = 0.1, zeta: Double = 0, fieldLatency: Double = 0) {
      self.beta = beta
      self.zeta = zeta
      self.fieldLatency = fieldLatency
    }
  }

  public let parameters: Parameters
  private let beta: Double
  private let zeta: Double
  private var track: GyroscopeTrack
  public private(set) var earthFromSensor = Quaternion.identity

  /// A filter for samples about `period` seconds apart; every sample brings its own period.
  ///
  /// - Precondition: `period` is positive and finite.
  public init(parameters: Parameters = Parameters(), period: Double) {
    self.parameters = parameters
    beta = bounded(parameters.beta)
    zeta = bounded(parameters.zeta)
    track = GyroscopeTrack(fieldLatency: parameters.fieldLatency, period: period)
  }

  public mutating func update(_ sample: InertialSample, period: Double) {
    let evidence = track.follow(sample, period: period)
    if let field = evidence.field, !track.hasHeading || evidence.fieldStep > 1.5 * track.period {
      descend(evidence.force, nil, evidence.forceStep)
      steer(evidence.force, field, evidence.fieldStep)
    } else {
      descend(evidence.force, evidence.field, Swift.max(evidence.forceStep, evidence.fieldStep))
    }
    earthFromSensor = track.earthFromSensor.nearer(to: earthFromSensor)
  }

  public mutating func reset() { self = Self(parameters: parameters, period: track.period) }

  public mutating func restart() { track.restart() }

  public var bias: Vector3 { track.bias }

  public var isResting: Bool { track.rest.isResting }

  /// q <- q - lambda d with d = J^T f of unit length, f the stacked differences.
  @inline(__always)
  private mutating func descend(_ force: Vector3?, _ field: Vector3?, _ time: Double) {
    let gradient = Self.gradient(force, field)
    let steepness = gradient.norm
    guard steepness > 1e-12 else { return }
    let d = gradient.scaled(by: 1 / steepness)
    let wanted = beta * time
    // Along d the objective falls by the steepness and bends by the curvature: its minimum is at their quotient.
    let isFar = steepness > wanted * EarthGradient.largestCurvature
    let length = isFar ? wanted : Swift.min(wanted, steepness / curvature(d, hasForce: force != nil, field))
    let q = track.earthFromSensor
    track.earthFromSensor = (Quaternion(1 - length * d.scalar, d.vector * -length) * q).normalized
    if zeta > 0 {
      let change = q.rotateBack(d.vector) * (2 * zeta * time)
      track.bias = (track.bias + change).clamped(track.largestBias)
    }
  }

  /// A field that comes seldom stands for more time than the force beside it: the part about the vertical of
  /// their common step is as much longer, and never more than the whole deviation.
  @inline(never)
  private mutating func steer(_ force: Vector3?, _ field: Vector3, _ time: Double) {
    guard track.hasHeading else { return track.startHeading(field) }
    let gradient = Self.gradient(force, field)
    let deviation = Double.atan2(field.x, field.y)
    let wanted = 2 * beta * time * abs(gradient.vector.z) / Swift.max(gradient.norm, 1e-12)
    track.turnHeading(by: Swift.min(Swift.max(deviation, -wanted), wanted))
  }

  @inline(__always)
  private static func gradient(_ force: Vector3?, _ field: Vector3?) -> EarthGradient {
    var gradient = EarthGradient()
    if let force { gradient.add(.unitZ, force * (1 / force.norm)) }
    if let field { gradient.add(reference(field) * (1 / field.squaredNorm), field) }
    return gradient
  }

  @inline(never)
  private func curvature(_ d: EarthGradient, hasForce: Bool, _ field: Vector3?) -> Double {
    var sum = hasForce ? d.curvature(.unitZ) : 0
    if let field { sum += d.curvature(Self.reference(field)) / field.squaredNorm }
    return Swift.max(sum, 1e-12)
  }

  /// Where the field should point: north and as far down as it was measured, as long as it was.
  @inline(__always)
  static func reference(_ h: Vector3) -> Vector3 {
    Vector3(0, Double.sqrt(h.x * h.x + h.y * h.y), h.z)
  }
}

/// A change of the quaternion as (scalar, vector) q, the bracket in earth axes.
///
/// For a direction v in earth axes, measured where the orientation says h, the gradient of |R^T v - R^T h|^2 / 2
/// by the quaternion is J^T f = 2 (1 - v.h, v x h) q: from J e = 2 vec(q* v e) and f = R^T (v - h).
struct EarthGradient {
  var scalar = 0.0
  var vector = Vector3.zero

  /// Adds what one direction says; both vectors have unit length, or lengths whose product is one.
  @inline(__always)
  mutating func add(_ v: Vector3, _ h: Vector3) {
    scalar += 2 * (1 - v.dot(h))
    vector += v.cross(h) * 2
  }

  @inline(__always)
  var norm: Double { Double.sqrt(scalar * scalar + vector.squaredNorm) }

  @inline(__always)
  func scaled(by s: Double) -> EarthGradient { EarthGradient(scalar: scalar * s, vector: vector * s) }

  /// |J e|^2 of one direction along this change e.
  @inline(__always)
  func curvature(_ v: Vector3) -> Double { 4 * (v * scalar + v.cross(vector)).squaredNorm }

  /// Of two unit directions along a change of unit length.
  static let largestCurvature = 8.0
}

extension Quaternion {
  @inline(__always)
  fileprivate init(_ w: Double, _ v: Vector3) { self.init(w, v.x, v.y, v.z) }
}
