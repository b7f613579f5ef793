/// Numbers out of the bytes of a frame.
extension UnsafeRawBufferPointer {
  @inline(__always)
  func little<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  @inline(__always)
  func big<Number: FixedWidthInteger>(_ type: Number.Type, at offset: Int) -> Number {
    Number(bigEndian: loadUnaligned(fromByteOffset: offset, as: Number.self))
  }

  @inline(__always)
  func littleFloat(at offset: Int) -> Float { Float(bitPattern: little(UInt32.self, at: offset)) }

  @inline(__always)
  func bigFloat(at offset: Int) -> Float { Float(bitPattern: big(UInt32.self, at: offset)) }

  @inline(__always)
  func bigDouble(at offset: Int) -> Double { Double(bitPattern: big(UInt64.self, at: offset)) }

  /// Sum modulo 256 of the bytes in `range`.
  @inline(__always)
  func sum(_ range: Range<Int>) -> UInt8 {
    var sum: UInt8 = 0
    for i in range { sum &+= self[i] }
    return sum
  }
}

/// Numbers into the bytes of a frame.
extension [UInt8] {
  mutating func appendLittle(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }

  mutating func appendBig(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }

  /// Sum modulo 256 of the bytes from `start` on.
  func sum(from start: Int) -> UInt8 {
    var sum: UInt8 = 0
    for i in start..<count { sum &+= self[i] }
    return sum
  }
}

extension Int16 {
  /// The nearest number of steps, held at the rails; nan becomes 0.
  init(steps: Double) {
    self = steps.isNaN ? 0 : Int16(Swift.min(32767, Swift.max(-32768, steps.rounded())))
  }
}
