import Inertial
import Testing

/// Rounding of a few dozen double operations on numbers near 1.
private let tolerance = 1e-12

@Suite struct `A quaternion` {
  private var random = SplitMix64(seed: 11)

  @Test mutating func `turns vectors as its matrix does`() {
    for _ in 0..<100 {
      let q = random.rotation()
      let v = random.normalVector()
      #expect((q.rotate(v) - q.matrix * v).norm < tolerance * 10)
      #expect((q.rotateBack(q.rotate(v)) - v).norm < tolerance * 10)
      #expect(abs(q.matrix.determinant - 1) < tolerance)
    }
  }

  @Test mutating func `is found again from its matrix`() {
    let halfTurns = [Quaternion(0, 1, 0, 0), Quaternion(0, 0, 1, 0), Quaternion(0, 0, 0, 1), .identity]
    for q in halfTurns + (0..<100).map({ _ in random.rotation() }) {
      #expect(abs(abs(Quaternion(matrix: q.matrix).dot(q)) - 1) < tolerance)
    }
  }

  @Test mutating func `is found again from its rotation vector`() {
    for _ in 0..<100 {
      let q = random.rotation()
      let again = Quaternion(rotationVector: q.rotationVector)
      #expect(abs(abs(q.dot(again)) - 1) < tolerance)
    }
  }

  @Test(arguments: [0, 1e-12, 1e-9, 0.1, 3.14159])
  func `of a rotation vector turns by its length`(angle: Double) {
    let q = Quaternion(rotationVector: Vector3.unitY * angle)
    #expect(abs(q.angle - angle) < 1e-9)
    #expect(abs(q.norm - 1) < tolerance)
  }

  @Test func `between opposite vectors is half a turn`() {
    let q = Quaternion(from: .unitZ, to: -.unitZ)
    #expect((q.rotate(.unitZ) + .unitZ).norm < tolerance)
    #expect(abs(q.norm - 1) < tolerance)
  }

  @Test func `has its whole turn as twist about its own axis and none across`() {
    for angle in stride(from: -3.1, through: 3.1, by: 0.1) {
      let q = Quaternion(axis: .unitX, angle: angle)
      #expect(abs(q.twist(about: .unitX) - angle) < tolerance)
      #expect(abs((-q).twist(about: .unitX) - angle) < tolerance)
      #expect(abs(q.twist(about: .unitZ)) < tolerance)
    }
  }

  @Test mutating func `interpolates on the shorter arc from end to end`() {
    let a = random.rotation()
    let b = -(a * Quaternion(axis: .unitX, angle: 0.6))
    #expect(abs(abs(a.interpolated(to: b, fraction: 0).dot(a)) - 1) < tolerance)
    #expect(abs(abs(a.interpolated(to: b, fraction: 1).dot(b)) - 1) < tolerance)
    let half = a.interpolated(to: b, fraction: 0.5)
    #expect(abs((a.conjugate * half).angle - 0.3) < tolerance * 10)
  }
}

@Suite struct `Small values` {
  @Test(arguments: [0.0, 3.0, -3.0, 7.0, -1000.0, 31.4159])
  func `angles wrap into (-pi, pi] by whole turns`(angle: Double) {
    let wrapped = Double.wrapAngle(angle)
    let turns = (angle - wrapped) / (2 * Double.pi)
    #expect(abs(turns - turns.rounded()) < 1e-9)
    #expect(wrapped > -Double.pi && wrapped <= Double.pi)
  }

  @Test func `minus half a turn wraps to half a turn`() {
    #expect(Double.wrapAngle(-Double.pi) == Double.pi)
    #expect(Double.wrapAngle(Double.pi) == Double.pi)
  }

  @Test func `the angle between vectors is exact near both ends`() {
    #expect(Vector3.unitX.angle(to: .unitX) == 0)
    #expect(abs(Vector3.unitX.angle(to: -.unitX) - .pi) < tolerance)
    #expect(abs(Vector3.unitX.angle(to: Vector3(1, 1e-9, 0)) - 1e-9) < 1e-18)
  }

  @Test func `a matrix times its inverse is the identity, a singular one has no finite inverse`() {
    let m = Matrix3(Vector3(2, 1, 0), Vector3(-1, 3, 0.5), Vector3(0, 0.2, 1))
    let product = m * m.inverse
    for row in [product.row0 - .unitX, product.row1 - .unitY, product.row2 - .unitZ] {
      #expect(row.norm < tolerance)
    }
    #expect(!Matrix3.zero.inverse.row0.isFinite)
  }

  @Test func `the cross product matrix gives the cross product`() {
    let (a, b) = (Vector3(1, -2, 3), Vector3(0.5, 4, -1))
    #expect((Matrix3.skew(a) * b - a.cross(b)).norm < tolerance)
  }

  /// First outputs for seed 0 and 1234567 as published with the generator.
  @Test func `the generator gives its published sequence`() {
    var zero = SplitMix64(seed: 0)
    #expect(zero.next() == 0xE220_A839_7B1D_CDAF)
    var other = SplitMix64(seed: 1_234_567)
    #expect(other.next() == 6_457_827_717_110_365_317)
    #expect(other.next() == 3_203_168_211_198_807_973)
  }

  @Test func `normal numbers have mean zero and deviation one`() {
    var random = SplitMix64(seed: 3)
    let values = (0..<20_000).map { _ in random.normal() }
    let mean = values.reduce(0, +) / 20_000
    let power = values.reduce(0) { $0 + $1 * $1 } / 20_000
    // Three standard errors of 20,000 draws.
    #expect(abs(mean) < 0.022)
    #expect(abs(power - 1) < 0.03)
  }

  @Test(arguments: [
    (PhysicalUnit.standardGravity, 9.80665), (.milliGravity, 0.00980665), (.degreePerSecond, .pi / 180),
    (.gauss, 100), (.countsPerGravity(16_384), 9.80665 / 16_384),
  ])
  func `units convert to SI`(unit: PhysicalUnit, factor: Double) {
    #expect(abs(unit.scaleToSI / factor - 1) < tolerance)
  }
}
