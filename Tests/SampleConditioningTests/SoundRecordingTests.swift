import Inertial
import Testing

@testable import SampleConditioning

struct SoundRecordingTests {
  @Test func `a sound recording passes bit for bit and says nothing`() throws {
    let raw = Swing().recording()
    let result = try raw.conditioned()
    let sensor = result.sensors[0]
    #expect(sensor.isSound)
    #expect(sensor.gyroscope == raw.gyroscope.values)
    #expect(sensor.accelerometer == raw.accelerometer.values)
    #expect(sensor.magnetometer == raw.magnetometer?.values)
    #expect(sensor.quality.allSatisfy { $0.isEmpty })
    #expect(sensor.sourceRows == nil)
    #expect(result.flags.isEmpty)
    #expect(result.findings.isEmpty)
    #expect(sensor.report.lost == 0)
    #expect(sensor.report.samples == 1000)
    #expect(sensor.report.segments == 1)
  }

  @Test func `rows without a clock are row over rate exactly`() throws {
    let rate = 2000 / 7.0
    let result = try Swing(rate: rate).sensor(.rows(rate: rate)).conditioned()
    let sensor = result.sensors[0]
    #expect(sensor.time == (0..<1000).map { Double($0) / rate })
    #expect(sensor.period == 1 / rate)
    #expect((0..<1000).allSatisfy { sensor.step(before: $0) == 1 / rate })
    #expect(sensor.report.timeSource == .statedRate)
  }

  @Test func `the file's own seconds stay, epoch stamps count from the first sample`() throws {
    let swing = Swing()
    let late = swing.stamps.map { $0 + 40_000_000_000 }
    #expect(try swing.recording(late).conditioned().sensors[0].time.first == 40)
    let epoch = swing.stamps.map { $0 + 1_700_000_000_123_456_789 }
    let sensor = try swing.recording(epoch, zero: .firstSample).conditioned().sensors[0]
    #expect(sensor.time == (0..<1000).map { Double(Int64($0) * 10_000_000) / 1e9 })
    #expect(sensor.period == 0.01)
  }

  @Test func `sensors on one epoch clock keep their distance in time, the thigh starts at zero`() throws {
    let swing = Swing()
    let epoch: Int64 = 1_700_000_000_000_000_000
    let shank = swing.recording(swing.stamps.map { $0 + epoch }, zero: .firstSample)
    let thigh = swing.recording(
      swing.stamps.map { $0 + epoch + 1_250_000_000 }, zero: .firstSample, id: "thigh", placement: .thigh)
    let raw = RawRecording(sensors: [shank, thigh], format: "test")
    let result = try SampleConditioner.condition(raw, rate: nil)
    #expect(result.sensors[0].time.first == -1.25)
    #expect(result.sensors[1].time.first == 0)
  }

  @Test func `there is no default rate`() throws {
    let sensor = Swing().sensor(.rows(rate: nil))
    #expect(throws: ConditioningError.noTime(sensor: "shank")) { try sensor.conditioned() }
    let result = try sensor.conditioned(rate: 100)
    #expect(result.sensors[0].period == 0.01)
    #expect(result.sensors[0].report.timeSource == .givenRate)
  }

  @Test(arguments: [0, -1, Double.nan, .infinity])
  func `a rate that is none is refused`(rate: Double) {
    #expect(throws: ConditioningError.self) { try Swing().sensor(.rows(rate: nil)).conditioned(rate: rate) }
    #expect(throws: ConditioningError.self) { try Swing().sensor(.rows(rate: rate)).conditioned() }
  }

  @Test func `stamps win over a given rate and the difference is told`() throws {
    let result = try Swing().recording().conditioned(rate: 83)
    #expect(result.sensors[0].report.rate == 100)
    #expect(result.finding(.rateMismatch)?.severity == .doubtful)
    #expect(result.has(.rateChanged))
    #expect(try !Swing().recording().conditioned(rate: 100.1).has(.rateChanged))
    #expect(try Swing().recording().conditioned(rate: 100.3).has(.rateChanged))
  }

  @Test func `the reader's findings come first`() throws {
    let note = ImportFinding(.byteOrderMark, .note)
    let raw = RawRecording(sensors: [Swing().recording()], format: "test", findings: [note])
    #expect(try SampleConditioner.condition(raw, rate: nil).findings.first == note)
  }
}
