import Inertial
import Testing

@testable import SampleConditioning

/// Seeded damage of every kind: whatever comes in, what goes out is finite and in order, and nothing traps.
struct FuzzTests {
  private static let values: [Double] = [
    .nan, .infinity, -.infinity, 1e308, -1e308, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 0, -0.0,
    32767, 1e17,
  ]
  private static let stamps: [Int64] = [.min, .min + 1, .max, .max - 1, 0, -1, 1, 1 << 62, -(1 << 62)]

  private func damaged(_ random: inout SplitMix64) -> SensorRecording {
    let rows = Int(random.uniform() * 400)
    var raw = Swing(rows: rows, rate: 20 + random.uniform() * 400, seed: random.next()).recording()
    damageTime(&raw, &random)
    let share = random.uniform() < 0.5 ? 0 : random.uniform() * random.uniform()
    for row in 0..<rows where random.uniform() < share {
      let value = Self.values[Int(random.next() % UInt64(Self.values.count))]
      let axis = Int(random.next() % 3)
      switch random.next() % 3 {
      case 0: raw.gyroscope.values[row][axis] = value
      case 1: raw.accelerometer.values[row][axis] = value
      default: raw.magnetometer?.values[row][axis] = value
      }
    }
    if random.uniform() < 0.2 { raw.gyroscope.unit = nil }
    if random.uniform() < 0.2 { raw.accelerometer.unit = nil }
    if random.uniform() < 0.2 { raw.magnetometer = nil }
    return raw
  }

  private func damageTime(_ raw: inout SensorRecording, _ random: inout SplitMix64) {
    let zero: StampZero = random.uniform() < 0.5 ? .file : .firstSample
    var stamps = raw.stamps
    let offset = Int64(bitPattern: random.next())
    if random.uniform() < 0.3 { stamps = stamps.map { $0 &+ offset } }
    let scramble = random.uniform() < 0.5 ? 0 : random.uniform() * random.uniform()
    for row in stamps.indices where random.uniform() < scramble {
      switch random.next() % 6 {
      case 0: stamps[row] = Self.stamps[Int(random.next() % UInt64(Self.stamps.count))]
      case 1: stamps[row] = Int64(bitPattern: random.next())
      case 2: stamps[row] = row > 0 ? stamps[row - 1] : stamps[row]
      case 3: stamps[row] = stamps[row] &- Int64(random.uniform() * 2e9)
      case 4: stamps.swapAt(row, Int(random.next() % UInt64(stamps.count)))
      default: stamps[row] = stamps[row] &+ Int64(random.uniform() * 2e10)
      }
    }
    raw.clock = .stamps(stamps, zero: zero)
    if random.uniform() < 0.1 { raw.clock = .rows(rate: random.uniform() * 1e3) }
  }

  private func check(_ raw: RawRecording, rate: Double?, _ round: Int) throws {
    let result = try SampleConditioner.condition(raw, rate: rate)
    for sensor in result.sensors {
      #expect(sensor.isSound, "round \(round)")
      #expect(sensor.outputRows <= sensor.report.rows)
    }
    #expect(result.flags.allSatisfy { $0.value?.isFinite ?? true })
    if result.sensors.count == 2 {
      let pair = try SensorPairing.pair(thigh: result.sensors[0], shank: result.sensors[1])
      #expect(pair.thigh.isSound && pair.shank.isSound, "round \(round)")
    }
  }

  @Test func `a damaged recording is refused or made sound`() {
    var random = SplitMix64(seed: 2026)
    var refused = 0
    for round in 0..<600 {
      let raw = RawRecording(sensors: [damaged(&random), damaged(&random)], format: "fuzz")
      let rate: Double? = random.uniform() < 0.5 ? 100 : nil
      do { try check(raw, rate: rate, round) } catch { refused += 1 }
    }
    #expect(refused < 580)
  }

  @Test(arguments: [nil, 0.01, 1e-12, 1e6]) func `a damaged stream stays sound`(period: Double?) {
    var random = SplitMix64(seed: 7)
    for _ in 0..<100 {
      var conditioner = StreamConditioner(nominalPeriod: period)
      var last = -Double.infinity
      var rows = 0
      let check = { (row: ConditionedSample) in
        rows += 1
        #expect(row.time.isFinite && row.time >= last)
        #expect(row.period.isFinite && row.period > 0)
        #expect(row.sample.gyroscope.isFinite)
        #expect(row.sample.accelerometer?.isFinite ?? true)
        #expect(row.sample.magnetometer?.isFinite ?? true)
        last = row.time
      }
      let raw = damaged(&random)
      let drops = random.uniform() < 0.3 ? random.uniform() : 0
      for sample in raw.samples {
        var sample = sample
        if random.uniform() < drops { sample.deviceTime = nil }
        conditioner.push(sample, emit: check)
      }
      conditioner.finish(emit: check)
      #expect(rows <= 5 * raw.rows + 1000)
    }
  }
}
