import Inertial
import Testing

@testable import SampleConditioning

/// The rules for time: duplicates, bursts, disorder, slips, jumps, missing stamps.
struct StampTests {
  static let period: Int64 = 10_000_000
  private let swing = Swing()

  @Test func `a row that repeats stamp and values is dropped`() throws {
    let raw = swing.recording().keeping { _ in true }
    var doubled = raw
    for column in [\SensorRecording.gyroscope.values, \.accelerometer.values] {
      doubled[keyPath: column].insert(raw[keyPath: column][300], at: 300)
    }
    doubled.magnetometer!.values.insert(raw.magnetometer!.values[300], at: 300)
    doubled.stamps.insert(raw.stamps[300], at: 300)
    let result = try doubled.conditioned()
    #expect(result.sensors[0].gyroscope == raw.gyroscope.values)
    #expect(result.sensors[0].report.duplicates == 1)
    #expect(result.finding(.duplicateTime)?.severity == .repaired)
    #expect(result.sensors[0].sourceRows?[300...301] == [300, 302])
  }

  @Test func `a stamp that two different rows share is spread between its neighbours`() throws {
    var stamps = swing.stamps
    stamps[301] = stamps[300]
    let sensor = try swing.recording(stamps).conditioned().sensors[0]
    #expect(sensor.isSound)
    #expect(sensor.rows == 1000)
    #expect(abs(sensor.time[300] - 3.00) < 1e-9)
    #expect(abs(sensor.time[301] - 3.01) < 1e-9)
    #expect(sensor.quality[301] == .timeInterpolated)
    #expect(sensor.report.lost == 0)
  }

  @Test func `bursts of equal stamps are spread by the running rate and the duration stays`() throws {
    let swing = Swing(rows: 900, rate: 200)
    let stamps = (0..<900).map { Int64($0 / 3 * 15_000_000) }
    let result = try swing.recording(stamps).conditioned()
    let sensor = result.sensors[0]
    #expect(sensor.isSound)
    #expect(abs(sensor.period - 0.005) < 1e-12)
    #expect(sensor.time[0] == 0 && sensor.time[3] == 0.015)
    #expect(abs(sensor.time[4] - 0.020) < 1e-9)
    #expect(sensor.outputRows == 900)
    #expect(result.finding(.burstTime)?.count == 600)
    #expect(result.flags(.timeInterpolated).count == 1)
    #expect(!result.has(.lostSamples))
  }

  @Test func `bursts whose stamps differ by a hair are bursts`() throws {
    let stamps = (0..<900).map { (row: Int) -> Int64 in Int64(row / 3) * 30_000_000 + Int64(row % 3) * 300_000
    }
    let sensor = try Swing(rows: 900).recording(stamps).conditioned().sensors[0]
    #expect(sensor.isSound)
    #expect(abs(sensor.period - 0.01) < 1e-6)
    #expect(sensor.report.lost == 0)
    #expect(sensor.outputRows == sensor.rows)
  }

  @Test func `pairs of millisecond stamps at 2000 Hz are spread`() throws {
    let swing = Swing(rows: 4000, rate: 2000)
    let stamps = (0..<4000).map { Int64($0 / 2) * 1_000_000 }
    let sensor = try swing.recording(stamps).conditioned().sensors[0]
    #expect(abs(sensor.period - 0.0005) < 1e-12)
    #expect(sensor.outputRows == 4000 && sensor.isSound)
  }

  @Test func `whole-second stamps in steady numbers are spread, in unsteady ones refused`() throws {
    let swing = Swing(rows: 2000)
    let steady = (0..<2000).map { Int64($0 / 100) * 1_000_000_000 }
    let sensor = try swing.recording(steady).conditioned().sensors[0]
    #expect(abs(sensor.period - 0.01) < 1e-6)
    var random = SplitMix64(seed: 5)
    var second: Int64 = 0
    let unsteady = (0..<2000).map { _ in
      if random.uniform() < 0.02 { second += 1_000_000_000 }
      return second
    }
    #expect(throws: ConditioningError.self) { try swing.recording(unsteady).conditioned() }
    #expect(try swing.recording(steady.map { _ in 7 }).conditioned(rate: 100).sensors[0].period == 0.01)
  }

  @Test func `steps back under a second are sorted and counted`() throws {
    let raw = swing.recording()
    var shuffled = raw
    for start in stride(from: 100, to: 900, by: 50) {
      for column in [\SensorRecording.gyroscope.values, \.accelerometer.values] {
        shuffled[keyPath: column].swapAt(start, start + 1)
      }
      shuffled.magnetometer!.values.swapAt(start, start + 1)
      shuffled.stamps.swapAt(start, start + 1)
    }
    let result = try shuffled.conditioned()
    #expect(result.sensors[0].gyroscope == raw.gyroscope.values)
    #expect(result.sensors[0].time == (try raw.conditioned()).sensors[0].time)
    #expect(result.finding(.outOfOrder)?.count == 16)
    #expect(result.sensors[0].report.segments == 1)
  }

  @Test func `the order of a late packet is restored`() throws {
    var stamps = (0..<200).map { Int64($0) * 20_000_000 }
    (stamps[2], stamps[3]) = (60_000_000, 40_000_000)
    let sensor = try Swing(rows: 200, rate: 50).recording(stamps).conditioned().sensors[0]
    #expect(sensor.sourceRows?[0..<5] == [0, 1, 3, 2, 4])
    #expect(sensor.time[2] == 0.04)
  }

