import IMUProtocols
import Inertial
import TestSketchBoard
import Testing

/// The sketch that people flash, run as it stands on a board that the test plays. One at a time: a sketch has one board, and
/// the played one is global.
@Suite(.serialized) struct ArduinoSketchTests {
  private func run(start: UInt32, seconds: UInt32, missing: Int32 = 0) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    let count = flexion_sketch_run(
      start, seconds * 1_000_000, missing,
      { shank, micros, counts in
        // Full scale both ways and numbers that depend on the time.
        counts![0] = .min
        counts![1] = .max
        counts![2] = 4096
        counts![3] = shank == 0 ? 164 : -164
        counts![4] = Int16(truncatingIfNeeded: micros / 10_000)
        counts![5] = 0
      }, &bytes, Int32(bytes.count))
    return Array(bytes.prefix(Int(count)))
  }

  private func decode(_ bytes: [UInt8]) -> (samples: [DecodedSample], decoder: TextLineDecoder) {
    var decoder = TextLineDecoder()
    var samples: [DecodedSample] = []
    decoder.push(bytes, arrivalTime: 0) { samples.append($0) }
    decoder.finish { samples.append($0) }
    return (samples, decoder)
  }

  @Test func `its lines need no configuration and give both sensors in SI`() throws {
    let (samples, decoder) = decode(run(start: 5_000_000, seconds: 3))
    #expect(decoder.statistics.rejected == 0)
    #expect(samples.count == 600)
    #expect(decoder.sensors.map(\.segment) == [.thigh, .shank])
    #expect(decoder.nominalRate == 100)
    let first = try #require(samples.first).sample
    #expect(abs(first.accelerometer.x + 8 * .standardGravity) < 1e-9)
    #expect(abs(first.accelerometer.z - .standardGravity) < 1e-9)
    #expect(abs(first.gyroscope.x - 10 * .pi / 180) < 1e-9)
    #expect(abs(samples[1].sample.gyroscope.x + 10 * .pi / 180) < 1e-9)
  }

  @Test func `its clock wraps and its time goes on`() {
    let (samples, _) = decode(run(start: .max - 1_000_000, seconds: 3))
    let times = samples.compactMap(\.sample.deviceTime)
    #expect(times.count == 600)
    let steps = Set(zip(times, times.dropFirst(2)).map { $1 - $0 })
    #expect(steps == [10_000_000])
  }

  @Test func `its longest second fits the wire at 115200 baud`() {
    #expect(run(start: .max - 500, seconds: 4).count * 10 < 115_200 * 4)
  }

  @Test func `a chip that does not answer is named`() {
    let text = String(decoding: run(start: 0, seconds: 2, missing: 2), as: UTF8.self)
    #expect(text.contains("no sensor at 0x69 (shank)"))
    #expect(!text.contains("0x68"))
    #expect(decode(Array(text.utf8)).samples.isEmpty)
  }
}
