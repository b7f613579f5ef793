import Inertial

@testable import IMUProtocols

/// What a device of a registered protocol would send for seeded motion.
struct ProtocolStream {
  let encoded: SerialProtocol
  let sensors: Int
  /// What the device says about itself before its rows.
  private(set) var description: [UInt8] = []
  let content: SampleContent
  /// The bytes of each row.
  private(set) var rows: [[UInt8]] = []

  var bytes: [UInt8] { description + rows.flatMap { $0 } }

  /// nil where the protocol has no device with so many sensors.
  init?(_ encoded: SerialProtocol, sensors: Int = 1, rows count: Int, seed: UInt64 = 1) {
    self.encoded = encoded
    self.sensors = sensors
    let names = sensors == 1 ? [""] : ["T", "S"]
    let settings = EncoderSettings(sensors: names.map { DecodedSensor(name: $0) }, rate: 100)
    guard var encoder = encoded.makeEncoder(settings) else { return nil }
    content = encoder.content
    encoder.appendDescription(to: &description)
    var random = SplitMix64(seed: seed)
    for number in 0..<count {
      var row: [UInt8] = []
      encoder.append((0..<sensors).map { Self.sample(number, sensor: $0, &random) }, to: &row)
      rows.append(row)
    }
  }

  /// 100 Hz of smooth motion with noise, well inside every range.
  private static func sample(_ number: Int, sensor: Int, _ random: inout SplitMix64) -> DecodedSample {
    let time = Double(number) / 100, swing = Double.sin(6 * time + Double(sensor))
    let turn = Vector3(swing, 0.3 * swing, -0.5 * swing)
    let raw = RawSample(
      deviceTime: Int64(number) * 10_000_000, arrivalTime: Int64(number) * 10_000_000,
      gyroscope: turn + random.normalVector() * 0.01,
      accelerometer: Vector3(swing, 0.2, 9.7) + random.normalVector() * 0.05,
      magnetometer: Vector3(20, -5, 40) + random.normalVector() * 0.3)
    let orientation = DeviceOrientation(roll: 0.5 * swing, pitch: -0.3 * swing, yaw: 0.2 + 0.1 * swing)
    return DecodedSample(
      sensor: sensor, sample: raw, orientation: orientation, counter: UInt32(number % 65536))
  }

  /// The samples that a row must give: those with the rate, or with the orientation where the device sends no rate.
  func main(_ samples: [DecodedSample]) -> [DecodedSample] {
    let hasRate = content.contains(.rate)
    return samples.filter { hasRate ? $0.sample.gyroscope.isFinite : $0.orientation != nil }
  }

  func decoder() throws -> any SerialDecoder { try encoded.makeDecoder("") }

  /// A decoder that has read the description.
  func settledDecoder() throws -> any SerialDecoder {
    var decoder = try decoder()
    decoder.push(description, arrivalTime: 0) { _ in }
    _ = decoder.takeEvents()
    return decoder
  }

  /// Every protocol of the registry with one and with two sensors.
  static func all(rows: Int, seed: UInt64 = 1) -> [ProtocolStream] {
    SerialProtocol.all.flatMap { encoded in
      [1, 2].compactMap { ProtocolStream(encoded, sensors: $0, rows: rows, seed: seed) }
    }
  }

  var name: String { encoded.name + (sensors > 1 ? ", two sensors" : "") }
}
