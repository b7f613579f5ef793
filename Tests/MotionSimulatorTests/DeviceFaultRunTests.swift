import IMUProtocols
import Inertial
import Testing

@testable import MotionSimulator

/// Faults as the host sees them.
@Suite struct DeviceFaultRunTests {
  private static func schedule(
    _ faults: String, seconds: Double, wiring: DeviceSetting.Wiring = .ids, baud: Int? = nil
  ) throws -> DeviceSchedule {
    let setting = DeviceSetting(wiring: wiring, baud: baud, seed: 8, faults: try DeviceFaults(faults))
    return try DeviceSchedule(setting, duration: seconds)
  }

  private static func bytes(_ schedule: DeviceSchedule, port: UInt8 = 0) -> [UInt8] {
    schedule.records.flatMap { record -> [UInt8] in
      if record.port == port, case .received(let bytes) = record.content { bytes } else { [] }
    }
  }

  private static func decode(_ schedule: DeviceSchedule, port: UInt8 = 0) -> [DecodedSample] {
    var decoder = TextLineDecoder()
    var samples: [DecodedSample] = []
    for record in schedule.records where record.port == port {
      guard case .received(let bytes) = record.content else { continue }
      decoder.push(bytes, arrivalTime: record.time) { samples.append($0) }
    }
    return samples
  }

  @Test func `an unplugged port is silent between its loss and its return`() throws {
    let schedule = try Self.schedule("unplug:3@5,batch:16ms", seconds: 12)
    let events = schedule.records.filter { if case .event = $0.content { true } else { false } }
    #expect(events.map(\.time) == [5_000_000_000, 8_000_000_000])
    #expect(events.map(\.content) == [.event(.lost(cause: "hang-up")), .event(.reconnected(path: "port0"))])
    let received = schedule.records.filter { if case .received = $0.content { true } else { false } }
    #expect(!received.contains { 5_000_000_000...8_000_000_000 ~= $0.time })
    #expect(received.contains { $0.time < 8_500_000_000 && $0.time > 8_000_000_000 })
  }

  @Test func `a board that was unplugged has a new clock, one with a battery sends what it kept`() throws {
    let dead = Self.decode(try Self.schedule("unplug:3@5", seconds: 12))
    #expect(dead.map(\.segment).max() == 1)
    let alive = try Self.schedule("unplug:3@5,backlog:2", seconds: 12)
    // 5 s before, 2 s kept, 4 s after, two sensors at 100 Hz.
    #expect(2 * 1095...2 * 1105 ~= alive.rows[0].count * 2 + 400)
    #expect(Self.bytes(alive).count > Self.bytes(try Self.schedule("unplug:3@5", seconds: 12)).count + 15_000)
  }

  @Test func `another name comes back under another name`() throws {
    let schedule = try Self.schedule("unplug-renamed:1@2", seconds: 4)
    let paths = schedule.records.compactMap { record -> String? in
      if case .event(.reconnected(let path)) = record.content { path } else { nil }
    }
    #expect(paths == ["port0'"])
  }

  @Test func `a clock reset is a new segment of the same stream`() throws {
    let samples = Self.decode(try Self.schedule("clock-reset@6", seconds: 12))
    #expect(Set(samples.map(\.segment)) == [0, 1])
  }

  @Test func `the clock wraps when it is told to`() throws {
    let schedule = try Self.schedule("wrap:2", seconds: 4)
    // How often a counter of microseconds has wrapped.
    let wraps = schedule.rows[0].compactMap { $0.samples[0].sample.deviceTime }.map { ($0 / 1000) >> 32 }
    #expect(wraps[0] + 1 == wraps[399])
    #expect(wraps[190] == wraps[0])
    #expect(schedule.rows[0][190].samples[0].counter! > UInt32.max - 20)
    #expect(schedule.rows[0][210].samples[0].counter! < 20)
  }

  @Test func `two ports have two clocks that part by 70 ppm`() throws {
    let schedule = try Self.schedule("", seconds: 100, wiring: .ports)
    let rates = schedule.rows.map { rows -> Double in
      let first = rows[0], last = rows[rows.count - 1]
      let stamps = Double(last.samples[0].sample.deviceTime! - first.samples[0].sample.deviceTime!) * 1e-9
      return (stamps / (last.time - first.time) - 1) * 1e6
    }
    #expect(abs(rates[0] - 40) < 0.1)
    #expect(abs(rates[1] + 30) < 0.1)
  }

  @Test(arguments: [(9600, 10.0), (9600, 100), (115_200, 200), (115_200, 1000), (921_600, 1000)])
  func `a wire carries ten bits a byte and never more`(baud: Int, rate: Double) throws {
    let setting = DeviceSetting(
      protocolName: "witmotion", wiring: .shank, rate: rate, baud: baud, seed: 8)
    let schedule = try DeviceSchedule(setting, duration: 10)
    // Three frames of 11 bytes a row.
    let carried = min(rate, Double(baud) / 330)
    #expect(abs(Double(schedule.rows[0].count) / 10 - carried) < 0.02 * carried + 2)
    #expect(Self.bytes(schedule).count <= baud)
    #expect((schedule.rig.devices[0].rowsDropped > 0) == (rate > carried))
  }

