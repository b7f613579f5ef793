import Inertial

extension OnlineFilter {
  /// What a sample changes.
  struct State: Equatable, Sendable {
    // Orientation.
    var driftFromSensor = Quaternion.identity
    var levelFromDrift = Quaternion.identity
    var levelFromSensor = Quaternion.identity
    /// Cosine and sine of half the heading correction.
    var headingCosine = 1.0
    var headingSine = 0.0
    var hasHeading = false

    // Level and bias.
    var driftForce = LowPass<Vector3>()
    var smoothLevel = LowPass<Matrix3>()
    var smoothLevelBias = LowPass<Vector3>()
    var bias = Vector3.zero
    var covariance: SymmetricMatrix3

    // Rest.
    var meanRate = LowPass<Vector3>()
    var meanForce = LowPass<Vector3>()
    var stillTime = 0.0
    var isResting = false

    // Magnetic field: size [µT] and dip [rad].
    var fieldSize = LowPass<Double>()
    var fieldDip = LowPass<Double>()
    var reference: FieldShape?
    var candidate: FieldShape?
    var candidateTime = 0.0
    var agreementTime = 0.0
    var rejectionTime = FieldRule.rejectionTime
    var isDisturbed = true
    /// Field samples so far, while their mean still counts more than the usual gain; else nil.
    var headingCount: Double? = 0

    var rateWatch: RateWatch

    init(_ p: Parameters, period: Double) {
      covariance = .diagonal(p.biasAtStart * p.biasAtStart)
      rateWatch = RateWatch(period: period)
    }

    mutating func restart(_ p: Parameters, _ c: Coefficients) {
      driftForce = LowPass()
      smoothLevel = LowPass()
      smoothLevelBias = LowPass()
      meanRate = LowPass()
      meanForce = LowPass()
      stillTime = 0
      isResting = false
      fieldSize = LowPass()
      fieldDip = LowPass()
      // As if the heading were two seconds old: it is corrected faster until it is T_mag old.
      if hasHeading && !isDisturbed { headingCount = 2 / c.period }
    }
  }

  /// Size and dip of a field.
  struct FieldShape: Equatable, Sendable {
    /// [µT]
    var size: Double
    /// Angle below the horizon [rad].
    var dip: Double

    @inline(__always)
    func agrees(_ other: FieldShape, _ p: Parameters) -> Bool {
      abs(other.size - size) < p.fieldSizeAgreement * size && abs(other.dip - dip) < p.fieldDipAgreement
    }

    @inline(__always)
    mutating func follow(_ other: FieldShape, _ gain: Double) {
      size += gain * (other.size - size)
      dip += gain * (other.dip - dip)
    }
  }
}

/// A symmetric 3 x 3 matrix by its upper triangle.
struct SymmetricMatrix3: Equatable, Sendable {
  var xx, xy, xz, yy, yz, zz: Double

  static func diagonal(_ d: Double) -> SymmetricMatrix3 {
    SymmetricMatrix3(xx: d, xy: 0, xz: 0, yy: d, yz: 0, zz: d)
  }

  @inline(__always)
  static func * (m: SymmetricMatrix3, v: Vector3) -> Vector3 {
    let x: Double = m.xx * v.x + m.xy * v.y + m.xz * v.z
    let y: Double = m.xy * v.x + m.yy * v.y + m.yz * v.z
    let z: Double = m.xz * v.x + m.yz * v.y + m.zz * v.z
    return Vector3(x, y, z)
  }

  /// self - v vT s.
  @inline(__always)
  mutating func subtract(_ v: Vector3, scaledBy s: Double) {
    let k = v * s
    xx -= k.x * v.x
    xy -= k.x * v.y
    xz -= k.x * v.z
    yy -= k.y * v.y
    yz -= k.y * v.z
    zz -= k.z * v.z
  }
}

/// Notices when the rate of the samples has changed for good.
///
/// The mean period of half a second counts; two such means in a row that agree with each other and differ
/// from the nominal period by over 5 % are a lasting change. Jitter, bursts and single holes are not.
struct RateWatch: Equatable, Sendable {
  private var window: Double
  private var count = 0.0
  private var sum = 0.0
  private var lastMean: Double?

  init(period: Double) { window = RateWatch.window(period) }

  /// Nominal period to change to, nil as long as all is well.
  @inline(__always)
  mutating func push(_ period: Double, nominal: Double) -> Double? {
    sum += period
    count += 1
    if count < window { return nil }
    return judge(nominal)
  }

  @inline(never)
  private mutating func judge(_ nominal: Double) -> Double? {
    let mean = sum / count
    let last = lastMean
    (sum, count, lastMean) = (0, 0, mean)
    guard mean > 0, abs(mean - nominal) > 0.05 * nominal else { return nil }
    guard let last, abs(mean - last) < 0.02 * mean else { return nil }
    window = RateWatch.window(mean)
    lastMean = nil
    return mean
  }

  private static func window(_ period: Double) -> Double { Swift.max(8, (0.5 / period).rounded()) }
}
