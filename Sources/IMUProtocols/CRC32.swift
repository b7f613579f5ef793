/// CRC-32 of ISO 3309 (reflected 0x04C11DB7, start and end inverted).
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
  }

  static func sum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }
}
