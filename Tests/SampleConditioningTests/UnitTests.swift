import Inertial
import Testing

@testable import SampleConditioning

/// H8 to H10: units declared, undeclared, contradicted by the numbers.
struct UnitTests {
  private let swing = Swing(rows: 3000)

  private func scaled(
    force: Double = 1, forceUnit: PhysicalUnit? = .metrePerSecondSquared, rate: Double = 1,
    rateUnit: PhysicalUnit? = .radianPerSecond, field: Double = 1, fieldUnit: PhysicalUnit? = .microtesla
  ) -> SensorRecording {
    var raw = swing.recording()
    raw.accelerometer = VectorColumn(values: raw.accelerometer.values.map { $0 * force }, unit: forceUnit)
    raw.gyroscope = VectorColumn(values: raw.gyroscope.values.map { $0 * rate }, unit: rateUnit)
    raw.magnetometer = VectorColumn(values: raw.magnetometer!.values.map { $0 * field }, unit: fieldUnit)
    return raw
  }

  private func expectSame(_ result: ConditionedRecording) {
    let truth = swing.recording()
    for row in stride(from: 0, to: 3000, by: 7) {
      let sensor = result.sensors[0]
      #expect((sensor.accelerometer[row] - truth.accelerometer.values[row]).norm < 1e-9)
      #expect((sensor.gyroscope[row] - truth.gyroscope.values[row]).norm < 1e-12)
      if let field = sensor.magnetometer {
        #expect((field[row] - truth.magnetometer!.values[row]).norm < 1e-9)
      }
    }
  }

  @Test func `declared units become SI without a word`() throws {
    let result = try scaled(
      force: 1 / .standardGravity, forceUnit: .standardGravity, rate: 180 / .pi, rateUnit: .degreePerSecond,
      field: 0.01, fieldUnit: .gauss
    ).conditioned()
    expectSame(result)
    #expect(result.flags.isEmpty)
    #expect(result.sensors[0].report.forceUnit == .standardGravity)
    #expect(result.sensors[0].report.rateUnit == .degreePerSecond)
    #expect(result.sensors[0].report.fieldUnit == .gauss)
  }

  @Test(arguments: [
    (1 / Double.standardGravity, PhysicalUnit.standardGravity), (1000 / .standardGravity, .milliGravity),
    (1, .metrePerSecondSquared),
  ])
  func `an undeclared force unit is told by the norm at rest and flagged`(
    scale: Double, unit: PhysicalUnit
  ) throws {
    let result = try scaled(force: scale, forceUnit: nil).conditioned()
    expectSame(result)
    #expect(result.sensors[0].report.forceUnit == unit)
    #expect(result.flags(.forceScale).map(\.effect) == [.warn])
    #expect(result.finding(.unitAssumed)?.severity == .doubtful)
  }

  @Test func `an undeclared force that fits no unit is refused`() throws {
    #expect(throws: ConditioningError.self) { try scaled(force: 3, forceUnit: nil).conditioned() }
  }

  @Test func `a declared force unit that the numbers contradict is not believed`() throws {
    let result = try scaled(force: 1 / .standardGravity).conditioned()
    expectSame(result)
    #expect(result.sensors[0].report.forceUnit == .standardGravity)
    #expect(result.flags(.forceScale).map(\.effect) == [.warn])
    #expect(result.finding(.unitContradiction) != nil)
    expectSame(try scaled(forceUnit: .standardGravity).conditioned())
    expectSame(try scaled(force: 1000 / .standardGravity).conditioned())
  }

  @Test func `a scale that is 8 % off is kept and flagged, one of 4 % passes`() throws {
    let off = try scaled(force: 1.08).conditioned()
    #expect(off.flags(.forceScale).map(\.effect) == [.warn])
    #expect(abs((off.flags(.forceScale)[0].value ?? 0) - 1.08 * .standardGravity) < 0.05)
    #expect(try !scaled(force: 1.04).conditioned().has(.forceScale))
  }

  @Test func `force without gravity stops the number and the rate carries on`() throws {
    var random = SplitMix64(seed: 8)
    var raw = swing.recording()
    raw.accelerometer.values = raw.accelerometer.values.map { _ in random.normalVector() * 0.1 }
    let result = try raw.conditioned()
    #expect(result.flags(.forceScale).map(\.effect) == [.stop])
    #expect(result.sensors[0].gyroscope == raw.gyroscope.values)
    #expect(result.sensors[0].quality.allSatisfy { $0.contains(.accelerometerMissing) })
  }

