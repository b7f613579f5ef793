import Inertial
import Testing

@testable import IMUProtocols

/// Several devices, each with a clock of its own, on one port.
@Suite struct SharedWireTests {
  private func bytes(_ row: Int, starts: [Int64], encoder: inout any SerialEncoder, restart: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    let samples = starts.enumerated().map { sensor, start in
      let isAnew = sensor == 1 && row >= restart
      let time = (isAnew ? 100_000_000 + Int64(row - restart) * 10_000_000 : start + Int64(row) * 10_000_000)
      return DecodedSample(
        sensor: sensor,
        sample: RawSample(
          deviceTime: time, arrivalTime: 0, gyroscope: Vector3(0, 0, 0.1),
          accelerometer: Vector3(0, 9.81, 0)))
    }
    encoder.append(samples, to: &bytes)
    return bytes
  }

  private func run(restart: Int = .max, names: [String] = ["A", "B"]) throws -> [DecodedSample] {
    let entry = try #require(SerialProtocol.named("ximu3_binary"))
    var encoder = try #require(
      entry.makeEncoder(EncoderSettings(sensors: names.map { DecodedSensor(name: $0) }, rate: 100)))
    var set = StreamSet(ports: [.init(name: "p", decoder: try entry.makeDecoder(""))])
    var samples: [DecodedSample] = []
    for row in 0..<1500 {
      let piece = bytes(
        row, starts: Array([5_000_000_000, 900_000_000_000].prefix(names.count)), encoder: &encoder,
        restart: restart)
      // read every 16 ms
      let arrival = 70_000_000_000 + (Int64(row) * 10 / 16 + 1) * 16_000_000
      set.push(RawLogRecord(time: arrival, .received(piece))) { samples.append($0) }
    }
    set.finish { samples.append($0) }
    return samples
  }

  @Test(arguments: [Int.max, 700]) func `each device has its clock, all end on one base`(restart: Int) throws
  {
    let samples = try run(restart: restart)
    let times = (0..<2).map { sensor in
      samples.filter { $0.sensor == sensor }.map { $0.sample.deviceTime! }
    }
    #expect(times[0] == (0..<1500).map { 5_000_000_000 + Int64($0) * 10_000_000 })
    let segments = samples.map { $0.sensor * 10 + $0.segment }
    #expect(Set(segments) == (restart == .max ? [0, 10] : [0, 10, 11]))
    let kept = times[1].count
    #expect(kept >= 1490)
    for times in times { #expect(zip(times, times.dropFirst()).allSatisfy { $1 > $0 }) }
    // A restart is believed after some rows, so that the last rows pair up from behind; a map needs some seconds.
    let distances = zip(times[0].reversed(), times[1].reversed()).map { abs($0 - $1) }
    let largest = try #require(distances.prefix(restart == .max ? 1200 : 400).max())
    #expect(largest < 5_000_000)
  }

  @Test func `a device alone keeps its own time`() throws {
    let samples = try run(names: [""])
    #expect(samples.first?.sample.deviceTime == 5_000_000_000)
    #expect(samples.count == 1500)
  }
}