  @Test func `a wide row has both sensors at one instant`() throws {
    let schedule = try Self.schedule("", seconds: 3, wiring: .wide)
    let samples = Self.decode(schedule)
    #expect(samples.count == 602)
    let byTime = Dictionary(grouping: samples) { $0.sample.deviceTime }
    #expect(byTime.values.allSatisfy { $0.count == 2 })
  }

  @Test func `a device at another speed is heard right by who listens there`() throws {
    let setting = DeviceSetting(
      rate: 10, baud: 115_200, seed: 8, faults: try DeviceFaults("wrong-baud:57600"))
    var right = try SimulatedDevice(setting), wrong = right
    right.listen(at: 57_600)
    func lines(_ bytes: [UInt8]) -> Int { bytes.count { $0 == 0x0A } }
    #expect(lines(right.bytes(until: 5)) > 100)
    #expect(lines(wrong.bytes(until: 5)) < 50)
  }

  @Test func `boot text at another speed is not text`() throws {
    let plain = Self.bytes(try Self.schedule("banner", seconds: 0.005, baud: 115_200))
    let strange = Self.bytes(try Self.schedule("banner,banner-baud", seconds: 0.05, baud: 115_200))
    #expect(plain.allSatisfy { $0 < 0x80 })
    #expect(strange.contains { $0 >= 0x80 })
  }

  @Test func `a start inside a frame costs that frame alone`() throws {
    let schedule = try Self.schedule("cut", seconds: 2)
    #expect(schedule.rows[0].count { !$0.isIntact } == 1)
    #expect(Self.decode(schedule).count >= 2 * schedule.intactRows[0].count)
  }

  @Test func `foreign and doubled rows are there as often as asked`() throws {
    let plain = Self.bytes(try Self.schedule("", seconds: 20))
    let doubled = Self.bytes(try Self.schedule("duplicates:0.5", seconds: 20))
    #expect(1.4...1.6 ~= Double(doubled.count) / Double(plain.count))
    let foreign = Self.bytes(try Self.schedule("foreign:0.2", seconds: 20))
    #expect(String(decoding: foreign, as: UTF8.self).split(separator: "battery").count > 300)
  }

  @Test func `a fault of the shank alone leaves the thigh as it is`() throws {
    var setting = DeviceSetting(wiring: .ports, seed: 8)
    let clean = try DeviceSchedule(setting, duration: 5)
    setting.shankFaults = try DeviceFaults("stall:1@2")
    let hit = try DeviceSchedule(setting, duration: 5)
    #expect(hit.rows[0] == clean.rows[0])
    #expect(hit.rows[1].count == clean.rows[1].count - 100)
  }

  @Test func `satellite messages of an Xsens device use up its counter and are late`() throws {
    let setting = DeviceSetting(
      protocolName: "xsens", wiring: .shank, seed: 8, faults: try DeviceFaults("foreign:0.5"))
    let schedule = try DeviceSchedule(setting, duration: 10)
    let counts = schedule.rows[0].compactMap { $0.samples[0].counter }
    let steps = zip(counts, counts.dropFirst()).map { $1 &- $0 }
    #expect(Set(steps) == [1, 2])
    #expect(400...600 ~= steps.count { $0 == 2 })
    // The first inertial message shows 75 % of gravity.
    let first = schedule.rows[0][0].samples[0].sample.accelerometer.norm
    #expect(abs(first - 7.36) < 0.2)
    #expect(abs(schedule.rows[0][1].samples[0].sample.accelerometer.norm - 9.81) < 0.3)
  }

  @Test func `small rates are zero in a dead band`() throws {
    let rows = try Self.schedule("dead-band:5", seconds: 3).rows[0]
    let zero = rows.count { $0.samples[0].sample.gyroscope == .zero }
    #expect(zero > rows.count / 2)
  }

  @Test func `the same setting gives the same bytes at the same times, however it is asked`() throws {
    let setting = DeviceSetting(
      wiring: .ports, baud: 115_200, seed: 4,
      faults: try DeviceFaults("byte-loss,batch:16ms,pieces,foreign,duplicates,unplug:1@3,stall:0.5@1"))
    var whole = try DeviceRig(setting), pieces = whole
    let expected = whole.records(until: 6_000_000_000)
    var got: [RawLogRecord] = []
    for step in 1...1000 { got += pieces.records(until: Int64(step) * 6_000_000) }
    #expect(got.count == expected.count)
    #expect(!zip(got, expected).contains { $0 != $1 })
  }
}
