import Inertial
import Testing

@testable import SampleConditioning

/// The rules for values: finite, possible, not zero, not stuck.
struct ValueTests {
  private let swing = Swing()

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func `a rate that is not finite voids the rate only`(
    value: Double
  ) throws {
    var raw = swing.recording()
    raw.gyroscope.values[400].y = value
    let result = try raw.conditioned()
    let sensor = result.sensors[0]
    #expect(sensor.isSound && sensor.rows == 1000)
    #expect(sensor.quality[400] == .gyroscopeHeld)
    #expect(sensor.accelerometer == raw.accelerometer.values)
    let between = (raw.gyroscope.values[399] + raw.gyroscope.values[401]) * 0.5
    // A cubic through the neighbours: off the straight line by no more than the swing bends, a thousandth of its peak.
    #expect((sensor.gyroscope[400] - between).norm < 0.01)
    #expect(result.flags(.nonFinite) == [QualityFlag(.nonFinite, .note, span: 4...4, value: 1)])
    #expect(result.finding(.missingValues)?.count == 1)
  }

  @Test(arguments: [Double.nan, .infinity]) func `a force that is not finite is left out`(value: Double)
    throws
  {
    var raw = swing.recording()
    raw.accelerometer.values[400].z = value
    let result = try raw.conditioned()
    #expect(result.sensors[0].isSound)
    #expect(result.sensors[0].quality[400] == .accelerometerMissing)
    #expect(result.sensors[0].gyroscope == raw.gyroscope.values)
    #expect(result.sensors[0].sample(400).accelerometer == nil)
  }

  @Test func `a field that is not finite is left out`() throws {
    var raw = swing.recording()
    raw.magnetometer!.values[400].x = .infinity
    let sensor = try raw.conditioned().sensors[0]
    #expect(sensor.isSound)
    #expect(sensor.quality[400] == .magnetometerMissing)
    #expect(sensor.sample(400).magnetometer == nil && sensor.sample(399).magnetometer != nil)
  }

  @Test func `a full-scale code is out of range and voided`() throws {
    var raw = swing.recording()
    raw.gyroscope.values[400] = Vector3(1, 1, 1) * (32767.0).degreesToRadians
    raw.accelerometer.values[500].x = 400
    raw.magnetometer!.values[600].x = -4000
    let result = try raw.conditioned()
    let sensor = result.sensors[0]
    #expect(sensor.quality[400] == .gyroscopeHeld)
    #expect(sensor.quality[500] == .accelerometerMissing)
    #expect(sensor.quality[600] == .magnetometerMissing)
    #expect(sensor.gyroscope[400].norm < 3)
    #expect(result.flags(.outOfRange).count == 3)
  }

  @Test func `a rate that fails for a quarter second is a gap, for longer starts again`() throws {
    var raw = swing.recording()
    for row in 400..<420 { raw.gyroscope.values[row] = .missing }
    var result = try raw.conditioned()
    #expect(result.sensors[0].rows == 1000 && result.sensors[0].isSound)
    #expect(result.flags(.gap).map(\.span) == [3.99...4.2])
    #expect(!result.sensors[0].quality[420].contains(.restart))
    for row in 420..<500 { raw.gyroscope.values[row] = .missing }
    result = try raw.conditioned()
    #expect(result.sensors[0].rows == 1000 && result.sensors[0].isSound)
    #expect(result.sensors[0].quality[500].isSuperset(of: [.restart, .gapBefore]))
    #expect(result.flags(.gap).map(\.span) == [3.99...5])
  }

  @Test func `a rate that never comes back is a gap to the end`() throws {
    var raw = swing.recording()
    for row in 800..<1000 { raw.gyroscope.values[row] = .missing }
    let result = try raw.conditioned()
    #expect(result.sensors[0].isSound)
    #expect(result.flags(.gap).map(\.span) == [7.99...9.99])
  }

  @Test func `force zero for a second is skipped and flagged, for a moment only skipped`() throws {
    var raw = swing.recording()
    for row in 300..<330 { raw.accelerometer.values[row] = .zero }
    var result = try raw.conditioned()
    #expect((300..<330).allSatisfy { result.sensors[0].quality[$0] == .accelerometerMissing })
    #expect(!result.has(.outOfRange))
    #expect(result.finding(.zeroVector)?.count == 30)
    #expect(result.finding(.zeroVector)?.severity == .repaired)
    for row in 300..<330 { raw.accelerometer.values[row] = Vector3(0, 0.4, 0) }
    #expect(try raw.conditioned().finding(.zeroVector)?.severity == .note)
    for row in 300..<400 { raw.accelerometer.values[row] = .zero }
    #expect(try raw.conditioned().flags(.outOfRange).map(\.span) == [3...3.99])
    for row in 300..<450 { raw.accelerometer.values[row] = Vector3(0.1, 0, 0) }
    result = try raw.conditioned()
    #expect(result.flags(.outOfRange).map(\.span) == [3...4.49])
  }

