import Inertial
import KneeJoint
import Testing

@testable import Goniometry

/// A measurement of one leg with the given range [deg].
private func knee(
  _ side: BodySide, range: Double, flags: [QualityFlag] = [],
  definition: MeasurementDefinition = .jointAngle, time: [Double] = [0, 1]
) -> KneeMeasurement {
  let angle = [0, range.degreesToRadians]
  return KneeMeasurement(
    side: side, definition: definition, sensors: [], time: time, angle: angle,
    range: try? RangeOfMotion.measure(angle: angle, time: nil), repetitions: [], flags: flags,
    zero: .stillStart)
}

@Suite struct `The error band of a range` {
  @Test func `is what our own repeated measurements say, and 2.77 times that for a change`() throws {
    let band = try #require(knee(.left, range: 90).errorBand)
    #expect(abs(band.standardError - KneeMeasurement.standardErrorOfMeasurement) < 1e-12)
    #expect(abs(band.smallestChange - KneeMeasurement.smallestDetectableChange) < 1e-12)
  }

  @Test func `grows with every doubt that bears on the range, once a code`() throws {
    let usual = KneeMeasurement.standardErrorOfMeasurement
    func error(_ flags: [QualityFlag]) throws -> Double {
      try #require(knee(.left, range: 90, flags: flags).errorBand).standardError
    }
    let hinge = try error([QualityFlag(.notAHinge, .warn)])
    #expect(hinge > 10 * usual)
    #expect(try error([QualityFlag(.notAHinge, .warn), QualityFlag(.notAHinge, .warn)]) == hinge)
    #expect(try error([QualityFlag(.notAHinge, .warn), QualityFlag(.strapSlip, .warn)]) > hinge)
    #expect(try error([QualityFlag(.signAssumed, .warn), QualityFlag(.noStillStart, .warn)]) == usual)
    #expect(try error([QualityFlag(.notAHinge, .note)]) == usual)
  }

  @Test func `of a still thigh grows with the turn that was not seen`() throws {
    func error(_ degrees: Double) throws -> Double {
      let flag = QualityFlag(.thighStill, .note, value: degrees.degreesToRadians)
      return try #require(knee(.left, range: 90, flags: [flag]).errorBand).standardError
    }
    #expect(try error(1) < error(4))
    #expect(try error(4).radiansToDegrees > 2)
  }

  @Test func `is not there where the range is stopped`() {
    var stopped = knee(.left, range: 90)
    stopped.range = nil
    #expect(stopped.errorBand == nil)
  }
}

@Suite struct `Left against right` {
  private func compared(_ left: Double, _ right: Double, flags: [QualityFlag] = []) throws -> LegComparison {
    let measured = MeasuredRecording(
      measurements: [knee(.right, range: right), knee(.left, range: left, flags: flags)], findings: [])
    return try #require(measured.legComparison)
  }

  @Test func `is left minus right whatever the order, with the smaller over the larger`() throws {
    let legs = try compared(90, 100)
    #expect(abs(legs.range.radiansToDegrees + 10) < 1e-9)
    #expect(abs(legs.symmetry - 0.9) < 1e-9)
    #expect(legs.mean == nil)
  }

  @Test func `counts as a difference only beyond the error of both`() throws {
    let limit = try compared(90, 90).smallestDifference.radiansToDegrees
    #expect(abs(limit - KneeMeasurement.smallestDetectableChange.radiansToDegrees) < 1e-9)
    #expect(try compared(90 + limit + 0.1, 90).isReal)
    #expect(try !compared(90 + limit - 0.1, 90).isReal)
    #expect(try !compared(95, 90, flags: [QualityFlag(.notAHinge, .warn)]).isReal)
  }

  @Test func `needs a left and a right leg measured alike`() {
    let twice = MeasuredRecording(
      measurements: [knee(.left, range: 90), knee(.left, range: 91)], findings: [])
    #expect(twice.legComparison == nil)
    let unlike = MeasuredRecording(
      measurements: [knee(.left, range: 90), knee(.right, range: 91, definition: .shinInclination)],
      findings: [])
    #expect(unlike.legComparison == nil)
    #expect(MeasuredRecording(measurements: [knee(.left, range: 90)], findings: []).legComparison == nil)
  }
}

@Suite struct `A preview` {
  private func note(low: Double, high: Double, stage: LiveAngle.Stage = .settled) -> [QualityFlag] {
    var measured = knee(.left, range: 90)
    measured.compare(
      with: LiveAngle(
        time: 9, flexion: 0, stage: stage, repetitions: 3, mostExtended: low.degreesToRadians,
        mostFlexed: high.degreesToRadians))
    return measured.flags
  }

  @Test func `that agrees with the measurement is not spoken of`() { #expect(note(low: 1, high: 92).isEmpty) }

  @Test func `that had not settled promised nothing`() {
    #expect(note(low: -2, high: 33, stage: .settling).isEmpty)
  }

  @Test func `that differs by over three degrees is noted with the difference`() throws {
    let flag = try #require(note(low: -2, high: 92).first)
    #expect(flag.code == .previewDiffers && flag.effect == .note)
    #expect(abs((flag.value ?? .nan).radiansToDegrees - 4) < 1e-9)
  }
}

@Suite struct `A rate too low for the motion` {
  /// Cosine bends of 60 degrees, so many samples each.
  private func codes(samplesPerBend: Int) -> [QualityFlag.Code] {
    let count = 10 * samplesPerBend + 1
    let time = (0..<count).map { Double($0) / 25 }
    var measured = knee(.left, range: 60, time: time)
    measured.angle = (0..<count).map { row in
      let phase: Double = 2 * Double.pi * Double(row) / Double(samplesPerBend)
      return 30.0.degreesToRadians * (1 - Double.cos(phase))
    }
    measured.conclude(usable: time.map { _ in true }, filled: time.map { _ in false })
    return measured.flags.map(\.code)
  }

  @Test func `is flagged under ten samples a repetition`() {
    #expect(codes(samplesPerBend: 8).contains(.tooSlow))
    #expect(!codes(samplesPerBend: 25).contains(.tooSlow))
  }
}
