import Inertial

/// A turn about the vertical, kept as cosine and sine of its half so that nothing wraps.
struct HeadingTurn: Equatable, Sendable, Codable {
  private var cosine = 1.0
  private var sine = 0.0

  init() {}

  /// How far east of north a field in levelled axes points once it is turned [rad], in (-pi, pi].
  @inline(__always)
  func deviation(of y: Vector3) -> Double {
    let c: Double = cosine * cosine - sine * sine
    let s: Double = 2 * cosine * sine
    return Double.atan2(c * y.x - s * y.y, s * y.x + c * y.y)
  }

  /// Turns on, anticlockwise from above [rad].
  @inline(__always)
  mutating func turn(by angle: Double) {
    let (turnCosine, turnSine) = Self.cosineAndSine(angle / 2)
    let newCosine: Double = cosine * turnCosine - sine * turnSine
    let newSine: Double = sine * turnCosine + cosine * turnSine
    // Back to length one: a Newton step from a few rounding errors away.
    let norm: Double = 1.5 - 0.5 * (newCosine * newCosine + newSine * newSine)
    cosine = newCosine * norm
    sine = newSine * norm
  }

  /// (cos d/2, 0, 0, sin d/2) q.
  @inline(__always)
  func applied(to q: Quaternion) -> Quaternion {
    let c = cosine, s = sine
    return Quaternion(c * q.w - s * q.z, c * q.x - s * q.y, c * q.y + s * q.x, c * q.z + s * q.w)
  }

  @inline(__always)
  private static func cosineAndSine(_ half: Double) -> (Double, Double) {
    guard abs(half) < 0.01 else { return (Double.cos(half), Double.sin(half)) }
    let h = half * half
    return (1 - h / 2 * (1 - h / 12 * (1 - h / 30)), half * (1 - h / 6 * (1 - h / 20 * (1 - h / 42))))
  }
}
