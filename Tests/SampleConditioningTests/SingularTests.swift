import Inertial
import Testing

@testable import SampleConditioning

/// Recordings that hold nothing, or nothing but one thing.
struct SingularTests {
  private func constant(
    rows: Int, rate: Vector3 = .zero, force: Vector3 = Vector3(0, 0, 9.81), clock: SampleClock? = nil
  ) -> SensorRecording {
    let stamps = (0..<rows).map { Int64($0) * 10_000_000 }
    return SensorRecording(
      id: "s", clock: clock ?? .stamps(stamps, zero: .file),
      gyroscope: VectorColumn(values: Array(repeating: rate, count: rows), unit: .radianPerSecond),
      accelerometer: VectorColumn(values: Array(repeating: force, count: rows), unit: .metrePerSecondSquared))
  }

  @Test func `no sensor and an empty sensor are refused`() {
    let nothing = RawRecording(sensors: [], format: "test")
    #expect(throws: ConditioningError.noUsableRow(sensor: nil)) {
      try SampleConditioner.condition(nothing, rate: nil)
    }
    #expect(throws: ConditioningError.noUsableRow(sensor: "s")) { try constant(rows: 0).conditioned() }
  }

  @Test func `an empty sensor costs only itself`() throws {
    let raw = RawRecording(sensors: [constant(rows: 0), Swing().recording()], format: "test")
    let result = try SampleConditioner.condition(raw, rate: nil)
    #expect(result.sensors.map(\.id) == ["shank"])
    #expect(result.findings.first?.severity == .refused && result.findings.first?.sensor == "s")
  }

  @Test func `one row has no rate of its own`() throws {
    #expect(throws: ConditioningError.self) { try constant(rows: 1).conditioned() }
    let sensor = try constant(rows: 1).conditioned(rate: 100).sensors[0]
    #expect(sensor.rows == 1 && sensor.isSound)
  }

  @Test func `two rows are a recording`() throws {
    #expect(try constant(rows: 2).conditioned().sensors[0].isSound)
  }

  @Test func `rows without any value are none`() {
    #expect(throws: ConditioningError.noUsableRow(sensor: "s")) {
      try constant(rows: 100, rate: .missing, force: .missing).conditioned()
    }
  }

  @Test func `a sensor without a gyroscope is refused`() {
    #expect(throws: ConditioningError.noGyroscope(sensor: "s")) {
      try constant(rows: 100, rate: .missing).conditioned()
    }
  }

  @Test func `a dead accelerometer stops the number and the rate carries on`() throws {
    let result = try constant(rows: 300, rate: Vector3(0, 0, 0.1), force: .zero).conditioned()
    #expect(result.sensors[0].isSound)
    #expect(result.flags(.forceScale).map(\.effect) == [.stop])
    #expect(result.flags(.outOfRange).map(\.span) == [0...2.99])
    #expect(result.sensors[0].gyroscope.allSatisfy { $0 == Vector3(0, 0, 0.1) })
  }

  @Test func `a missing accelerometer stops the number`() throws {
    let result = try constant(rows: 300, force: .missing).conditioned()
    #expect(result.sensors[0].isSound)
    #expect(result.flags(.forceScale).map(\.effect) == [.stop])
  }

  @Test func `constant data are sound and not clipped`() throws {
    let result = try constant(rows: 300, rate: Vector3(0.3, 0, 0)).conditioned()
    #expect(result.sensors[0].isSound)
    #expect(!result.has(.saturated) && !result.has(.rateUnit) && !result.has(.forceScale))
    #expect(try constant(rows: 300).conditioned().has(.deadBand))
  }

  @Test func `equal stamps everywhere are no time`() throws {
    let raw = constant(rows: 100, clock: .stamps(Array(repeating: 5, count: 100), zero: .file))
    // Rows that repeat stamp and values are one row.
    #expect(throws: ConditioningError.self) { try raw.conditioned() }
    var swing = Swing().recording()
    swing.stamps = swing.stamps.map { _ in 5 }
    #expect(throws: ConditioningError.coarseTime(sensor: "shank", distinct: 1, rows: 1000)) {
      try swing.conditioned()
    }
  }

  @Test func `columns of different length are read as far as all go`() throws {
    var raw = Swing().recording()
    raw.accelerometer.values.removeLast(10)
    raw.stamps.removeLast(20)
    let sensor = try raw.conditioned().sensors[0]
    #expect(sensor.rows == 980 && sensor.isSound)
  }
}
