import Evaluation
import Inertial
import Testing

private func turn(_ axis: Vector3, degrees: Double) -> Quaternion {
  Quaternion(axis: axis.normalized, angle: degrees.degreesToRadians)
}

@Suite struct `Error angles` {
  private let references = (UInt64(0)..<100).map { (seed: UInt64) in
    var generator = SplitMix64(seed: seed)
    return generator.rotation()
  }

  @Test func `a tilt is all inclination`() {
    for reference in references {
      let e = ErrorAngles(estimate: turn(Vector3(0.6, 0.8, 0), degrees: 3) * reference, reference: reference)
      #expect(abs(e.total.radiansToDegrees - 3) < 1e-9)
      #expect(abs(e.inclination.radiansToDegrees - 3) < 1e-9)
      #expect(e.heading < 1e-9)
    }
  }

  @Test func `a turn about the vertical is all heading, either way and either sign`() {
    for reference in references {
      for (angle, sign) in [(4.0, 1.0), (-4, 1), (4, -1)] {
        let q = turn(.unitZ, degrees: angle) * reference
        let estimate = sign < 0 ? -q : q
        let e = ErrorAngles(estimate: estimate, reference: reference)
        #expect(abs(e.total.radiansToDegrees - 4) < 1e-9)
        #expect(abs(e.heading.radiansToDegrees - 4) < 1e-9)
        #expect(e.inclination < 1e-9)
      }
    }
  }

  @Test func `no error is zero and upside down is a half turn`() {
    let none = ErrorAngles(estimate: references[0], reference: references[0])
    #expect(none.total < 1e-15 && none.heading < 1e-15 && none.inclination < 1e-15)
    let flipped = ErrorAngles(estimate: turn(.unitX, degrees: 180), reference: .identity)
    #expect(abs(flipped.inclination - .pi) < 1e-12)
  }

  @Test func `small errors lose no digits`() {
    let e = ErrorAngles(estimate: turn(.unitX, degrees: 1e-7), reference: .identity)
    #expect(abs(e.total.radiansToDegrees / 1e-7 - 1) < 1e-9)
  }

  @Test func `the length of the quaternions does not matter`() {
    let q = turn(.unitY, degrees: 5)
    let long = Quaternion(q.w * 7, q.x * 7, q.y * 7, q.z * 7)
    let e = ErrorAngles(estimate: long, reference: .identity)
    #expect(abs(e.total.radiansToDegrees - 5) < 1e-9)
  }
}
