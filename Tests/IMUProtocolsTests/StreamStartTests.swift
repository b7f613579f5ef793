import CAllocations
import Inertial
import Testing

@testable import IMUProtocols

/// The first bytes behind an opening, and what a sample costs afterwards.
@Suite struct StreamStartTests {
  private static let rows = (0..<60).map { "\(10_000 * $0),0,0,9.81,0.1,0,0.\($0)\n" }.joined()
  private static let heading = "t_us,ax,ay,az,gx,gy,gz\n"
  private static let description = #"#flexion {"units":{"acc":"m/s2","gyr":"rad/s"},"rate":100}"# + "\n"

  private func run(_ text: String, chunk: Int, opening: PortEvent = .opened(path: "p")) -> (
    stream: SensorStream, samples: Int
  ) {
    var configuration = TextLineConfiguration()
    configuration.acceleration = .metrePerSecondSquared
    configuration.angularRate = .radianPerSecond
    var stream = SensorStream(decoder: TextLineDecoder(configuration: configuration))
    var samples = 0
    stream.push(RawLogRecord(time: 0, .event(opening))) { _ in samples += 1 }
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: chunk) {
      let piece = Array(bytes[start..<min(bytes.count, start + chunk)])
      stream.push(RawLogRecord(time: Int64(start) * 400_000, .received(piece))) { _ in samples += 1 }
    }
    stream.finish { _ in samples += 1 }
    return (stream, samples)
  }

  @Test(arguments: [1, 7, 64, 5000]) func `a whole first line is kept and a part of one is not`(chunk: Int) {
    for first in [Self.heading, Self.description + Self.heading] {
      let (stream, samples) = run(first + Self.rows, chunk: chunk)
      #expect(samples == 60)
      #expect(stream.statistics.bytesBeforeStart == 0)
    }
    for part in ["ay,az,gx,gy,gz\n", "2,0,0,9.81,0,0,0\n", "s,ax,ay,az,gx,gy,gz\n"] {
      let (stream, samples) = run(part + Self.heading + Self.rows, chunk: chunk)
      #expect(samples == 60)
      #expect(stream.statistics.bytesBeforeStart == part.utf8.count)
    }
  }

  @Test func `bytes without a line end are counted as before the start`() {
    #expect(run("1,2,3,4", chunk: 3).stream.statistics.bytesBeforeStart == 7)
  }

  @Test func `detection hears a heading that comes first`() throws {
    let text = Self.description + Self.heading + Self.rows
    let match = try #require(ProtocolDetection(Array(text.utf8)).match)
    #expect(match.entry.name == SerialProtocol.text.name)
    #expect(match.content.isSuperset(of: [.rate, .force, .deviceTime]))
    #expect(match.frames == 60)
  }

  // MARK: Cost

  private func allocations(_ decoder: any SerialDecoder, _ bytes: [UInt8], chunk: Int) -> (
    count: Int, samples: Int
  ) {
    var stream = SensorStream(decoder: decoder)
    var samples = 0, count = 0
    bytes.withUnsafeBytes { all in
      var before = 0
      for start in stride(from: 0, to: all.count, by: chunk) {
        if start <= all.count / 3 { before = Int(heapAllocationsOfThisThread()) }
        let piece = UnsafeRawBufferPointer(rebasing: all[start..<min(all.count, start + chunk)])
        stream.push(piece, arrivalTime: Int64(start) * 100_000) { _ in samples += 1 }
      }
      count = Int(heapAllocationsOfThisThread()) - before
    }
    return (count, samples)
  }

  private func bytes(_ encoder: inout any SerialEncoder, rows: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for row in 0..<rows {
      let phase = Double(row) * 0.01
      let samples = encoder.sensors.indices.map { sensor in
        DecodedSample(
          sensor: sensor,
          sample: RawSample(
            deviceTime: Int64(row) * 10_000_000, arrivalTime: 0, gyroscope: Vector3(0, Double.sin(phase), 0),
            accelerometer: Vector3(0, 9.81, Double.cos(phase)),
            magnetometer: row % 4 == 0 ? Vector3(20, 0, 40) : nil),
          orientation: DeviceOrientation(Quaternion(axis: .unitX, angle: phase)))
      }
      encoder.append(samples, to: &bytes)
    }
    return bytes
  }

  @Test(arguments: ["ximu3_ascii", "ximu3_binary"], [96, 1000])
  func `a stream of messages allocates nothing`(name: String, chunk: Int) throws {
    let entry = try #require(SerialProtocol.named(name))
    var encoder = try #require(entry.makeEncoder(EncoderSettings(rate: 100)))
    let bytes = bytes(&encoder, rows: 3000)
    let (count, samples) = allocations(try entry.makeDecoder(""), bytes, chunk: chunk)
    #expect(samples > 2900)
    #expect(count <= 4)
  }

  @Test(arguments: [60, 700]) func `a stream of text lines allocates nothing`(chunk: Int) {
    let configuration = boardConfiguration()
    let line = TextLineEncoder(configuration: configuration)!
    var bytes: [UInt8] = []
    for row in 0..<3000 {
      for sensor in ["T", "S"] {
        let sample = RawSample(
          deviceTime: nil, arrivalTime: 0, gyroscope: Vector3(0, 0, Double.sin(Double(row) * 0.01)),
          accelerometer: Vector3(0, 9.81, 0))
        line.append(sample, sensor: sensor, time: Int64(row) * 10_000_000, to: &bytes)
      }
    }
    let (count, samples) = allocations(TextLineDecoder(configuration: configuration), bytes, chunk: chunk)
    #expect(samples == 6000)
    #expect(count <= 4)
  }
}
