/// CRC-32 of ISO 3309 (reflected 0x04C11DB7, start and end inverted), four bytes at a time.
enum CRC32 {
  /// Four tables of 256: the sum of a byte followed by 0, 1, 2 or 3 zero bytes.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = []
    for index in 0..<UInt32(256) {
      var sum = index
      for _ in 0..<8 { sum = (sum >> 1) ^ (sum & 1 == 1 ? 0xEDB8_8320 : 0) }
      tables.append(sum)
    }
    for index in 256..<1024 {
      let before = tables[index - 256]
      tables.append(tables[Int(before & 0xFF)] ^ before >> 8)
    }
    return tables
  }()

  static func sum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      bytes.withUnsafeBytes { sum($0, tables) }
    }
  }

  private static func sum(_ bytes: UnsafeRawBufferPointer, _ tables: UnsafeBufferPointer<UInt32>) -> UInt32 {
    var sum = ~UInt32(0)
    var i = 0
    while i + 4 <= bytes.count {
      sum ^= UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: i, as: UInt32.self))
      let near = tables[768 + Int(sum & 0xFF)] ^ tables[512 + Int(sum >> 8 & 0xFF)]
      sum = near ^ tables[256 + Int(sum >> 16 & 0xFF)] ^ tables[Int(sum >> 24)]
      i += 4
    }
    while i < bytes.count {
      sum = tables[Int((sum ^ UInt32(bytes[i])) & 0xFF)] ^ sum >> 8
      i += 1
    }
    return ~sum
  }
}
