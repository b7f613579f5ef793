import Inertial

/// One chip with its own bias, scale and axes: true motion in, what it prints out.
struct SensorModel: Sendable {
  private let errors: SensorErrors
  private let gyroscopeGain: Matrix3
  private let accelerometerGain: Matrix3
  private let accelerometerBias: Vector3
  private let driftPerSample: Double
  private var gyroscopeBias: Vector3
  private var random: SplitMix64

  init(errors: SensorErrors, period: Double, random: SplitMix64) {
    var random = random
    self.errors = errors
    gyroscopeGain = Self.gain(errors, &random)
    accelerometerGain = Self.gain(errors, &random)
    gyroscopeBias = random.symmetricVector(errors.gyroscopeBias)
    accelerometerBias = random.symmetricVector(errors.accelerometerBias)
    driftPerSample = errors.gyroscopeDrift * Double.sqrt(period)
    self.random = random
  }

  /// Rows of the true axes in nominal ones, with the scale of each.
  private static func gain(_ errors: SensorErrors, _ random: inout SplitMix64) -> Matrix3 {
    let scale = Vector3(1, 1, 1) + random.symmetricVector(errors.scale)
    let upper = random.symmetricVector(errors.misalignment),
      lower = random.symmetricVector(errors.misalignment)
    return Matrix3(
      Vector3(scale.x, upper.x, upper.y), Vector3(lower.x, scale.y, upper.z),
      Vector3(lower.y, lower.z, scale.z))
  }

  /// nil when the sample is lost. The same number of random values is drawn in every case.
  mutating func measure(rate: Vector3, force: Vector3, field: Vector3?) -> InertialSample? {
    gyroscopeBias += random.normalVector() * driftPerSample
    let gyroscope = gyroscopeGain * rate + gyroscopeBias + random.normalVector() * errors.gyroscopeNoise
    let accelerometer =
      accelerometerGain * force + accelerometerBias + random.normalVector() * errors.accelerometerNoise
    let magnetometer = field.map { $0 + random.normalVector() * errors.magnetometerNoise }
    if random.uniform() < errors.loss { return nil }
    return InertialSample(
      gyroscope: Self.printed(gyroscope, errors.gyroscopeRange, errors.gyroscopeStep),
      accelerometer: Self.printed(accelerometer, errors.accelerometerRange, errors.accelerometerStep),
      magnetometer: magnetometer)
  }

  private static func printed(_ v: Vector3, _ range: Double, _ step: Double) -> Vector3 {
    func one(_ value: Double) -> Double {
      let held = Swift.min(Swift.max(value, -range), range)
      return step > 0 ? (held / step).rounded() * step : held
    }
    return Vector3(one(v.x), one(v.y), one(v.z))
  }
}
