import Inertial
import TestSupport
import Testing

@testable import Orientation

/// The formulas of the paper, letter by letter: f = R^T v - m and its Jacobian by q = (s, r), not of unit length.
private struct Objective {
  let v: Vector3
  let measured: Vector3

  func difference(_ q: Quaternion) -> Vector3 {
    let s = q.w, r = q.vector
    let scale: Double = s * s - r.squaredNorm
    return v * scale + r * (2 * r.dot(v)) - r.cross(v) * (2 * s) - measured
  }

  /// Column by s, then the columns by r: -2 v r^T + 2 r v^T + 2 (r.v) I + 2 s [v]x.
  func jacobian(_ q: Quaternion) -> [Vector3] {
    let s = q.w, r = q.vector
    let first = v * (2 * s) - r.cross(v) * 2
    let others = [Vector3.unitX, .unitY, .unitZ].map { n in
      (r * v.dot(n) - v * r.dot(n) + n * r.dot(v) + v.cross(n) * s) * 2
    }
    return [first] + others
  }
}

private func basis(_ k: Int) -> Quaternion {
  Quaternion(k == 0 ? 1 : 0, k == 1 ? 1 : 0, k == 2 ? 1 : 0, k == 3 ? 1 : 0)
}

@Suite struct `The gradient of Madgwick's filter` {
  @Test func `the Jacobian is what finite differences give`() {
    var generator = SplitMix64(seed: 1)
    for _ in 0..<100 {
      let q = generator.rotation()
      let objective = Objective(v: generator.unitVector(), measured: generator.unitVector())
      for (k, column) in objective.jacobian(q).enumerated() {
        let h = 1e-6, e = basis(k)
        func moved(_ h: Double) -> Quaternion {
          Quaternion(q.w + h * e.w, q.x + h * e.x, q.y + h * e.y, q.z + h * e.z)
        }
        let quotient = (objective.difference(moved(h)) - objective.difference(moved(-h))) / (2 * h)
        // The difference is quadratic in q: the central quotient is exact but for rounding, 1e-16 / 1e-6.
        #expect((quotient - column).norm < 1e-9)
      }
    }
  }

  @Test func `the gradient in earth axes is the Jacobian's transpose times the difference`() {
    var generator = SplitMix64(seed: 2)
    for _ in 0..<100 {
      let q = generator.rotation(), measured = generator.unitVector()
      let objective = Objective(v: generator.unitVector(), measured: measured)
      let f = objective.difference(q)
      let wanted = objective.jacobian(q).map { $0.dot(f) }
      var gradient = EarthGradient()
      gradient.add(objective.v, q.rotate(measured))
      let g = Quaternion(gradient.scalar, gradient.vector.x, gradient.vector.y, gradient.vector.z) * q
      #expect(zip(wanted, [g.w, g.x, g.y, g.z]).worst { abs($0 - $1) } < 1e-14)
    }
  }

  @Test func `the curvature is the squared length of the Jacobian along the step`() {
    var generator = SplitMix64(seed: 3)
    for _ in 0..<100 {
      let q = generator.rotation()
      let objective = Objective(v: generator.unitVector(), measured: generator.unitVector())
      let step = EarthGradient(scalar: generator.normal(), vector: generator.normalVector())
      let e = Quaternion(step.scalar, step.vector.x, step.vector.y, step.vector.z) * q
      let along = zip(objective.jacobian(q), [e.w, e.x, e.y, e.z]).reduce(Vector3.zero) { $0 + $1.0 * $1.1 }
      #expect(abs(step.curvature(objective.v) - along.squaredNorm) < 1e-12 * (1 + along.squaredNorm))
    }
  }

  @Test func `a zero gradient corrects nothing`() {
    var filter = MadgwickFilter(period: 0.01)
    let rest = SyntheticMotion.rest(.identity, seconds: 5)
    #expect(filter.run(rest).worst { $0.degrees(to: .identity) } == 0)
  }

  @Test func `a step never passes the minimum`() {
    var filter = MadgwickFilter(parameters: .init(beta: 1e3), period: 0.01)
    let tilted = Quaternion(rotationVector: Vector3(0.7, -0.4, 1.1))
    _ = filter.run(.rest(.identity, seconds: 1))
    let result = filter.run(.rest(tilted, seconds: 20))
    #expect(zip(result, result.dropFirst()).worst { $1.degrees(to: tilted) - $0.degrees(to: tilted) } < 15)
    #expect(result[result.count - 1].degrees(to: tilted) < 1e-4)
  }

  @Test func `with zeta a constant bias is learned`() {
    let bias = Vector3(0.6, -0.4, 0.5) * (Double.pi / 180)
    var filter = MadgwickFilter(parameters: .init(zeta: 0.003), period: 0.01)
    _ = filter.run(SyntheticMotion.rest(.identity, seconds: 300).disturbed(bias: bias, noise: 0.2, seed: 4))
    #expect((filter.bias - bias).norm < 0.1 * bias.norm)
  }
}
