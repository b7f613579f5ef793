import Inertial

@testable import IMUProtocols

/// Damages what devices send in every way that a line, a cable or a liar can, and holds the decoder to what must be true
/// of any bytes.
struct DecoderFuzz {
  let stream: ProtocolStream
  /// Streams of other protocols, for joins.
  let others: [[UInt8]]
  private(set) var bytesFed = 0
  private(set) var samples = 0

  init(_ stream: ProtocolStream, others: [[UInt8]]) {
    self.stream = stream
    self.others = others
  }

  /// What was wrong with the round of this seed; empty for nothing.
  mutating func faults(seed: UInt64) throws -> [String] {
    var random = SplitMix64(seed: seed)
    let bytes = damagedStream(&random)
    bytesFed += bytes.count
    let whole = try run(bytes, sizes: [Int.max], &random)
    let sizes = (0..<40).map { _ in Self.size(&random) }
    let pieces = try run(bytes, sizes: sizes, &random)
    samples += whole.samples.count
    var faults = whole.faults(bytes: bytes.count)
    faults += whole.differences(pieces).map { "split, \($0)" }
    let wild = try run(bytes, sizes: sizes, isWild: true, &random)
    faults += wild.faults(bytes: bytes.count)
    return faults
  }

  private static func size(_ random: inout SplitMix64) -> Int {
    let largest = [1, 7, 64, 700, 5000][Int.random(in: 0..<5, using: &random)]
    return Int.random(in: 1...largest, using: &random)
  }

  // MARK: Running

  /// What one feeding left behind.
  private struct Run {
    var samples: [DecodedSample] = []
    var events: [DecoderEvent] = []
    var statistics: DecoderStatistics
    var sensors: Int

    func differences(_ other: Run) -> [String] {
      var found: [String] = []
      let isSame =
        samples.count == other.samples.count && zip(samples, other.samples).allSatisfy { Self.isSame($0, $1) }
      if !isSame { found.append("other samples: \(samples.count) and \(other.samples.count)") }
      if events != other.events { found.append("\(events) is not \(other.events)") }
      if statistics != other.statistics { found.append("\(statistics) is not \(other.statistics)") }
      if sensors != other.sensors { found.append("\(sensors) and \(other.sensors) sensors") }
      return found
    }

    /// nan is equal to nan here.
    private static func isSame(_ a: DecodedSample, _ b: DecodedSample) -> Bool {
      if a == b { return true }
      var a = a, b = b
      let isSame =
        isSame(a.sample.gyroscope, b.sample.gyroscope)
        && isSame(a.sample.accelerometer, b.sample.accelerometer)
        && isSame(a.sample.magnetometer ?? .zero, b.sample.magnetometer ?? .zero)
      (a.sample.gyroscope, a.sample.accelerometer, a.sample.magnetometer) = (.zero, .zero, nil)
      (b.sample.gyroscope, b.sample.accelerometer, b.sample.magnetometer) = (.zero, .zero, nil)
      return isSame && a == b
    }

    private static func isSame(_ a: Vector3, _ b: Vector3) -> Bool {
      a == b || (a.x.isNaN && b.x.isNaN && a.y.isNaN && b.y.isNaN && a.z.isNaN && b.z.isNaN)
    }

    func faults(bytes: Int) -> [String] {
      var faults: [String] = []
      if statistics.bytes != bytes { faults.append("\(statistics.bytes) of \(bytes) bytes counted") }
      let accounted = statistics.bytesInFrames + statistics.bytesSkipped
      if accounted > bytes { faults.append("\(accounted) of \(bytes) bytes accounted for") }
      if statistics.samples != samples.count { faults.append("\(statistics.samples) samples counted") }
      if sensors > 256 { faults.append("\(sensors) sensors") }
      if events.count > 256 { faults.append("\(events.count) events wait") }
      if let bad = samples.first(where: { !Self.isSound($0, sensors) }) { faults.append("not sound: \(bad)") }
      return faults
    }

