import IMUProtocols
import Inertial
import Testing

/// A framing as someone outside the package would add it: `7E length data.. sum`.
private struct ToyReader: FrameReader {
  static let longestFrame = 258
  var sensors: [DecodedSensor] { [DecodedSensor(name: "")] }
  var statistics = DecoderStatistics()
  var isChecked: Bool { true }
  /// Asks for this much at a header instead of judging it.
  var lie: Int?

  func judge(_ window: UnsafeRawBufferPointer, isAll: Bool) -> FrameVerdict {
    guard window[0] == 0x7E else { return .none }
    if let lie { return .needs(lie) }
    guard window.count >= 2 else { return .needs(2) }
    let length = Int(window[1]) + 3
    guard window.count >= length else { return .needs(length) }
    let sum = window[..<(length - 1)].reduce(0, &+)
    return sum == window[length - 1] ? .frame(length) : .bad(.checksum)
  }

  mutating func read(
    _ frame: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void
  ) {
    statistics.accept(bytes: frame.count, type: 0)
    statistics.samples += 1
    let raw = RawSample(
      deviceTime: Int64(frame[2]), arrivalTime: arrivalTime, gyroscope: .zero, accelerometer: .zero)
    emit(DecodedSample(sensor: 0, sample: raw))
  }

  static func frame(_ number: UInt8) -> [UInt8] {
    let bytes: [UInt8] = [0x7E, 4, number, 0x7E, 0x7E, 1]
    return bytes + [bytes.reduce(0, &+)]
  }
}

@Suite struct FrameScannerTests {
  private static let length = ToyReader.frame(0).count

  private func numbers(_ bytes: [UInt8], pieces: [Int] = [Int.max]) -> [Int64?] {
    var decoder = FramedDecoder(ToyReader())
    return decoder.samples(bytes, pieces: pieces).map(\.sample.deviceTime)
  }

  @Test func `a lost byte costs only the frame that it was in`() {
    let clean = (0..<6).flatMap { ToyReader.frame($0) }
    for place in 0..<Self.length {
      var bytes = clean
      bytes.remove(at: 2 * Self.length + place)
      for pieces in [[Int.max], [1], [3, 5]] { #expect(numbers(bytes, pieces: pieces) == [0, 1, 3, 4, 5]) }
    }
  }

  @Test func `every byte lies in a frame or is skipped`() {
    var decoder = FramedDecoder(ToyReader())
    let noise: [UInt8] = [1, 2, 0x7E, 200, 3]
    _ = decoder.samples(noise + ToyReader.frame(1) + noise + ToyReader.frame(2) + ToyReader.frame(3) + noise)
    #expect(decoder.statistics.bytesInFrames == 3 * Self.length)
    #expect(decoder.statistics.bytesInFrames + decoder.statistics.bytesSkipped == decoder.statistics.bytes)
    #expect(decoder.statistics.adjacentFrames == 1)
  }

  @Test func `a length that lies holds good frames back for the patience only`() {
    var decoder = FramedDecoder(ToyReader())
    var arrivals: [Int64] = []
    let bytes: [UInt8] = [0x7E, 250]
    decoder.push(bytes, arrivalTime: 0) { _ in }
    for row in 1...30 as ClosedRange<Int64> {
      decoder.push(ToyReader.frame(UInt8(row)), arrivalTime: row * 10_000_000) {
        arrivals.append($0.sample.deviceTime!)
        #expect($0.sample.arrivalTime == $0.sample.deviceTime! * 10_000_000)
      }
      // 250 bytes are there after 36 frames; the patience ends after 10.
      if row == 12 { #expect(arrivals == Array(1...12)) }
    }
    #expect(arrivals == Array(1...30))
  }

  @Test(arguments: [0, 1, 100_000, .max]) func `a reader that asks for nonsense cannot hang the scan`(
    lie: Int
  ) {
    var reader = ToyReader()
    reader.lie = lie
    var decoder = FramedDecoder(reader)
    let bytes = (0..<200).flatMap { ToyReader.frame($0) }
    #expect(decoder.samples(bytes, pieces: [7, 1000]).isEmpty)
    #expect(decoder.statistics.bytesSkipped == bytes.count)
  }

  @Test func `a frame arrived with its first byte, however it was cut`() {
    var decoder = FramedDecoder(ToyReader())
    var arrivals: [Int64] = []
    let bytes = (0..<9).flatMap { ToyReader.frame($0) }
    for (time, byte) in bytes.enumerated() {
      decoder.push([byte], arrivalTime: Int64(time)) { arrivals.append($0.sample.arrivalTime) }
    }
    #expect(arrivals == (0..<9).map { Int64($0 * Self.length) })
  }
}
