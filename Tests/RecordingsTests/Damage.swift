import Inertial

/// Seeded faults for the bytes of a file: cuts, wrong bits, wrong stretches, lost and doubled stretches.
struct Damage {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func applied(to whole: [UInt8]) -> [UInt8] {
    var bytes = whole
    switch random.next() % 5 {
    case 0: bytes.removeLast(1 + below(bytes.count - 1))
    case 1: for _ in 0...below(8) { bytes[below(bytes.count)] ^= 1 << UInt8(below(8)) }
    case 2: for place in stretch(of: bytes) { bytes[place] = UInt8(truncatingIfNeeded: random.next()) }
    case 3: bytes.removeSubrange(stretch(of: bytes))
    default:
      let part = Array(bytes[stretch(of: bytes)])
      bytes.insert(contentsOf: part, at: below(bytes.count))
    }
    return bytes
  }

  mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(max(1, limit))) }

  private mutating func stretch(of bytes: [UInt8]) -> Range<Int> {
    let start = below(bytes.count)
    return start..<min(bytes.count, start + 1 + below(64))
  }
}
