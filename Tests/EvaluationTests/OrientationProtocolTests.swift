import Evaluation
import Inertial
import Testing

private func turn(_ axis: Vector3, degrees: Double) -> Quaternion {
  Quaternion(axis: axis.normalized, angle: degrees.degreesToRadians)
}

@Suite struct `The orientation protocol` {
  private let reference = (0..<200).map { Quaternion(rotationVector: Vector3(0.3, 0.2, Double($0) * 0.01)) }
  private let all = Array(repeating: true, count: 200)

  @Test func `values are root mean squares over the rows that count`() throws {
    let estimate = reference.enumerated().map { row, q in
      turn(.unitX, degrees: row < 100 ? 3 : row < 150 ? 4 : 90) * q
    }
    let counts = (0..<200).map { $0 < 150 }
    let score = try OrientationProtocol.score(
      estimate, reference: reference, counts: counts, hasHeading: true)
    let wanted = ((100 * 9.0 + 50 * 16) / 150).squareRoot()
    #expect(abs(score.total! - wanted) < 1e-9)
    #expect(abs(score.inclination - wanted) < 1e-9)
    #expect(score.heading! < 1e-9)
    #expect(score.samples == 150)
    #expect(score.withoutReference == 0)
  }

  @Test func `one constant heading can be told from drift`() throws {
    let estimate = reference.map { turn(.unitZ, degrees: -7) * $0 }
    let score = try OrientationProtocol.score(estimate, reference: reference, counts: all, hasHeading: true)
    #expect(abs(score.total! - 7) < 1e-9)
    #expect(score.totalWithoutMeanHeading! < 1e-6)
    #expect(abs(score.meanHeading! + 7) < 1e-9)
  }

  @Test func `a 6D result has an inclination only`() throws {
    let estimate = reference.map { turn(.unitZ, degrees: 70) * turn(.unitX, degrees: 2) * $0 }
    let score = try OrientationProtocol.score(estimate, reference: reference, counts: all, hasHeading: false)
    #expect(score.total == nil && score.heading == nil && score.meanHeading == nil)
    #expect(abs(score.inclination - 2) < 1e-9)
  }

  @Test func `rows without a reference are left out and counted`() throws {
    var holes = reference
    for row in 20..<25 { holes[row] = Quaternion(.nan, .nan, .nan, .nan) }
    let estimate = reference.map { turn(.unitX, degrees: 1) * $0 }
    let score = try OrientationProtocol.score(estimate, reference: holes, counts: all, hasHeading: true)
    #expect(score.withoutReference == 5)
    #expect(abs(score.inclination - 1) < 1e-9)
  }

  @Test func `one value that is not finite fails the recording, counted or not`() {
    var estimate = reference
    estimate[199] = Quaternion(1, .nan, 0, 0)
    let counts = (0..<200).map { $0 < 150 }
    #expect(throws: OrientationScoreError.notFinite(rows: 1, first: 199)) {
      try OrientationProtocol.score(estimate, reference: reference, counts: counts, hasHeading: true)
    }
  }

  @Test func `nothing to score and unequal lengths are refused`() {
    let none = Array(repeating: false, count: 200)
    #expect(throws: OrientationScoreError.nothingToScore) {
      try OrientationProtocol.score(reference, reference: reference, counts: none, hasHeading: true)
    }
    #expect(throws: OrientationScoreError.unequalLength) {
      try OrientationProtocol.score(reference, reference: [], counts: all, hasHeading: true)
    }
  }
}