    /// Every quantity is finite or missing whole.
    private static func isSound(_ sample: DecodedSample, _ sensors: Int) -> Bool {
      let raw = sample.sample
      let vectors = [
        raw.gyroscope, raw.accelerometer, raw.magnetometer ?? .zero, sample.orientation?.angles ?? .zero,
      ]
      for v in vectors where !v.isFinite && !(v.x.isNaN && v.y.isNaN && v.z.isNaN) { return false }
      if let q = sample.orientation?.quaternion, !(q.w + q.x + q.y + q.z).isFinite { return false }
      return 0..<sensors ~= sample.sensor
    }
  }

  /// `isWild`: arrival times that no clock makes.
  private func run(
    _ bytes: [UInt8], sizes: [Int], isWild: Bool = false, _ random: inout SplitMix64
  ) throws -> Run {
    var decoder = try stream.settledDecoder()
    let before = decoder.statistics
    var run = Run(statistics: before, sensors: 0)
    var start = 0, turn = 0
    while start < bytes.count {
      let end = start + min(sizes[turn % sizes.count], bytes.count - start)
      let time = isWild ? Int64.random(in: .min ... .max, using: &random) : 0
      bytes[start..<end].withUnsafeBytes { decoder.push($0, arrivalTime: time) { run.samples.append($0) } }
      (start, turn) = (end, turn + 1)
    }
    decoder.finish { run.samples.append($0) }
    run.events = decoder.takeEvents()
    run.statistics = decoder.statistics
    run.statistics.bytes -= before.bytes
    run.sensors = decoder.sensors.count
    return run
  }

  // MARK: Damage

  private func damagedStream(_ random: inout SplitMix64) -> [UInt8] {
    let first = Int.random(in: 0..<stream.rows.count, using: &random)
    let last = min(stream.rows.count, first + Int.random(in: 1...30, using: &random))
    var bytes = stream.rows[first..<last].flatMap { $0 }
    for _ in 0..<Int.random(in: 0...12, using: &random) { damage(&bytes, &random) }
    return bytes
  }

  private func damage(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard !bytes.isEmpty else { return bytes = [UInt8(truncatingIfNeeded: random.next())] }
    let place = Int.random(in: bytes.indices, using: &random)
    let length = min(Self.size(&random) % 60 + 1, bytes.count - place)
    switch Int.random(in: 0...8, using: &random) {
    case 0: bytes[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
    case 1: bytes.remove(at: place)
    case 2: bytes.removeSubrange(place..<place + length)
    case 3:
      bytes.insert(contentsOf: (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }, at: place)
    case 4: bytes.insert(contentsOf: Array(bytes[place..<place + length]), at: place)
    case 5: bytes[place] = Self.liar(&random)
    case 6: lie(near: place, &bytes, &random)
    case 7: join(at: place, &bytes, &random)
    default: bytes.removeFirst(place)
    }
  }

  /// Bytes that mean something in some framing: headers, ends, escapes, lengths.
  private static func liar(_ random: inout SplitMix64) -> UInt8 {
    let marks: [UInt8] = [
      0x00, 0x0A, 0x0D, 0x24, 0x2A, 0x2C, 0x2D, 0x2E, 0x50, 0x51, 0x55, 0x5E, 0x5F, 0x61, 0x65, 0x71, 0x75,
      0x7F,
      0x80, 0xAA, 0xC0, 0xC9, 0xDB, 0xDC, 0xDD, 0xFA, 0xFE, 0xFF,
    ]
    return marks[Int.random(in: marks.indices, using: &random)]
  }

  /// Several numbers in a row become mighty or tiny: lengths, exponents, counters.
  private func lie(near place: Int, _ bytes: inout [UInt8], _ random: inout SplitMix64) {
    let value: UInt8 = [0x00, 0x01, 0x7F, 0x80, 0xFF][Int.random(in: 0..<5, using: &random)]
    for i in place..<min(bytes.count, place + Int.random(in: 1...8, using: &random)) { bytes[i] = value }
  }

  /// A piece of another device's stream.
  private func join(at place: Int, _ bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard let other = others.randomElement(using: &random), !other.isEmpty else { return }
    let start = Int.random(in: other.indices, using: &random)
    bytes.insert(contentsOf: other[start..<min(other.count, start + Self.size(&random) % 400 + 1)], at: place)
  }
}
