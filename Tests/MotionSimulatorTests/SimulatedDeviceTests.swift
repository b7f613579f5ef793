import IMUProtocols
import Inertial
import Testing

@testable import MotionSimulator

@Suite struct SimulatedDeviceTests {
  private struct Heard {
    var thigh: [RawSample] = [], shank: [RawSample] = []
    var statistics: DecoderStatistics
  }

  private static func listen(_ device: SimulatedDevice, seconds: Double, from first: Int = 0) -> Heard {
    var device = device
    var decoder = TextLineDecoder()
    var thigh: [RawSample] = [], shank: [RawSample] = [], names: [DecodedSample] = []
    var skip = first
    for tick in 1...Int((seconds * 20).rounded(.up)) {
      let now = Swift.min(Double(tick) / 20, seconds)
      let bytes = device.bytes(until: now)
      decoder.push(Array(bytes.dropFirst(skip)), arrivalTime: Int64(now * 1e9)) { names.append($0) }
      skip = Swift.max(0, skip - bytes.count)
    }
    for decoded in names {
      if decoder.sensors[decoded.sensor].segment == .thigh {
        thigh.append(decoded.sample)
      } else {
        shank.append(decoded.sample)
      }
    }
    return Heard(thigh: thigh, shank: shank, statistics: decoder.statistics)
  }

  @Test func `a reader that knows nothing gets both sensors from the description alone`() throws {
    let heard = try Self.listen(SimulatedDevice(DeviceSetting(seed: 1)), seconds: 10.005)
    #expect(heard.thigh.count == 1001)
    #expect(heard.shank.count == 1001)
    #expect(heard.statistics.rejected == 0)
  }

  @Test func `whoever comes late or in the middle of a line is served within a second`() throws {
    let heard = try Self.listen(SimulatedDevice(DeviceSetting(seed: 1)), seconds: 5, from: 10_011)
    #expect(heard.thigh.count > 300)
  }

  @Test func `stamps count microseconds through a wrap within the first minute`() throws {
    for seed in UInt64(1)...5 {
      let device = try SimulatedDevice(DeviceSetting(seed: seed))
      #expect((device.deviceTime(at: 0) / 1000) >> 32 + 1 == (device.deviceTime(at: 60) / 1000) >> 32)
      let heard = Self.listen(device, seconds: 60)
      for (before, after) in zip(heard.thigh, heard.thigh.dropFirst()) {
        #expect(after.deviceTime! - before.deviceTime! == 10_000_000)
      }
      for (t, s) in zip(heard.thigh, heard.shank) {
        #expect(s.deviceTime! - t.deviceTime! == 2_000_000)
      }
    }
  }

  @Test func `the rows are the recording of the same leg`() throws {
    let heard = try Self.listen(
      SimulatedDevice(DeviceSetting(motion: .walking, duration: 30, seed: 9)), seconds: 30)
    let run = LegSimulation(
      motion: .walking, side: .right, sensors: 2, duration: 30, rate: 100, seed: 9
    ).recording().sensors[0]
    for (row, sample) in heard.thigh.enumerated() where row < run.rows {
      #expect((sample.gyroscope - run.gyroscope.values[row]).norm < 1e-4)
      #expect((sample.accelerometer - run.accelerometer.values[row]).norm < 1e-3)
    }
  }

  @Test func `the bytes do not depend on when they are asked for`() throws {
    var whole = try SimulatedDevice(DeviceSetting(seed: 4)),
      pieces = try SimulatedDevice(DeviceSetting(seed: 4))
    let expected = whole.bytes(until: 4)
    var sent: [UInt8] = []
    for step in 0...400 { sent += pieces.bytes(until: Double(step) * 0.01) }
    #expect(sent == expected)
  }

  @Test func `the truth is that of the leg`() throws {
    let device = try SimulatedDevice(DeviceSetting(motion: .squats, duration: 20, seed: 6))
    let truth = LegSimulation(
      motion: .squats, side: .right, sensors: 2, duration: 20, rate: 100, seed: 6
    ).truthFlexion
    #expect((0..<2000).allSatisfy { device.truth(at: Double($0) / 100) == truth[$0] })
  }

  @Test func `nothing is sent during a stall`() throws {
    var faults = DeviceFaults()
    faults.stalls = [3.0...3.995]
    let clean = try Self.listen(SimulatedDevice(DeviceSetting(seed: 2)), seconds: 10)
    let heard = try Self.listen(SimulatedDevice(DeviceSetting(seed: 2, faults: faults)), seconds: 10)
    #expect(heard.thigh.count == clean.thigh.count - 100)
    #expect(heard.thigh.allSatisfy { sample in !(3.0...3.98 ~= Self.age(of: sample, clean)) })
  }

  @Test func `garbage and lost bytes cost the lines they hit`() throws {
    let faults = try DeviceFaults("garbage:300,byte-loss:0.001")
    var device = try SimulatedDevice(DeviceSetting(seed: 2, faults: faults))
    device.keepsRows = true
    let bytes = device.bytes(until: 20)
    var decoder = TextLineDecoder()
    var thigh = 0
    // Behind the first seconds, so that a whole description has been there.
    decoder.push(Array(bytes.dropFirst(bytes.count / 2)), arrivalTime: 0) { if $0.sensor == 0 { thigh += 1 } }
    let lines = device.rows.count { row in
      let end = row.bytes.firstIndex(of: 0x0A) ?? 0
      return row.time > 11 && !row.damaged.contains { $0 <= end }
    }
    #expect(lines > 800)
    #expect(Double(thigh) > 0.95 * Double(lines))
    #expect(decoder.statistics.rejected > 30)
  }

  private static func age(of sample: RawSample, _ clean: Heard) -> Double {
    Double(sample.deviceTime! - clean.thigh[0].deviceTime!) / 1e9
  }
}
