import IMUProtocols
import Inertial

/// A board with two sensors on one port, as most tests speak it.
func boardConfiguration(_ checksum: TextLineChecksum = .none) -> TextLineConfiguration {
  var configuration = TextLineConfiguration()
  configuration.columns = ["t_us", "id", "ax", "ay", "az", "gx", "gy", "gz"]
  configuration.acceleration = .metrePerSecondSquared
  configuration.angularRate = .radianPerSecond
  configuration.checksum = checksum
  configuration.nominalRate = 100
  configuration.sensors = [.init(name: "T", segment: .thigh), .init(name: "S", segment: .shank)]
  return configuration
}

/// Seeded rows of thigh and shank at 100 Hz, and their bytes.
func boardRows(
  _ count: Int, checksum: TextLineChecksum = .none, seed: UInt64 = 7, start: Int64 = 1_000_000
) -> (bytes: [UInt8], lines: [[UInt8]]) {
  let encoder = TextLineEncoder(configuration: boardConfiguration(checksum))!
  var random = SplitMix64(seed: seed)
  var lines: [[UInt8]] = []
  for row in 0..<count {
    let time = (start + Int64(row / 2) * 10_000 + (row % 2 == 0 ? 0 : 2000)) * 1000
    let sample = RawSample(
      deviceTime: time, arrivalTime: 0, gyroscope: random.normalVector(),
      accelerometer: random.normalVector() * 3)
    var line: [UInt8] = []
    encoder.append(sample, sensor: row % 2 == 0 ? "T" : "S", time: time, to: &line)
    lines.append(line)
  }
  return (lines.flatMap { $0 }, lines)
}

extension SerialDecoder {
  /// All samples of `bytes`, fed in pieces of the given sizes in turn.
  mutating func samples(_ bytes: [UInt8], pieces: [Int] = [Int.max], finish: Bool = true) -> [DecodedSample] {
    var samples: [DecodedSample] = []
    var start = 0, turn = 0
    while start < bytes.count {
      let length = min(pieces[turn % pieces.count], bytes.count - start)
      push(Array(bytes[start..<start + length]), arrivalTime: 0) { samples.append($0) }
      start += length
      turn += 1
    }
    if finish { self.finish { samples.append($0) } }
    return samples
  }
}