  @Test func `a zero field is missing, a field of zeros is no magnetometer`() throws {
    var raw = swing.recording()
    for row in 300..<450 { raw.magnetometer!.values[row] = .zero }
    var result = try raw.conditioned()
    #expect(result.sensors[0].quality[300] == .magnetometerMissing)
    #expect(result.flags(.fieldMissing).map(\.span) == [3...4.49])
    for row in 0..<1000 { raw.magnetometer!.values[row] = .zero }
    result = try raw.conditioned()
    #expect(result.sensors[0].magnetometer == nil)
    #expect(result.sensors[0].quality.allSatisfy { $0.isEmpty })
    #expect(result.flags(.fieldMissing).map(\.span) == [nil])
    raw.magnetometer = nil
    #expect(try raw.conditioned().has(.fieldMissing))
  }

  @Test func `a slower magnetometer gives a sample where its value changes`() throws {
    var raw = swing.recording()
    for row in 0..<1000 { raw.magnetometer!.values[row] = raw.magnetometer!.values[row / 4 * 4] }
    let sensor = try raw.conditioned().sensors[0]
    #expect(sensor.quality.count { $0.contains(.magnetometerMissing) } == 750)
    #expect(sensor.quality[8].isEmpty)
  }

  @Test func `a device that prints exact zeros at rest is told`() throws {
    var raw = swing.recording()
    for row in 0..<190 { raw.gyroscope.values[row] = .zero }
    let result = try raw.conditioned()
    #expect(result.flags(.deadBand).map(\.effect) == [.note])
    #expect(result.sensors[0].gyroscope[50] == .zero && result.sensors[0].quality[50] == .rateHidden)
  }

  @Test(arguments: [(19, false), (20, true)]) func `one run of twenty zeros is no chance`(
    run: Int, isHidden: Bool
  ) throws {
    var raw = swing.recording()
    for row in 400..<(400 + run) { raw.gyroscope.values[row] = .zero }
    let result = try raw.conditioned()
    #expect(result.has(.deadBand) == isHidden)
    let hidden = result.sensors[0].quality.indices.filter {
      result.sensors[0].quality[$0].contains(.rateHidden)
    }
    #expect(hidden == (isHidden ? [419] : []))
    #expect(hidden.allSatisfy { result.sensors[0].quality[$0].doubt == .rateHidden })
  }

  @Test func `rows that repeat while the sensor turns are told`() throws {
    var raw = swing.recording()
    for row in 451..<457 {
      raw.gyroscope.values[row] = raw.gyroscope.values[450]
      raw.accelerometer.values[row] = raw.accelerometer.values[450]
      raw.magnetometer!.values[row] = raw.magnetometer!.values[450]
    }
    let result = try raw.conditioned()
    #expect(result.finding(.heldSamples)?.count == 6)
    #expect(!result.has(.saturated))
  }

  @Test func `rows without any value inside keep their row, at the ends they are no samples`() throws {
    var raw = swing.recording()
    for row in Array(0..<5) + Array(500..<503) + Array(990..<1000) {
      raw.gyroscope.values[row] = .missing
      raw.accelerometer.values[row] = .missing
      raw.magnetometer!.values[row] = .missing
    }
    let result = try raw.conditioned()
    let sensor = result.sensors[0]
    #expect(sensor.isSound)
    #expect(sensor.rows == 985)
    #expect(sensor.time.first == 0.05 && sensor.time.last == 9.89)
    #expect(sensor.quality[495] == [.gyroscopeHeld, .accelerometerMissing, .magnetometerMissing])
    #expect(result.findings.contains { $0.code == .missingValues && $0.count == 15 })
  }

  @Test func `a sensor that fills every second row is a sensor of half the rate`() throws {
    var raw = swing.sensor(.rows(rate: 100))
    for row in stride(from: 1, to: 1000, by: 2) {
      raw.gyroscope.values[row] = .missing
      raw.accelerometer.values[row] = .missing
      raw.magnetometer!.values[row] = .missing
    }
    let sensor = try raw.conditioned().sensors[0]
    #expect(sensor.rows == 500 && sensor.period == 0.02)
    #expect(sensor.time[3] == 0.06)
    #expect(sensor.quality.allSatisfy { $0.isEmpty })
    #expect(sensor.sourceRows?[3] == 6)
  }
}
