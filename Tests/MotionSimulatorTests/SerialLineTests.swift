import IMUProtocols
import Inertial
import Testing

@testable import MotionSimulator

@Suite struct SerialLineTests {
  /// What the host gets of 100 rows of 50 bytes at 100 Hz.
  private static func run(_ faults: String, baud: Int? = nil) throws -> (line: SerialLine, sent: [UInt8]) {
    var line = SerialLine(baud: baud, faults: try DeviceFaults(faults), random: SplitMix64(seed: 1))
    var sent: [UInt8] = []
    for row in 0..<100 {
      let bytes = (0..<50).map { UInt8(truncatingIfNeeded: row &* 50 + $0) }
      if line.send(bytes, at: Double(row) / 100) != nil { sent += bytes }
    }
    line.tick(until: 2)
    return (line, sent)
  }

  private static func bytes(_ line: SerialLine) -> [UInt8] { line.deliveries.flatMap(\.bytes) }

  @Test func `USB hands over each row at once and whole`() throws {
    let (line, sent) = try Self.run("")
    #expect(line.deliveries.count == 100)
    #expect(Self.bytes(line) == sent)
  }

  @Test(arguments: ["pieces", "batch:16ms", "batch:1ms", "batch:16ms,pieces"])
  func `cutting and batching lose no byte and keep the order`(faults: String) throws {
    let (line, sent) = try Self.run(faults, baud: 115_200)
    #expect(Self.bytes(line) == sent)
    for (before, after) in zip(line.deliveries, line.deliveries.dropFirst()) {
      #expect(before.time <= after.time)
    }
  }

  @Test func `pieces have 1 to 7 bytes`() throws {
    let sizes = Set(try Self.run("pieces").line.deliveries.map(\.bytes.count))
    #expect(sizes == Set(1...7))
  }

  @Test func `batches by time come on a grid, batches by size are full`() throws {
    let timed = try Self.run("batch:16ms", baud: 115_200).line.deliveries
    for (before, after) in zip(timed, timed.dropFirst()) {
      let ticks = (after.time - before.time) / 0.016
      #expect(abs(ticks - ticks.rounded()) < 1e-9)
    }
    let sized = try Self.run("batch:32B").line.deliveries
    #expect(sized.allSatisfy { $0.bytes.count == 32 })
    #expect(sized.count == 100 * 50 / 32)
  }

  @Test func `a batch holds what left the wire before its tick and nothing later`() throws {
    var line = SerialLine(baud: 9600, faults: try DeviceFaults("batch:16ms"), random: SplitMix64(seed: 3))
    _ = line.send([UInt8](repeating: 7, count: 40), at: 0)
    line.tick(until: 1)
    let byteTime = 10.0 / 9600
    var handed = 0
    for delivery in line.deliveries {
      handed += delivery.bytes.count
      #expect(Double(handed) * byteTime <= delivery.time + 1e-9)
      #expect(Double(handed + 1) * byteTime > delivery.time - 0.016)
    }
    #expect(handed == 40)
  }

  @Test func `a wire that is too slow drops whole rows and carries what it can`() throws {
    // 50 bytes 100 times a second need 50 kbaud; the buffer adds 512 bytes.
    let (line, sent) = try Self.run("", baud: 9600)
    #expect(line.rowsDropped > 60)
    #expect(sent.count % 50 == 0)
    #expect(Self.bytes(line) == sent)
    let last = try #require(line.deliveries.last)
    #expect(abs(last.time - Double(sent.count) * 10 / 9600) < 1e-9)
  }

  @Test func `lost and flipped bytes are told`() throws {
    let faults = try DeviceFaults("byte-loss:0.01,bit-flips:0.01,row-flips:0.1")
    var line = SerialLine(baud: nil, faults: faults, random: SplitMix64(seed: 5))
    var lost = 0, changed = 0
    for _ in 0..<2000 {
      let bytes = [UInt8](repeating: 0xA5, count: 50)
      let damaged = line.send(bytes, at: 0) ?? []
      let arrived = line.deliveries.removeLast().bytes
      lost += bytes.count - arrived.count
      changed += arrived.count { $0 != 0xA5 }
      #expect(damaged.count == bytes.count - arrived.count + arrived.count { $0 != 0xA5 })
    }
    #expect(900...1100 ~= lost)
    // 1000 by byte and 200 by row.
    #expect(1050...1350 ~= changed)
  }
}
