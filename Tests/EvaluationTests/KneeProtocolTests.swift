import Evaluation
import Inertial
import Recordings
import TestSupport
import Testing

private let time = (0...1000).map { Double($0) / 50 }

/// Cycles of two seconds between 0 and 60 degrees.
private func curve(_ t: Double) -> Double { 30 * (1 - Double.cos(Double.pi * t)) }

private let reference = AngleSeries(time: time, degrees: time.map(curve))

private func score(
  _ estimate: AngleSeries, sign: KneeTrial.SignRule = .any, zero: ClosedRange<Double>? = nil,
  reference: AngleSeries = reference, valid: (Double) -> Bool = { _ in true }
) throws -> KneeScore {
  try KneeProtocol.score(
    estimate, reference: reference, valid: reference.time.map(valid),
    trial: KneeTrial(name: "made", sign: sign, zeroWindow: zero))
}

private func score(
  sign: KneeTrial.SignRule = .any, zero: ClosedRange<Double>? = nil, _ shape: (Double) -> Double
) throws -> KneeScore {
  try score(AngleSeries(time: time, degrees: time.map(shape)), sign: sign, zero: zero)
}

/// The reference without the rows of an open interval.
private func without(_ from: Double, _ to: Double) -> AngleSeries {
  let rows = time.indices.filter { time[$0] <= from + 1e-9 || time[$0] >= to - 1e-9 }
  return AngleSeries(time: rows.map { time[$0] }, degrees: rows.map { reference.degrees[$0] })
}

@Suite struct `The knee protocol` {
  @Test func `a perfect copy has no error`() throws {
    let score = try score(reference, sign: .flexion)
    for value in [score.rmse, score.meanFree, score.largest, score.firstFiveSeconds] {
      #expect(value < 1e-9)
    }
    #expect(abs(score.rangeError) < 1e-9)
    #expect(abs(score.referenceRange - 60) < 1e-9)
    #expect(score.cycleError < 1e-9)
    #expect(score.cycles == 8)
    #expect(score.cyclesFound == 8)
    #expect(score.lagMilliseconds == 0)
    #expect(score.sign == 1)
    #expect(!score.isWrongSign)
    #expect(score.cover == 1)
  }

  @Test func `a constant offset is taken off`() throws {
    for zero in [nil, 0...1] as [ClosedRange<Double>?] {
      let score = try score(zero: zero) { curve($0) + 7 }
      #expect(abs(score.offset - 7) < 1e-9)
      #expect(score.rmse < 1e-9)
    }
  }

  @Test func `the zero window alone gives the offset`() throws {
    let score = try score(zero: 0...1) { curve($0) + ($0 < 1 ? 2 : 5) }
    #expect(abs(score.offset - 2) < 1e-9)
    #expect(abs(score.rmse - 3) < 1e-9)
    #expect(abs(score.largest - 3) < 1e-9)
    #expect(score.meanFree < 1e-9)
  }

  @Test(arguments: [-80.0, -20, 20, 40, 100])
  func `a known lag is found and does not count`(milliseconds: Double) throws {
    let score = try score { curve($0 - milliseconds / 1000) }
    #expect(abs(score.lagMilliseconds - milliseconds) < 1e-6)
    #expect(score.rmse < 1e-9)
  }

  @Test func `a lag of a fraction of a sample is found`() throws {
    let score = try score { curve($0 - 0.006) }
    #expect(abs(score.lagMilliseconds - 6) < 2.1)
    #expect(score.rmse < 0.2)
  }

  @Test func `a lag beyond five samples counts as error`() throws {
    let score = try score { curve($0 - 0.2) }
    #expect(abs(score.lagMilliseconds - 100) < 1e-6)
    #expect(score.rmse > 5)
  }

  @Test func `the sign is free on a rig only`() throws {
    let rig = try score(sign: .any) { -curve($0) }
    #expect(rig.sign == -1)
    #expect(!rig.isWrongSign)
    #expect(rig.rmse < 1e-9)
    let leg = try score(sign: .flexion) { -curve($0) }
    #expect(leg.sign == 1)
    #expect(leg.isWrongSign)
    #expect(leg.rmse > 30)
  }

  @Test func `a hole over a tenth of a second lowers the cover`() throws {
    // Scored: from 1 s on, without the last five rows.
    let wanted = 1001 - 50 - 5
    let long = try score(without(5, 5.3))
    #expect(abs(long.cover - Double(wanted - 14) / Double(wanted)) < 1e-12)
    #expect(long.cycles == 7)
    #expect(long.cyclesFound == 8)
    let short = try score(without(5, 5.1))
    #expect(short.cover == 1)
    #expect(short.largest > 0)
    #expect(short.largest < 0.5)
  }

  @Test(arguments: [1.1, 0.9])
  func `a scaled curve has the range error of its scale in every cycle`(scale: Double) throws {
    let score = try score { scale * curve($0) }
    // A lag of a tenth of a sample may fit as well; it cuts the peaks of the reference a little.
    #expect(abs(score.cycleError - 6) < 0.02)
    #expect(abs(score.cycleBias - 60 * (scale - 1)) < 0.02)
    #expect(abs(score.rangeError - 60 * (scale - 1)) < 0.02)
    #expect(score.cycles == 8)
  }

  @Test func `a known error gives its size`() throws {
    // Mean free, unrelated to the curve and to its slope.
    let score = try score { curve($0) + 2 * Double.sin(2 * Double.pi * 5 * $0) }
    #expect(abs(score.rmse - Double.sqrt(2)) < 0.01)
    #expect(abs(score.firstFiveSeconds - Double.sqrt(2)) < 0.01)
    #expect(abs(score.largest - 2) < 0.1)
  }

