import IMUProtocols
import Inertial
import MotionSimulator
import Testing

/// What users of other programs reported about the times of their sensors (docs/FieldReports.md).
@Suite struct SensorFieldReportTests {
  /// SR-12: message times that jitter, though the sensor's own do not.
  @Test func `a MIP stream in batches of 16 ms keeps the intervals of its own clock`() throws {
    var faults = DeviceFaults.none
    try faults.add("batch:16ms")
    let setting = DeviceSetting(protocolName: "mip", wiring: .shank, rate: 200, seed: 12, faults: faults)
    let schedule = try DeviceSchedule(setting, duration: 10)
    var set = StreamSet(ports: [
      .init(name: "p", decoder: try #require(SerialDecoders.make("mip")), baud: 115_200)
    ])
    var times: [Double] = []
    for record in schedule.records {
      set.push(record) { times.append(Double($0.sample.deviceTime ?? 0) * 1e-6) }
    }
    set.finish { times.append(Double($0.sample.deviceTime ?? 0) * 1e-6) }
    #expect(times.count > 1900)
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }
    let mean = steps.reduce(0, +) / Double(steps.count)
    let variance = steps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(steps.count)
    #expect(abs(mean - 5) < 0.01 && variance.squareRoot() < 0.2, "\(mean) \(variance)")
  }

  /// SR-23: a polled sensor answers after 15 to 20 ms, now and then after 100 to 200.
  @Test func `answers that come when they can keep their true steps, and long waits are gaps`() {
    var random = SplitMix64(seed: 23)
    var set = TextPorts.set(1)
    var stamps: [Int64] = [], time: Int64 = 1_000_000
    var read: [Int64] = []
    for number in 0..<600 {
      let isLong = number > 100 && number % 100 == 50
      time += Int64(isLong ? random.uniform(in: 100_000...200_000) : random.uniform(in: 15_000...20_000))
      stamps.append(time)
      let line = "\(time),0,9.81,0,0,0,\(Double.sin(Double(time) * 1e-6))\n"
      set.push(RawLogRecord(time: time * 1000 + 500_000, .received(Array(line.utf8)))) {
        read.append($0.sample.deviceTime ?? 0)
      }
    }
    set.finish { read.append($0.sample.deviceTime ?? 0) }
    #expect(read.count == stamps.count)
    let steps = zip(read, read.dropFirst()).map { $1 - $0 }
    let truth = zip(stamps, stamps.dropFirst()).map { ($1 - $0) * 1000 }
    #expect(zip(steps, truth).allSatisfy { abs($0 - $1) < 2000 })
    #expect(set.statistics.gaps == 5, "\(set.statistics.gapsByCause)")
  }
}
