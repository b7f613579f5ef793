import Inertial
import Testing

@testable import SampleConditioning

extension SensorRecording {
  var samples: [RawSample] {
    stamps.indices.map {
      RawSample(
        deviceTime: stamps[$0], arrivalTime: stamps[$0].plus(3_000_000), gyroscope: gyroscope.values[$0],
        accelerometer: accelerometer.values[$0], magnetometer: magnetometer?.values[$0])
    }
  }

  func streamed(nominalPeriod: Double?) -> [ConditionedSample] { samples.conditioned(nominalPeriod) }
}

extension [RawSample] {
  func conditioned(_ nominalPeriod: Double?) -> [ConditionedSample] {
    var conditioner = StreamConditioner(nominalPeriod: nominalPeriod)
    var rows: [ConditionedSample] = []
    for sample in self { conditioner.push(sample) { rows.append($0) } }
    conditioner.finish { rows.append($0) }
    return rows
  }
}

/// A live stream obeys the rules of the batch form, causally.
struct StreamTests {
  private func expectEqual(_ rows: [ConditionedSample], _ sensor: ConditionedSensor) {
    #expect(rows.map(\.time) == sensor.time)
    #expect(rows.map(\.quality) == sensor.quality)
    #expect(rows.map(\.sample) == (0..<sensor.rows).map { sensor.sample($0) })
    #expect(rows.map(\.period) == (0..<sensor.rows).map { sensor.step(before: $0) })
  }

  @Test(arguments: [nil, 0.01]) func `stream and batch agree bit for bit on clean data`(
    period: Double?
  ) throws {
    var raw = Swing(rows: 3000).recording()
    raw.clock = .stamps(raw.stamps.map { $0 + 1_700_000_000_000_000_000 }, zero: .firstSample)
    expectEqual(raw.streamed(nominalPeriod: period), try raw.conditioned().sensors[0])
  }

  @Test func `stream and batch bridge the same holes by the same rows`() throws {
    let raw = Swing(rows: 3000).recording().keeping {
      !(1000..<1005).contains($0) && !(1500..<1519).contains($0) && !(2000..<2100).contains($0)
    }
    expectEqual(raw.streamed(nominalPeriod: 0.01), try raw.conditioned().sensors[0])
  }

  @Test func `a void rate is held, a void force left out`() {
    var raw = Swing().recording()
    raw.gyroscope.values[400] = .missing
    raw.accelerometer.values[600].x = .infinity
    let rows = raw.streamed(nominalPeriod: 0.01)
    #expect(rows[400].sample.gyroscope == raw.gyroscope.values[399])
    #expect(rows[400].quality == .gyroscopeHeld)
    #expect(rows[600].sample.accelerometer == nil)
    #expect(rows.count == 1000)
  }

  @Test func `a repeat is dropped and a late sample is left out`() {
    var samples = Swing().recording().samples
    samples.insert(samples[500], at: 501)
    samples.swapAt(700, 701)
    var conditioner = StreamConditioner(nominalPeriod: 0.01)
    var rows: [ConditionedSample] = []
    for sample in samples { conditioner.push(sample) { rows.append($0) } }
    #expect(conditioner.report.repeated == 1)
    #expect(conditioner.report.late == 1)
    #expect(rows.count { !$0.quality.contains(.filled) } == 999)
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.time < $1.time })
  }

  @Test func `bursts of one stamp are spread by the running rate`() {
    var raw = Swing(rows: 1200).recording()
    raw.stamps = (0..<1200).map { Int64($0 / 3) * 30_000_000 }
    let rows = raw.streamed(nominalPeriod: nil)
    #expect(rows.count { !$0.quality.contains(.filled) } == 1200)
    for (row, next) in zip(rows, rows.dropFirst()).dropFirst(200) {
      #expect(abs(next.time - row.time - 0.01) < 1e-6)
    }
  }

  @Test func `one senseless stamp does not start the stream again`() {
    for senseless in [Int64.max, 0, 5_000_000_000_000] {
      var raw = Swing().recording()
      raw.stamps = raw.stamps.map { $0 + 100_000_000_000 }
      raw.stamps[500] = senseless
      let rows = raw.streamed(nominalPeriod: 0.01)
      #expect(rows.count == 1000)
      #expect(!rows.contains { $0.quality.contains(.restart) })
      #expect(abs(rows[500].time - 5) < 1e-6 && abs(rows[501].time - 5.01) < 1e-6)
    }
  }

  @Test func `a device that starts again goes on behind what was, by the host's clock`() {
    var samples = Swing().recording().samples
    for row in 500..<1000 {
      samples[row].deviceTime = Int64(row - 500) * 10_000_000
      samples[row].arrivalTime += 2_000_000_000
    }
    let rows = samples.conditioned(0.01)
    #expect(rows.count == 1000)
    #expect(rows.count { $0.quality.contains(.restart) } == 1)
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.time < $1.time })
    #expect(abs((rows.last?.time ?? 0) - 9.99) < 2.1)
  }

  @Test func `a device that starts again within its first second costs a few samples`() {
    var samples = Swing(rows: 600).recording().samples
    for row in 80..<600 { samples[row].deviceTime = Int64(row - 80) * 10_000_000 }
    let rows = samples.conditioned(0.01)
    #expect(rows.count { $0.quality.contains(.restart) } == 1)
    #expect(rows.count > 590)
  }

  @Test func `a stream without device time runs at a steady pace through batches`() {
    var random = SplitMix64(seed: 6)
    var samples = Swing(rows: 6000).recording().samples
    for row in samples.indices {
      samples[row].deviceTime = nil
      let sent = Double(row) * 0.01
      let batch = ((sent / 0.016).rounded(.up) * 0.016 + random.uniform() * 0.001) * 1e9
      samples[row].arrivalTime = Int64(batch)
    }
    let rows = samples.conditioned(nil)
    #expect(rows.count == 6000)
    #expect(rows.allSatisfy { $0.quality.contains(.timeInterpolated) })
    for (row, next) in zip(rows, rows.dropFirst()).dropFirst(1000) {
      #expect(abs(next.time - row.time - 0.01) < 0.002)
    }
    let span = rows[5999].time - rows[1000].time
    #expect(abs(span - 49.99) < 0.02)
  }

  @Test func `a rate that changes for good is followed`() {
    let raw = Swing(rows: 6000).recording().keeping { $0 < 3000 || $0 % 3 == 0 }
    var conditioner = StreamConditioner(nominalPeriod: 0.01)
    for sample in raw.samples { conditioner.push(sample) { _ in } }
    #expect(abs(conditioner.period - 0.03) < 1e-6)
    #expect(conditioner.report.filled < 2 * 130)
  }

  @Test func `a short stream gives its rows at the end, a single sample has no place in time`() {
    let samples = Swing(rows: 5).recording().samples
    #expect(samples.conditioned(nil).count == 5)
    #expect(samples.conditioned(nil).map(\.period) == Array(repeating: 0.01, count: 5))
    #expect(Array(samples.prefix(1)).conditioned(nil).isEmpty)
    #expect(Array(samples.prefix(1)).conditioned(0.01).count == 1)
    #expect([RawSample]().conditioned(nil).isEmpty)
  }

  @Test func `output second 0 can be given, so that two sensors share it`() {
    var conditioner = StreamConditioner(nominalPeriod: 0.01, zero: 5_000_000_000)
    var times: [Double] = []
    for sample in Swing(rows: 3).recording().samples { conditioner.push(sample) { times.append($0.time) } }
    #expect(times == [-5, -4.99, -4.98])
  }
}
