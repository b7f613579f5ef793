/// A rotation as a unit quaternion, order w, x, y, z, Hamilton product.
///
/// `earthFromSensor.rotate(v)` turns a vector given in sensor axes into earth axes: v_E = q (0, v_S) q*.
/// q and -q are the same rotation.
@frozen public struct Quaternion: Hashable, Sendable, Codable {
  public var w: Double
  public var x: Double
  public var y: Double
  public var z: Double

  @inlinable public init(_ w: Double, _ x: Double, _ y: Double, _ z: Double) {
    self.w = w
    self.x = x
    self.y = y
    self.z = z
  }

  @inlinable public static var identity: Quaternion { Quaternion(1, 0, 0, 0) }

  /// Turn by the rotation vector `v` [rad]; (1, v/2) normalised below 1e-8 rad.
  @inlinable public init(rotationVector v: Vector3) {
    let angle = v.norm
    if angle < 1e-8 {
      self = Quaternion(1, v.x / 2, v.y / 2, v.z / 2).normalized
    } else {
      let s = Double.sin(angle / 2) / angle
      self.init(Double.cos(angle / 2), v.x * s, v.y * s, v.z * s)
    }
  }

  /// Turn by `angle` [rad] about the unit vector `axis`.
  @inlinable public init(axis: Vector3, angle: Double) {
    let s = Double.sin(angle / 2)
    self.init(Double.cos(angle / 2), axis.x * s, axis.y * s, axis.z * s)
  }

  /// Shortest turn that takes unit vector `a` to unit vector `b`; a half turn about any normal when opposite.
  @inlinable public init(from a: Vector3, to b: Vector3) {
    let w = 1 + a.dot(b)
    if w < 1e-12 {
      let helper = Swift.abs(a.x) < 0.9 ? Vector3.unitX : Vector3.unitY
      let normal = a.cross(helper).normalized
      self.init(0, normal.x, normal.y, normal.z)
    } else {
      let c = a.cross(b)
      self = Quaternion(w, c.x, c.y, c.z).normalized
    }
  }

  /// The rotation of a matrix, by its largest component (Shepperd 1978, doi:10.2514/3.55767b). Sound for a matrix that
  /// is a rotation up to rounding; its damage shows in the norm.
  @inlinable public init(matrix m: Matrix3) {
    let trace = m.row0.x + m.row1.y + m.row2.z
    let largest = Swift.max(trace, m.row0.x, m.row1.y, m.row2.z)
    if largest == trace {
      let s = (1 + trace).squareRoot() * 2
      self.init(s / 4, (m.row2.y - m.row1.z) / s, (m.row0.z - m.row2.x) / s, (m.row1.x - m.row0.y) / s)
    } else if largest == m.row0.x {
      let s = (1 + 2 * m.row0.x - trace).squareRoot() * 2
      self.init((m.row2.y - m.row1.z) / s, s / 4, (m.row0.y + m.row1.x) / s, (m.row0.z + m.row2.x) / s)
    } else if largest == m.row1.y {
      let s = (1 + 2 * m.row1.y - trace).squareRoot() * 2
      self.init((m.row0.z - m.row2.x) / s, (m.row0.y + m.row1.x) / s, s / 4, (m.row1.z + m.row2.y) / s)
    } else {
      let s = (1 + 2 * m.row2.z - trace).squareRoot() * 2
      self.init((m.row1.x - m.row0.y) / s, (m.row0.z + m.row2.x) / s, (m.row1.z + m.row2.y) / s, s / 4)
    }
  }

  @inlinable @inline(__always) public var vector: Vector3 { Vector3(x, y, z) }
  @inlinable public var isFinite: Bool { w.isFinite && x.isFinite && y.isFinite && z.isFinite }
  @inlinable @inline(__always) public var squaredNorm: Double { w * w + x * x + y * y + z * z }
  @inlinable public var norm: Double { squaredNorm.squareRoot() }
  @inlinable @inline(__always) public var conjugate: Quaternion { Quaternion(w, -x, -y, -z) }

  @inlinable public var normalized: Quaternion {
    let s = 1 / norm
    return Quaternion(w * s, x * s, y * s, z * s)
  }
  @inlinable public mutating func normalize() { self = normalized }

  @inlinable @inline(__always) public static func * (a: Quaternion, b: Quaternion) -> Quaternion {
    let w: Double = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z
    let x: Double = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y
    let y: Double = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x
    let z: Double = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w
    return Quaternion(w, x, y, z)
  }

  @inlinable @inline(__always) public static prefix func - (q: Quaternion) -> Quaternion {
    Quaternion(-q.w, -q.x, -q.y, -q.z)
  }

  @inlinable @inline(__always) public func dot(_ other: Quaternion) -> Double {
    w * other.w + x * other.x + y * other.y + z * other.z
  }

  /// q (0, v) q*.
  @inlinable @inline(__always) public func rotate(_ v: Vector3) -> Vector3 {
    let u = vector
    let t = u.cross(v) * 2
    return v + t * w + u.cross(t)
  }

  /// q* (0, v) q: the same vector seen from the turned frame.
  @inlinable public func rotateBack(_ v: Vector3) -> Vector3 { conjugate.rotate(v) }

  /// Rotation vector [rad] of the shorter turn, norm 0...pi.
  @inlinable public var rotationVector: Vector3 {
    let s = vector.norm
    let sign: Double = w < 0 ? -1 : 1
    if s < 1e-12 { return vector * (2 * sign) }
    return vector * (sign * 2 * Double.atan2(s, w * sign) / s)
  }

  /// Angle of the turn [rad], 0...pi.
  @inlinable public var angle: Double { 2 * Double.atan2(vector.norm, Swift.abs(w)) }

  /// Turn about the unit vector `axis` [rad], in (-pi, pi]: the twist of a swing-twist split.
  @inlinable public func twist(about axis: Vector3) -> Double {
    Double.wrapAngle(2 * Double.atan2(vector.dot(axis), w))
  }

  /// Spherical interpolation on the shorter arc, `fraction` 0 gives self and 1 gives `other`.
  @inlinable public func interpolated(to other: Quaternion, fraction: Double) -> Quaternion {
    let target = dot(other) < 0 ? -other : other
    let step = (conjugate * target).rotationVector * fraction
    return (self * Quaternion(rotationVector: step)).normalized
  }

  /// Rotation matrix, rows by `Matrix3`.
  @inlinable @inline(__always) public var matrix: Matrix3 {
    let xx = x * x, yy = y * y, zz = z * z
    let xy = x * y, xz = x * z, yz = y * z
    let wx = w * x, wy = w * y, wz = w * z
    return Matrix3(
      Vector3(1 - 2 * (yy + zz), 2 * (xy - wz), 2 * (xz + wy)),
      Vector3(2 * (xy + wz), 1 - 2 * (xx + zz), 2 * (yz - wx)),
      Vector3(2 * (xz - wy), 2 * (yz + wx), 1 - 2 * (xx + yy)))
  }
}
