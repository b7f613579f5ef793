import Foundation
import IMUProtocols
import Synchronization
import Testing

@testable import SerialPorts

/// SR-01, SR-07: fast sensors arrive at once, and bursts whole.
@Suite(.serialized) struct SampleAgeTests {
  /// Four frames of eleven bytes a sample: time in the field frame, so that the reader knows when it was sent.
  private static func sample(_ number: Int) -> [UInt8] {
    WitMotionEmulator.frame(0x51, [0, 0, 2048, 2500]) + WitMotionEmulator.frame(0x52, [0, 0, 0, 0])
      + WitMotionEmulator.frame(0x53, [0, 0, 0, 0])
      + WitMotionEmulator.frame(0x54, [Int16(number % 32_000), 0, 0, 0])
  }

  /// Wire time of a sample [ns] and the step of the emulated device [ns], which are not the reader's.
  private static let wire: Int64 = 44 * 10 * 1_000_000_000 / 921_600
  private static let step: Int64 = 4_000_000

  @Test func `samples of 44 bytes at 1 kHz are at most 20 ms old in 99 of 100 cases`() throws {
    let seconds = QuietMachine.isPromised ? 60.0 : 3.0
    let start = HostClock.monotonic()
    // when each sample was written, by its number: on a busy computer the emulated device is late too
    let written = Mutex<[Int64]>([])
    // how long the computer lets a thread wait that sleeps 2 ms: the reading takes two such waits more
    let waits = Mutex<[Int64]>([start])
    let device = try EmulatedDevice { _, _, _ in
      let now = HostClock.monotonic()
      let due = Int((now - start) / 1_000_000)
      waits.withLock { $0.append(now) }
      return written.withLock { written in
        let fresh = written.count..<max(written.count, due + 1)
        written += fresh.map { max(start + Int64($0) * 1_000_000, now - 2 * Self.step) }
        return fresh.flatMap { Self.sample($0) }
      }
    }
    var reader = try PortReader(path: device.path, settings: LineSettings(baud: 921_600))
    var stream = SensorStream(decoder: try SerialProtocol.named("witmotion")!.makeDecoder(""))
    var ages: [Int64] = []
    let end = start + Int64(seconds * 1e9)
    var lap = 0, last = 0
    while HostClock.monotonic() < end {
      guard let record = try reader.next(timeout: 20) else { continue }
      stream.push(record) { decoded in
        let number = Int((decoded.sample.magnetometer?.x ?? 0).rounded())
        if number < last - 16_000 { lap += 1 }
        last = number
        ages.append(HostClock.monotonic() - written.withLock { $0[number + 32_000 * lap] })
      }
    }
    device.pull()
    ages.sort()
    let times = waits.withLock { $0 }
    let overruns = zip(times, times.dropFirst()).map { max(0, $1 - $0 - Self.step) }.sorted()
    let busy = overruns[overruns.count * 99 / 100]
    let p99 = ages[ages.count * 99 / 100], largest = ages[ages.count - 1]
    let figures = [p99, ages[ages.count / 2], largest, busy].map { Double($0) * 1e-6 }
    print(
      "1 kHz x 44 bytes, \(seconds) s, \(ages.count) samples: age p99, median, largest [ms], and how much too long"
    )
    print("a thread sleeps: \(figures); load \(QuietMachine.load)")
    #expect(Double(ages.count) > 950 * seconds)
    let beside = Self.wire + Self.step
    #expect(p99 < 20_000_000 + beside + (QuietMachine.isPromised ? 0 : 3 * busy), "load \(QuietMachine.load)")
    if QuietMachine.isPromised { #expect(largest < 50_000_000 + beside, "load \(QuietMachine.load)") }
    #expect(stream.rejectedByReason.isEmpty)
  }

  @Test func `a burst of 64 samples in one read, and a backlog of 100 kB, lose nothing`() throws {
    let burst = (0..<64).flatMap { Self.sample($0) }
    let count = Mutex(0)
    let device = try EmulatedDevice { _, time, _ in
      guard time > 0.1 else { return [] }
      return count.withLock { count in
        count += 1
        return count <= 36 ? burst : []
      }
    }
    var reader = try PortReader(path: device.path, settings: LineSettings(baud: 921_600))
    // nobody takes the records for a while
    usleep(500_000)
    var stream = SensorStream(decoder: try SerialProtocol.named("witmotion")!.makeDecoder(""))
    for record in try take(&reader, limit: 0.5, until: { _ in false }) { stream.push(record) { _ in } }
    stream.finish { _ in }
    #expect(stream.statistics.bytes == 36 * burst.count)
    #expect(stream.statistics.samples == 36 * 64)
    #expect(stream.rejectedByReason.isEmpty)
    device.pull()
  }
}
