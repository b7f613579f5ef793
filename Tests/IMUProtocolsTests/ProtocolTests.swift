import CAllocations
import Inertial
import Testing

@testable import IMUProtocols

/// What holds for every protocol of the registry that can also play its device.
@Suite struct ProtocolTests {
  @Test func `every protocol has a name of its own and makes its decoder`() throws {
    #expect(Set(SerialProtocol.all.map(\.name)).count == SerialProtocol.all.count)
    for entry in SerialProtocol.all {
      #expect(try entry.makeDecoder("").statistics == DecoderStatistics())
      #expect(entry.leastCoverage >= 0.5)
    }
  }

  @Test func `a row of a device comes back as one sample of each sensor`() throws {
    for stream in ProtocolStream.all(rows: 40) {
      var decoder = try stream.settledDecoder()
      let all = decoder.samples(stream.rows.flatMap { $0 })
      let samples = stream.main(all)
      // Where the next frame confirms a frame, the last one is not confirmed.
      #expect([0, 1].contains(40 * stream.sensors - samples.count), "\(stream.name)")
      #expect(decoder.sensors.count == stream.sensors, "\(stream.name)")
      #expect(decoder.statistics.samples == all.count, "\(stream.name)")
      #expect(decoder.statistics.rejected <= 1, "\(stream.name)")
    }
  }

  @Test func `sixty-four rows in one read and a hundred kilobytes of backlog lose nothing`() throws {
    for stream in ProtocolStream.all(rows: 64) {
      var decoder = try stream.settledDecoder()
      let samples = stream.main(decoder.samples(stream.rows.flatMap { $0 }))
      #expect(64 * stream.sensors - samples.count <= 1, "\(stream.name)")
    }
    for stream in ProtocolStream.all(rows: 8000) {
      let rows = stream.rows.prefix(100_000 / stream.rows[0].count + 1)
      var decoder = try stream.settledDecoder()
      let samples = stream.main(decoder.samples(rows.flatMap { $0 }))
      #expect(rows.count * stream.sensors - samples.count <= 1, "\(stream.name)")
    }
  }

  @Test(.enabled(if: heapAllocationsOfThisThread() >= 0, "allocations cannot be counted under a sanitizer"))
  func `no decoder allocates for a frame`() throws {
    for stream in ProtocolStream.all(rows: 2000) {
      var decoder = try stream.settledDecoder()
      let chunks = stride(from: 0, to: 2000, by: 20).map { first in
        stream.rows[first..<first + 20].flatMap { $0 }
      }
      var samples = 0
      for chunk in 0..<10 { decoder.push(chunks[chunk], arrivalTime: 0) { _ in samples += 1 } }
      samples = 0
      let before = heapAllocationsOfThisThread()
      for chunk in 10..<100 {
        chunks[chunk].withUnsafeBytes { decoder.push($0, arrivalTime: Int64(chunk)) { _ in samples += 1 } }
      }
      let allocations = heapAllocationsOfThisThread() - before
      #expect(samples >= 1799 * stream.sensors, "\(stream.name)")
      #expect(allocations == 0, "\(stream.name): \(allocations) allocations for \(samples) samples")
    }
  }
}