  @Test func `only the first five scored seconds count as such`() throws {
    // Whole cycles throughout: the error looks like no lag.
    let late = AngleSeries(time: time, degrees: time.map { curve($0) + ($0 >= 7 && $0 < 17 ? 4 : 0) })
    let score = try score(late, zero: 0...1, valid: { $0 >= 2 && $0 < 18 })
    #expect(score.firstFiveSeconds < 1e-9)
    #expect(abs(score.rmse - 4 * Double.sqrt(10 / 16)) < 1e-9)
  }

  @Test func `masked and missing reference rows are not scored`() throws {
    let wild = AngleSeries(
      time: time, degrees: time.map { curve($0) + (($0 > 7 && $0 < 9) ? 50 : 0) })
    #expect(try score(wild, valid: { !($0 > 7 && $0 < 9) }).rmse < 1e-9)
    #expect(try score(wild, valid: { !($0 > 7 && $0 < 9) }).cover == 1)
    #expect(try score(wild).rmse > 5)
    var holed = reference
    for row in 360..<440 { holed.degrees[row] = .nan }
    #expect(try score(wild, reference: holed).cover == 1)
  }
}

@Suite struct `A knee angle without numbers` {
  @Test func `never scores better`() throws {
    let wrong = time.map { curve($0) + (($0 > 7 && $0 < 9) ? 20 : 0) }
    let hidden = zip(time, wrong).map { $0 > 7 && $0 < 9 ? .nan : $1 }
    let whole = try score(AngleSeries(time: time, degrees: wrong))
    let holed = try score(AngleSeries(time: time, degrees: hidden))
    #expect(whole.cover == 1)
    // What is left out shows: in the cover, below what passes, and in the cycles.
    #expect(holed.cover < 0.95)
    #expect(holed.cycles < holed.cyclesFound)
  }

  @Test func `and one with too few have no score`() {
    for kept in [0, 49] {
      let degrees = time.indices.map { $0 >= 100 && $0 < 100 + kept ? reference.degrees[$0] : .nan }
      #expect(throws: KneeScoreError.tooFewSamples(kept, needed: 50)) {
        try score(AngleSeries(time: time, degrees: degrees))
      }
    }
    #expect(throws: KneeScoreError.tooFewSamples(0, needed: 50)) {
      try score(AngleSeries(time: [], degrees: []))
    }
  }

  @Test func `cannot be scored against nothing`() {
    let nothing = AngleSeries(time: time, degrees: time.map { _ in .nan })
    #expect(throws: KneeScoreError.noReference) { try score(reference, reference: nothing) }
    let empty = AngleSeries(time: [], degrees: [])
    #expect(throws: KneeScoreError.noReference) { try score(reference, reference: empty) }
  }
}

@Suite struct `The knee reference` {
  @Test func `of two known segments is the turn between them`() throws {
    let axis = Vector3(0.3, 0.8, -0.5).normalized
    let thigh = time.map { Quaternion(rotationVector: Vector3(0.3, 0.2, 0.5) * Double.sin($0)) }
    let mounting = Quaternion(rotationVector: Vector3(1, -2, 0.5))
    let shank = zip(time, thigh).map {
      $1 * Quaternion(axis: axis, angle: curve($0).degreesToRadians) * mounting
    }
    let found = try #require(OpticalHinge.flexionDegrees(thigh: thigh, shank: shank))
    let sign: Double = found[50] > found[0] ? 1 : -1
    for row in time.indices {
      #expect(abs(sign * (found[row] - found[0]) - curve(time[row])) < 1e-6)
    }
    #expect(OpticalHinge.flexionDegrees(thigh: [], shank: []) == nil)
  }

  @Test func `a random mounting turns each sensor as a whole`() {
    let values = [Vector3(1, 2, 3), Vector3(-1, 0, 4), Vector3(0, 0, 1)]
    let sensors = ["a", "b"].map { id in
      SensorRecording(
        id: id, clock: .rows(rate: 50), gyroscope: VectorColumn(values: values, unit: .radianPerSecond),
        accelerometer: VectorColumn(values: values, unit: .metrePerSecondSquared), magnetometer: nil)
    }
    let recording = RawRecording(sensors: sensors, format: "table", reference: nil)
    let turned = recording.mounted(.random(seed: 5)).sensors
    for sensor in turned {
      let new = sensor.gyroscope.values
      #expect(new == sensor.accelerometer.values)
      #expect(new != values)
      #expect(abs(new[0].dot(new[1]) - values[0].dot(values[1])) < 1e-12)
      #expect(abs(new[0].cross(new[1]).dot(new[2]) - values[0].cross(values[1]).dot(values[2])) < 1e-12)
    }
    #expect(turned[0].gyroscope.values != turned[1].gyroscope.values)
    #expect(recording.mounted(.asRecorded).sensors.map(\.gyroscope.values) == [values, values])
  }

  @Test(.enabled(if: SharedData.has("knee/1D_03.csv"), Comment(rawValue: SharedData.absent)))
  func `of a real rig scores its own copy with nothing`() throws {
    let recording = try RecordingFile(path: SharedData.path("knee/1D_03.csv")).recording()
    let (series, valid) = try #require(recording.angleReference)
    let score = try KneeProtocol.score(
      series, reference: series, valid: valid, trial: KneeTrial(name: "1D_03"))
    #expect(score.rmse < 1e-6)
    #expect(score.largest < 1e-6)
    #expect(abs(score.rangeError) < 1e-6)
    #expect(score.referenceRange > 20)
    #expect(score.lagMilliseconds == 0)
    #expect(score.sign == 1)
  }
}