  @Test func `a clock that starts again begins a segment that nothing is integrated into`() throws {
    let stamps = (0..<1000).map { Int64($0 % 600) * Self.period + 5 }
    let result = try swing.recording(stamps).conditioned()
    let sensor = result.sensors[0]
    #expect(sensor.isSound)
    #expect(sensor.outputRows == 1000 && sensor.rows == 1000)
    #expect(sensor.quality[600].contains(.restart))
    #expect(sensor.report.segments == 2)
    #expect(sensor.step(before: 600) == sensor.period)
    #expect(result.finding(.newSegment)?.severity == .doubtful)
    #expect(result.flags(.gap).first?.effect == .stop)
  }

  @Test func `a clock set years ahead begins a segment`() throws {
    let stamps = swing.stamps.enumerated().map { $0 < 500 ? $1 : $1 + 190_000_000_000_000_000 }
    let result = try swing.recording(stamps).conditioned()
    let sensor = result.sensors[0]
    #expect(sensor.rows == 1000 && sensor.isSound)
    #expect(sensor.quality[500].isSuperset(of: [.restart, .gapBefore]))
    #expect(sensor.report.lost == 0)
    #expect(result.finding(.newSegment)?.count == 1)
  }

  @Test(arguments: [0, 3_000_000_000, 190_000_000_000_000_000, -70_000_000_000] as [Int64])
  func `one senseless stamp is made from its neighbours`(senseless: Int64) throws {
    for row in [0, 500, 999] {
      var stamps = swing.stamps.map { $0 + 100_000_000_000 }
      stamps[row] = senseless == 3_000_000_000 ? stamps[row] + senseless : senseless
      if senseless == 3_000_000_000 && row == 999 { continue }
      let result = try swing.recording(stamps).conditioned()
      let sensor = result.sensors[0]
      #expect(sensor.isSound)
      #expect(sensor.rows == 1000)
      #expect(sensor.report.segments == 1, "row \(row)")
      #expect(abs(sensor.time[row] - 100 - Double(row) / 100) < 1e-6)
      #expect(sensor.quality[row] == .timeInterpolated)
      #expect(result.finding(.clockJump)?.count == 1)
    }
  }

  @Test func `two halves in the wrong order are joined in time order`() throws {
    let raw = swing.recording()
    let turned = raw.rotated(by: 500)
    let result = try turned.conditioned()
    #expect(result.sensors[0].gyroscope == raw.gyroscope.values)
    #expect(result.sensors[0].report.segments == 1)
    #expect(result.finding(.newSegment)?.severity == .repaired)
  }

  @Test func `missing stamps are made from their neighbours`() throws {
    var stamps = swing.stamps
    for row in [0, 1, 50, 51, 52, 700, 999] { stamps[row] = .min }
    let result = try swing.recording(stamps).conditioned()
    let sensor = result.sensors[0]
    #expect(sensor.rows == 1000 && sensor.isSound)
    #expect((0..<1000).allSatisfy { abs(sensor.time[$0] - Double($0) / 100) < 1e-6 })
    #expect(sensor.quality.count { $0.contains(.timeInterpolated) } == 7)
    #expect(result.finding(.missingValues)?.count == 7)
  }

  @Test func `one stamp a packet belongs to the first of its samples`() throws {
    let stamps = (0..<1000).map { $0 % 4 == 0 ? Int64($0) * Self.period : .min }
    let sensor = try swing.recording(stamps).conditioned().sensors[0]
    #expect((0..<997).allSatisfy { abs(sensor.time[$0] - Double($0) / 100) < 1e-6 })
    #expect(sensor.outputRows == sensor.rows)
  }

  @Test func `without any stamp a rate must be given`() throws {
    let raw = swing.recording(Array(repeating: .min, count: 1000))
    #expect(throws: ConditioningError.noTime(sensor: "shank")) { try raw.conditioned() }
    #expect(try raw.conditioned(rate: 50).sensors[0].period == 0.02)
  }

  @Test func `millisecond stamps of 104 Hz give the true rate and no losses`() throws {
    let swing = Swing(rows: 3000, rate: 104)
    let stamps = (0..<3000).map { Int64(Double($0) / 104 * 1000) * 1_000_000 }
    let result = try swing.recording(stamps).conditioned()
    #expect(abs(result.sensors[0].report.rate - 104) < 0.05)
    #expect(result.sensors[0].report.lost == 0)
    #expect(result.sensors[0].outputRows == result.sensors[0].rows)
  }

  @Test func `19-digit stamps keep every step exact`() throws {
    let stamps = (0..<1000).map { 1_234_567_890_123_456_789 + Int64($0) * 5_000_000 }
    let sensor = try Swing(rate: 200).recording(stamps, zero: .firstSample).conditioned().sensors[0]
    #expect(sensor.period == 0.005)
    #expect((0..<1000).allSatisfy { sensor.step(before: $0) == 0.005 })
  }

  @Test func `stamps in no order are refused`() throws {
    var random = SplitMix64(seed: 9)
    let stamps = (0..<1000).map { _ in Int64(random.uniform() * 1e12) }
    #expect(throws: ConditioningError.self) { try swing.recording(stamps).conditioned() }
  }
}

extension SensorRecording {
  /// The rows from `row` on, then the ones before.
  func rotated(by row: Int) -> SensorRecording {
    let order = Array(row..<rows) + Array(0..<row)
    var result = self
    result.gyroscope.values = order.map { gyroscope.values[$0] }
    result.accelerometer.values = order.map { accelerometer.values[$0] }
    result.magnetometer?.values = order.map { magnetometer!.values[$0] }
    result.stamps = order.map { stamps[$0] }
    return result
  }
}
