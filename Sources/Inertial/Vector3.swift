/// Three components in one frame; the unit is stated where the vector is declared.
@frozen public struct Vector3: Hashable, Sendable, Codable {
  public var x: Double
  public var y: Double
  public var z: Double

  @inlinable public init(_ x: Double, _ y: Double, _ z: Double) {
    self.x = x
    self.y = y
    self.z = z
  }

  @inlinable public static var zero: Vector3 { Vector3(0, 0, 0) }
  @inlinable public static var unitX: Vector3 { Vector3(1, 0, 0) }
  @inlinable public static var unitY: Vector3 { Vector3(0, 1, 0) }
  @inlinable public static var unitZ: Vector3 { Vector3(0, 0, 1) }
  /// Marks a value that is missing.
  @inlinable public static var missing: Vector3 { Vector3(.nan, .nan, .nan) }

  @inlinable @inline(__always) public var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
  @inlinable @inline(__always) public var squaredNorm: Double { x * x + y * y + z * z }
  @inlinable @inline(__always) public var norm: Double { squaredNorm.squareRoot() }

  /// Unit vector of the same direction; `nan` for the zero vector.
  @inlinable public var normalized: Vector3 { self / norm }
  @inlinable public mutating func normalize() { self = normalized }

  @inlinable @inline(__always) public func dot(_ other: Vector3) -> Double {
    x * other.x + y * other.y + z * other.z
  }

  @inlinable @inline(__always) public func cross(_ other: Vector3) -> Vector3 {
    let cx: Double = y * other.z - z * other.y
    let cy: Double = z * other.x - x * other.z
    let cz: Double = x * other.y - y * other.x
    return Vector3(cx, cy, cz)
  }

  /// Angle to another vector [rad], 0...pi, accurate near both ends.
  @inlinable public func angle(to other: Vector3) -> Double {
    Double.atan2(cross(other).norm, dot(other))
  }

  /// Part of the vector normal to a unit vector.
  @inlinable public func rejected(from axis: Vector3) -> Vector3 { self - axis * dot(axis) }

  @inlinable @inline(__always) public static prefix func - (a: Vector3) -> Vector3 {
    Vector3(-a.x, -a.y, -a.z)
  }
  @inlinable @inline(__always) public static func + (a: Vector3, b: Vector3) -> Vector3 {
    Vector3(a.x + b.x, a.y + b.y, a.z + b.z)
  }
  @inlinable @inline(__always) public static func - (a: Vector3, b: Vector3) -> Vector3 {
    Vector3(a.x - b.x, a.y - b.y, a.z - b.z)
  }
  @inlinable @inline(__always) public static func * (a: Vector3, s: Double) -> Vector3 {
    Vector3(a.x * s, a.y * s, a.z * s)
  }
  @inlinable public static func * (s: Double, a: Vector3) -> Vector3 { a * s }
  @inlinable @inline(__always) public static func / (a: Vector3, s: Double) -> Vector3 {
    Vector3(a.x / s, a.y / s, a.z / s)
  }
  @inlinable @inline(__always) public static func += (a: inout Vector3, b: Vector3) { a = a + b }
  @inlinable @inline(__always) public static func -= (a: inout Vector3, b: Vector3) { a = a - b }
  @inlinable @inline(__always) public static func *= (a: inout Vector3, s: Double) { a = a * s }

  /// Component 0, 1 or 2.
  @inlinable public subscript(index: Int) -> Double {
    get { index == 0 ? x : index == 1 ? y : z }
    set {
      switch index {
      case 0: x = newValue
      case 1: y = newValue
      default: z = newValue
      }
    }
  }
}
