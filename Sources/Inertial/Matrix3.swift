/// A 3 x 3 matrix held as three rows.
@frozen public struct Matrix3: Hashable, Sendable, Codable {
  public var row0: Vector3
  public var row1: Vector3
  public var row2: Vector3

  @inlinable public init(_ row0: Vector3, _ row1: Vector3, _ row2: Vector3) {
    self.row0 = row0
    self.row1 = row1
    self.row2 = row2
  }

  @inlinable public static var identity: Matrix3 { diagonal(Vector3(1, 1, 1)) }
  @inlinable public static var zero: Matrix3 { Matrix3(.zero, .zero, .zero) }
  @inlinable public static func diagonal(_ d: Vector3) -> Matrix3 {
    Matrix3(Vector3(d.x, 0, 0), Vector3(0, d.y, 0), Vector3(0, 0, d.z))
  }

  /// The matrix of the cross product with v: `skew(v) * u == v.cross(u)`.
  @inlinable public static func skew(_ v: Vector3) -> Matrix3 {
    Matrix3(Vector3(0, -v.z, v.y), Vector3(v.z, 0, -v.x), Vector3(-v.y, v.x, 0))
  }

  @inlinable public var column0: Vector3 { Vector3(row0.x, row1.x, row2.x) }
  @inlinable public var column1: Vector3 { Vector3(row0.y, row1.y, row2.y) }
  @inlinable public var column2: Vector3 { Vector3(row0.z, row1.z, row2.z) }
  @inlinable public var transposed: Matrix3 { Matrix3(column0, column1, column2) }

  @inlinable public static func * (m: Matrix3, v: Vector3) -> Vector3 {
    Vector3(m.row0.dot(v), m.row1.dot(v), m.row2.dot(v))
  }
  @inlinable public static func * (a: Matrix3, b: Matrix3) -> Matrix3 {
    let c0 = b.column0, c1 = b.column1, c2 = b.column2
    return Matrix3(
      Vector3(a.row0.dot(c0), a.row0.dot(c1), a.row0.dot(c2)),
      Vector3(a.row1.dot(c0), a.row1.dot(c1), a.row1.dot(c2)),
      Vector3(a.row2.dot(c0), a.row2.dot(c1), a.row2.dot(c2)))
  }
  @inlinable public static func * (m: Matrix3, s: Double) -> Matrix3 {
    Matrix3(m.row0 * s, m.row1 * s, m.row2 * s)
  }
  @inlinable public static func + (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(a.row0 + b.row0, a.row1 + b.row1, a.row2 + b.row2)
  }
  @inlinable public static func - (a: Matrix3, b: Matrix3) -> Matrix3 {
    Matrix3(a.row0 - b.row0, a.row1 - b.row1, a.row2 - b.row2)
  }

  @inlinable public var determinant: Double { row0.dot(row1.cross(row2)) }

  /// Inverse by cofactors; not finite when singular.
  @inlinable public var inverse: Matrix3 {
    let c0 = row1.cross(row2), c1 = row2.cross(row0), c2 = row0.cross(row1)
    return Matrix3(c0, c1, c2).transposed * (1 / row0.dot(c0))
  }
}
