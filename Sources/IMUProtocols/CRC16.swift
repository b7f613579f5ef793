/// The 16-bit cyclic sums of the binary protocols, by table.
struct CRC16: Sendable {
  let start: UInt16
  /// Low bit first.
  let isReflected: Bool
  private let table: [UInt16]

  /// VectorNav and text lines: polynomial 0x1021, start 0.
  static let xmodem = CRC16(polynomial: 0x1021, start: 0, isReflected: false)
  /// OpenIMU: polynomial 0x1021, start 0x1D0F.
  static let augmented = CRC16(polynomial: 0x1021, start: 0x1D0F, isReflected: false)
  /// Modbus: polynomial 0x8005 low bit first, start 0xFFFF.
  static let modbus = CRC16(polynomial: 0xA001, start: 0xFFFF, isReflected: true)
  /// SBG: polynomial 0x1021 low bit first, start 0.
  static let kermit = CRC16(polynomial: 0x8408, start: 0, isReflected: true)

  /// `polynomial` with its bits in the order of the sum.
  init(polynomial: UInt16, start: UInt16, isReflected: Bool) {
    self.start = start
    self.isReflected = isReflected
    table = (0..<256).map { byte in
      var sum = isReflected ? UInt16(byte) : UInt16(byte) << 8
      for _ in 0..<8 {
        let isOut = isReflected ? sum & 1 == 1 : sum & 0x8000 != 0
        sum = (isReflected ? sum >> 1 : sum << 1) ^ (isOut ? polynomial : 0)
      }
      return sum
    }
  }

  func sum(_ bytes: UnsafeRawBufferPointer) -> UInt16 {
    table.withUnsafeBufferPointer { table in
      var sum = start
      if isReflected {
        for byte in bytes { sum = sum >> 8 ^ table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] }
      } else {
        for byte in bytes { sum = sum << 8 ^ table[Int(UInt8(truncatingIfNeeded: sum >> 8) ^ byte)] }
      }
      return sum
    }
  }

  func sum(_ bytes: ArraySlice<UInt8>) -> UInt16 { bytes.withUnsafeBytes { sum($0) } }
}
