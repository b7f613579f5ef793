import IMUProtocols
import Inertial

/// How fast a decoder takes what a device of its protocol sends: bytes made once, decoded again and again.
struct DecoderBench {
  let name: String
  /// New but for the description of the device.
  private let decoder: any SerialDecoder
  private let rows: [UInt8]
  private let rowCount: Int

  /// Bytes decoded by one `run`.
  var bytes: Int { rows.count }

  /// Every protocol that can play its device.
  static var all: [DecoderBench] { SerialProtocol.all.compactMap(DecoderBench.init) }

  private static let least = 100_000
  /// As a port hands them over [bytes].
  private static let chunk = 4096

  private init?(_ entry: SerialProtocol) {
    guard var encoder = entry.makeEncoder(EncoderSettings()), var decoder = try? entry.makeDecoder("") else {
      return nil
    }
    name = entry.name
    var description: [UInt8] = [], rows: [UInt8] = [], count = 0
    encoder.appendDescription(to: &description)
    var random = SplitMix64(seed: 1)
    while rows.count < Self.least {
      let before = rows.count
      encoder.append([Self.sample(count, &random)], to: &rows)
      guard rows.count > before else { return nil }
      count += 1
    }
    decoder.push(description, arrivalTime: 0) { _ in }
    (self.decoder, self.rows, rowCount) = (decoder, rows, count)
  }

  /// Motion at 100 Hz, inside every range.
  private static func sample(_ number: Int, _ random: inout SplitMix64) -> DecodedSample {
    let swing = Double.sin(0.06 * Double(number)), time = Int64(number) * 10_000_000
    let raw = RawSample(
      deviceTime: time, arrivalTime: time,
      gyroscope: Vector3(swing, 0.3 * swing, -swing) + random.normalVector() * 0.01,
      accelerometer: Vector3(swing, 0.2, 9.7) + random.normalVector() * 0.05,
      magnetometer: Vector3(20, -5, 40) + random.normalVector() * 0.3)
    let orientation = DeviceOrientation(roll: 0.5 * swing, pitch: -0.3 * swing, yaw: 0.2)
    return DecodedSample(
      sensor: 0, sample: raw, orientation: orientation, counter: UInt32(number % 65536))
  }

  /// Samples of one pass of a new decoder over all bytes.
  func run() -> Int {
    var decoder = decoder
    var samples = 0
    rows.withUnsafeBytes { bytes in
      for start in stride(from: 0, to: bytes.count, by: Self.chunk) {
        let part = bytes[start..<min(start + Self.chunk, bytes.count)]
        decoder.push(UnsafeRawBufferPointer(rebasing: part), arrivalTime: 0) { _ in samples += 1 }
      }
    }
    decoder.finish { _ in samples += 1 }
    return samples
  }

  /// A benchmark checks its answer: at most the last row, which nothing confirms, may be without a sample.
  func isWhole(_ samples: Int) -> Bool { samples >= rowCount - 1 }
}
