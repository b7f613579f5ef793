/// How a text line proves itself: `*HH` or `*HHHH` at its end.
public enum TextLineChecksum: String, Hashable, Sendable, CaseIterable {
  case none
  /// Two hexadecimal digits: exclusive or of all bytes before the star (after the `$` if the line starts with one).
  case xor
  /// Four hexadecimal digits: CRC-16, polynomial 0x1021, start 0, over the same bytes.
  case crc16

  /// True when next to no damage passes. The 8-bit sum does not see two equal bytes that are lost.
  var isStrong: Bool { self == .crc16 }

  /// Digits behind the star.
  var digits: Int {
    switch self {
    case .none: 0
    case .xor: 2
    case .crc16: 4
    }
  }

  /// The sum over the bytes of a line that stand before its star.
  func sum(_ bytes: some Collection<UInt8>) -> UInt16 {
    let covered = bytes.first == UInt8(ascii: "$") ? bytes.dropFirst() : bytes[...]
    switch self {
    case .none: return 0
    case .xor: return UInt16(covered.reduce(0, ^))
    case .crc16: return covered.reduce(0, Self.crc)
    }
  }

  /// One byte more for the CRC of polynomial 0x1021, high bit first.
  @inline(__always)
  private static func crc(_ crc: UInt16, _ byte: UInt8) -> UInt16 {
    var x = UInt8(truncatingIfNeeded: crc >> 8) ^ byte
    x ^= x >> 4
    let wide = UInt16(x)
    return crc << 8 ^ wide << 12 ^ wide << 5 ^ wide
  }
}
