import Inertial

/// A sensor with a known orientation: the rate is constant within a step, so that the truth is exact.
public struct SyntheticMotion {
  public static let gravity = Vector3(0, 0, Double.standardGravity)
  public static let field = Vector3(0, 20, -44)

  public var samples: [InertialSample] = []
  public var truth: [Quaternion] = []
  public var period: Double

  public init(period: Double) { self.period = period }

  /// Lies still.
  public static func rest(_ orientation: Quaternion, seconds: Double, period: Double = 0.01)
    -> SyntheticMotion
  {
    var motion = SyntheticMotion(period: period)
    for _ in 0..<Int(seconds / period) { motion.add(orientation, rate: .zero) }
    return motion
  }

  /// Turns about an axis fixed in the earth at a speed [rad/s] that may depend on time.
  public static func turning(
    from start: Quaternion, about axis: Vector3, seconds: Double, period: Double = 0.01,
    speed: (Double) -> Double
  ) -> SyntheticMotion {
    var motion = SyntheticMotion(period: period)
    motion.turn(from: start, about: axis, seconds: seconds, speed: speed)
    return motion
  }

  public mutating func turn(
    from start: Quaternion, about axis: Vector3, seconds: Double, speed: (Double) -> Double
  ) {
    var q = start
    for step in 1...Int(seconds / period) {
      let rate = q.rotateBack(axis.normalized * speed(Double(step) * period))
      q = (q * Quaternion(rotationVector: rate * period)).normalized
      add(q, rate: rate)
    }
  }

  /// Like a shank in gait: a swinging turn, shaken in every direction, wandering in heading.
  public static func gait(seconds: Double, period: Double = 0.01, start: Quaternion = .identity)
    -> SyntheticMotion
  {
    var motion = SyntheticMotion(period: period)
    motion.walk(seconds: seconds, start: start)
    return motion
  }

  public mutating func walk(seconds: Double, start: Quaternion) {
    var q = start
    for step in 1...Int(seconds / period) {
      let t = Double(step) * period
      let stride = 2 * Double.pi * 0.9 * t
      let swing = Vector3(0.2 + 0.3 * Double.sin(0.1 * t), 1, 0.2) * (3 * Double.sin(stride))
      let rate = swing + Vector3(0, 0, 0.4 * Double.sin(0.2 * t))
      q = (q * Quaternion(rotationVector: rate * period)).normalized
      let shake = Vector3(
        2 * Double.sin(stride), 1.5 * Double.sin(2 * stride + 1), 3 * Double.sin(2 * stride))
      add(q, rate: rate, acceleration: shake)
    }
  }

  public mutating func add(_ orientation: Quaternion, rate: Vector3, acceleration: Vector3 = .zero) {
    truth.append(orientation)
    samples.append(
      InertialSample(
        gyroscope: rate, accelerometer: orientation.rotateBack(Self.gravity + acceleration),
        magnetometer: orientation.rotateBack(Self.field)))
  }

  /// With a constant bias [rad/s] and noise of a common sensor, from a seed.
  public func disturbed(bias: Vector3 = .zero, noise: Double = 1, seed: UInt64) -> SyntheticMotion {
    var generator = SplitMix64(seed: seed)
    var out = self
    for k in out.samples.indices {
      out.samples[k].gyroscope += bias + generator.normalVector() * (0.002 * noise)
      if let a = out.samples[k].accelerometer {
        out.samples[k].accelerometer = a + generator.normalVector() * (0.03 * noise)
      }
      if let m = out.samples[k].magnetometer {
        out.samples[k].magnetometer = m + generator.normalVector() * (0.3 * noise)
      }
    }
    return out
  }

  public func withoutField() -> SyntheticMotion {
    var out = self
    for k in out.samples.indices { out.samples[k].magnetometer = nil }
    return out
  }

  public func followed(by next: SyntheticMotion) -> SyntheticMotion {
    var out = self
    out.samples += next.samples
    out.truth += next.truth
    return out
  }
}

extension Quaternion {
  /// Angle to another orientation [deg].
  public func degrees(to other: Quaternion) -> Double { (conjugate * other).angle.radiansToDegrees }

  /// Angle between the verticals of two orientations [deg].
  public func tiltDegrees(to other: Quaternion) -> Double {
    rotateBack(.unitZ).angle(to: other.rotateBack(.unitZ)).radiansToDegrees
  }
}

extension Sequence {
  /// allSatisfy that never throws: #expect takes it apart.
  public func all(_ holds: (Element) -> Bool) -> Bool { allSatisfy(holds) }

  /// Largest value of a measure; `nan` where one is.
  public func worst(_ measure: (Element) -> Double) -> Double {
    var worst = -Double.infinity
    for element in self {
      let value = measure(element)
      if value.isNaN { return .nan }
      worst = Swift.max(worst, value)
    }
    return worst
  }
}

extension Quaternion {
  /// The 24 turns that map axes to axes.
  public static let axisPermutations: [Quaternion] = {
    let quarter = [0.0, 0.5, 1, 1.5].map { $0 * Double.pi }
    let faces =
      quarter.map { Quaternion(axis: .unitX, angle: $0) }
      + [0.5, 1.5].map { Quaternion(axis: .unitY, angle: $0 * Double.pi) }
    return faces.flatMap { face in quarter.map { face * Quaternion(axis: .unitZ, angle: $0) } }
  }()
}
