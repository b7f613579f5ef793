/// How the characters of a text file are stored. Numbers and separators are ASCII in all of them.
enum TextEncoding: String {
  /// UTF-8 without a mark, and every other extension of ASCII; headings that are not UTF-8 are taken as Latin-1.
  case ascii
  case utf8WithMark, utf16LittleEndian, utf16BigEndian

  var markLength: Int { self == .utf8WithMark ? 3 : 0 }
  var isUTF16: Bool { self == .utf16LittleEndian || self == .utf16BigEndian }

  /// The encoding of a text that begins with these bytes: by its mark, or by the zeros of UTF-16.
  static func of(_ head: [UInt8]) -> TextEncoding {
    if head.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8WithMark }
    if head.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    if head.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    let pairs = min(head.count / 2, 128)
    guard pairs >= 8 else { return .ascii }
    let zeros = (0..<pairs).reduce(into: (even: 0, odd: 0)) { count, pair in
      if head[2 * pair] == 0 { count.even += 1 }
      if head[2 * pair + 1] == 0 { count.odd += 1 }
    }
    if zeros.odd > pairs * 9 / 10, zeros.even == 0 { return .utf16LittleEndian }
    if zeros.even > pairs * 9 / 10, zeros.odd == 0 { return .utf16BigEndian }
    return .ascii
  }

  /// The text as UTF-8 (or as stored, for the extensions of ASCII), without its mark.
  func decode(_ bytes: [UInt8]) -> [UInt8] {
    guard isUTF16 else { return Array(bytes.dropFirst(markLength)) }
    var text: [UInt8] = []
    var decoder = UTF16Decoder(isBigEndian: self == .utf16BigEndian)
    for byte in bytes { decoder.take(byte) { text.append($0) } }
    return text
  }

  /// The first byte among the first ones that no text has; nil for text.
  ///
  /// A few zeros at the end of a text are damage, not a binary file.
  static func firstBinaryByte(_ head: [UInt8]) -> Int? {
    guard !of(head).isUTF16 else { return nil }
    let isControl: (UInt8) -> Bool = { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D && $0 != 0x1A }
    let part = head.prefix(4096)
    let count = part.reduce(0) { $0 + (isControl($1) ? 1 : 0) }
    guard count * 50 > part.count || part.first.map(isControl) == true else { return nil }
    return part.firstIndex(where: isControl)
  }
}

/// UTF-16 to UTF-8, byte by byte; a broken pair becomes U+FFFD. The mark is left out.
struct UTF16Decoder {
  let isBigEndian: Bool
  private var firstByte: UInt8?
  private var highSurrogate: UInt16?

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  mutating func take(_ byte: UInt8, emit: (UInt8) -> Void) {
    guard let first = firstByte else {
      firstByte = byte
      return
    }
    firstByte = nil
    let unit = isBigEndian ? UInt16(first) << 8 | UInt16(byte) : UInt16(byte) << 8 | UInt16(first)
    if unit < 0x80, highSurrogate == nil {
      emit(UInt8(unit))
    } else {
      takeUnit(unit, emit: emit)
    }
  }

  private mutating func takeUnit(_ unit: UInt16, emit: (UInt8) -> Void) {
    if let high = highSurrogate {
      highSurrogate = nil
      if unit & 0xFC00 == 0xDC00 {
        let value = 0x10000 + UInt32(high & 0x3FF) << 10 + UInt32(unit & 0x3FF)
        return Self.put(Unicode.Scalar(value) ?? "\u{FFFD}", emit)
      }
      Self.put("\u{FFFD}", emit)
    }
    if unit & 0xFC00 == 0xD800 {
      highSurrogate = unit
    } else if unit != 0xFEFF {
      Self.put(Unicode.Scalar(unit) ?? "\u{FFFD}", emit)
    }
  }

  private static func put(_ scalar: Unicode.Scalar, _ emit: (UInt8) -> Void) {
    for byte in UTF8.encode(scalar)! { emit(byte) }
  }
}
