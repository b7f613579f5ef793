import Inertial

extension OnlineFilter {
  /// What a sample changes.
  struct State: Equatable, Sendable, Codable {
    // Orientation.
    var driftFromSensor = Quaternion.identity
    var levelFromDrift = Quaternion.identity
    var levelFromSensor = Quaternion.identity
    var heading = HeadingTurn()
    var hasHeading = false

    // Level and bias.
    var driftForce = LowPass<SIMD4<Double>>()
    var levelEast = LowPass<SIMD4<Double>>()
    var levelNorth = LowPass<SIMD4<Double>>()
    var levelUp = LowPass<SIMD4<Double>>()
    /// Since the level began [s].
    var levelTime = 0.0
    var bias = Vector3.zero
    var covariance: SymmetricMatrix3

    var rest = RestWatch()

    // Magnetic field: size and dip.
    /// Since the last field sample [s].
    var fieldStep = 0.0
    var fieldShape = LowPass<SIMD2<Double>>()
    var reference: FieldShape?
    var candidate: FieldShape?
    var candidateTime = 0.0
    var agreementTime = 0.0
    var rejectionTime = FieldRule.rejectionTime
    var isDisturbed = true
    /// Field samples so far, while their mean still counts more than the usual gain; else nil.
    var headingCount: Double? = 0

    var rateWatch: RateWatch
    var unseen = UnseenTurn()
    /// Of the last sample [rad].
    var lastTurn = Vector3.zero
    /// Square of the largest rate of the last moment, fading [(rad/s)²].
    var recentRate = 0.0
    /// Since the last force sample [s].
    var forceStep = 0.0
    /// Left of the time in which the level is still found again and the field not judged [s].
    var recoveryTime = 0.0

    init(_ p: Parameters, period: Double) {
      covariance = .diagonal(p.biasAtStart * p.biasAtStart)
      rateWatch = RateWatch(period: period)
    }

    mutating func restart() {
      driftForce = LowPass()
      levelEast = LowPass()
      levelNorth = LowPass()
      levelUp = LowPass()
      levelTime = 0
      rest.restart()
      fieldShape = LowPass()
      unseen = UnseenTurn()
      recentRate = 0
    }

    /// Other coefficients; the low-passes go on from where they are.
    mutating func adapt(to c: Coefficients) {
      driftForce.adapt(to: c.level)
      levelEast.adapt(to: c.level)
      levelNorth.adapt(to: c.level)
      levelUp.adapt(to: c.level)
      rest.adapt(to: c.rest)
      fieldShape.adapt(to: c.field)
    }
  }

  /// Size and dip of a field.
  struct FieldShape: Equatable, Sendable, Codable {
    /// [µT]
    var size: Double
    /// Angle below the horizon [rad].
    var dip: Double

    @inline(__always)
    func agrees(_ other: FieldShape, _ c: Coefficients) -> Bool {
      abs(other.size - size) < c.sizeAgreement * size && abs(other.dip - dip) < c.dipAgreement
    }

    @inline(__always)
    mutating func follow(_ other: FieldShape, _ gain: Double) {
      size += gain * (other.size - size)
      dip += gain * (other.dip - dip)
    }
  }
}

/// A symmetric 3 x 3 matrix by its upper triangle.
struct SymmetricMatrix3: Equatable, Sendable, Codable {
  var xx, xy, xz, yy, yz, zz: Double

  static func diagonal(_ d: Double) -> SymmetricMatrix3 {
    SymmetricMatrix3(xx: d, xy: 0, xz: 0, yy: d, yz: 0, zz: d)
  }

  /// At least the square of the deviation on each axis.
  mutating func open(to deviation: Vector3) {
    xx = Swift.max(xx, deviation.x * deviation.x)
    yy = Swift.max(yy, deviation.y * deviation.y)
    zz = Swift.max(zz, deviation.z * deviation.z)
  }

  var matrix: Matrix3 { Matrix3(Vector3(xx, xy, xz), Vector3(xy, yy, yz), Vector3(xz, yz, zz)) }

  @inline(__always)
  var diagonal: Vector3 { Vector3(xx, yy, zz) }

  @inline(__always)
  func row(_ axis: Int) -> Vector3 {
    axis == 0 ? Vector3(xx, xy, xz) : axis == 1 ? Vector3(xy, yy, yz) : Vector3(xz, yz, zz)
  }

  /// self - k vT - v kT.
  @inline(__always)
  mutating func subtractBoth(_ k: Vector3, _ v: Vector3) {
    xx -= 2 * k.x * v.x
    xy -= k.x * v.y + v.x * k.y
    xz -= k.x * v.z + v.x * k.z
    yy -= 2 * k.y * v.y
    yz -= k.y * v.z + v.y * k.z
    zz -= 2 * k.z * v.z
  }

  @inline(__always)
  static func * (m: SymmetricMatrix3, v: Vector3) -> Vector3 {
    let x: Double = m.xx * v.x + m.xy * v.y + m.xz * v.z
    let y: Double = m.xy * v.x + m.yy * v.y + m.yz * v.z
    let z: Double = m.xz * v.x + m.yz * v.y + m.zz * v.z
    return Vector3(x, y, z)
  }

  /// self - k vT, where k is a multiple of v.
  @inline(__always)
  mutating func subtract(_ k: Vector3, _ v: Vector3) {
    xx -= k.x * v.x
    xy -= k.x * v.y
    xz -= k.x * v.z
    yy -= k.y * v.y
    yz -= k.y * v.z
    zz -= k.z * v.z
  }
}