  @Test(arguments: [(0.01, PhysicalUnit.gauss), (10, .milligauss), (1000, .nanotesla)])
  func `an undeclared field unit is told by its norm`(scale: Double, unit: PhysicalUnit) throws {
    let result = try scaled(field: scale, fieldUnit: nil).conditioned()
    expectSame(result)
    #expect(result.sensors[0].report.fieldUnit == unit)
    #expect(result.finding(.unitAssumed) != nil)
  }

  @Test func `a field in a unit that nobody knows is left out`() throws {
    let result = try scaled(field: 0.04, fieldUnit: nil).conditioned()
    #expect(result.sensors[0].magnetometer == nil)
    #expect(result.has(.fieldMissing))
    expectSame(result)
  }

  @Test func `degrees where radians are declared stop the number`() throws {
    let result = try Swing(rows: 3000, amplitude: 1.2).degrees(declared: .radianPerSecond).conditioned()
    let flag = try #require(result.flags(.rateUnit).first)
    #expect(flag.effect == .stop)
    #expect(abs((flag.value ?? 0) - .pi / 180) < 1e-9)
    #expect(result.finding(.unitContradiction) != nil)
  }

  @Test func `radians where degrees are declared stop the number`() throws {
    let result = try scaled(rateUnit: .degreePerSecond).conditioned()
    #expect(result.flags(.rateUnit).map(\.effect) == [.stop])
  }

  @Test(arguments: [2, 0.5]) func `a rate of twice or half the size stops the number`(scale: Double) throws {
    let result = try scaled(rate: scale).conditioned()
    #expect(result.flags(.rateUnit).map(\.effect) == [.stop])
    #expect(result.flags(.rateUnit)[0].value == 1 / scale)
  }

  @Test func `an undeclared rate is taken as radians only where gravity confirms it`() throws {
    let result = try scaled(rateUnit: nil).conditioned()
    expectSame(result)
    #expect(result.flags(.rateUnit).map(\.effect) == [.warn])
    let degrees = Swing(rows: 3000, amplitude: 1.2).degrees(declared: nil)
    #expect(throws: ConditioningError.undeclaredRateUnit(sensor: "shank", suggested: .degreePerSecond)) {
      try degrees.conditioned()
    }
    var still = Swing(amplitude: 0).recording()
    still.gyroscope.unit = nil
    #expect(throws: ConditioningError.self) { try still.conditioned() }
  }

  @Test func `a sensor at rest says nothing about the rate unit`() throws {
    #expect(try !Swing(rows: 3000, amplitude: 0).recording().conditioned().has(.rateUnit))
    #expect(
      try !Swing(rows: 3000, amplitude: 0).degrees(declared: .radianPerSecond).conditioned().has(.rateUnit))
  }

  @Test func `a unit of another quantity is refused`() throws {
    #expect(throws: ConditioningError.wrongQuantity(sensor: "shank", unit: .gauss)) {
      try scaled(forceUnit: .gauss).conditioned()
    }
    #expect(throws: ConditioningError.self) { try scaled(rateUnit: .standardGravity).conditioned() }
    #expect(throws: ConditioningError.self) { try scaled(fieldUnit: .radianPerSecond).conditioned() }
  }

  @Test func `a turned accelerometer is refused where the hemisphere is known`() throws {
    let northern = ConditioningParameters(hemisphere: .northern)
    #expect(throws: ConditioningError.forceReversed(sensor: "shank")) {
      try scaled(force: -1).conditioned(parameters: northern)
    }
    #expect(try scaled().conditioned(parameters: northern).flags.isEmpty)
    #expect(try scaled(force: -1).conditioned().flags.isEmpty)
  }
}

extension Swing {
  /// The rates printed in degrees per second.
  func degrees(declared unit: PhysicalUnit?) -> SensorRecording {
    var raw = recording()
    raw.gyroscope = VectorColumn(values: raw.gyroscope.values.map { $0 * (180 / .pi) }, unit: unit)
    return raw
  }
}
