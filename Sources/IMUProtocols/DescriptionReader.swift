/// Recursive descent over JSON bytes (RFC 8259); every function gives nil at the first fault, and `position` is then
/// where it is.
struct DescriptionReader {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func isAtEnd() -> Bool {
    skipBlanks()
    return position == bytes.count
  }

  mutating func value(depth: Int) -> DescriptionValue? {
    skipBlanks()
    guard depth < 8, position < bytes.count else { return nil }
    switch bytes[position] {
    case UInt8(ascii: "{"): return map(depth: depth)
    case UInt8(ascii: "["): return list(depth: depth)
    case UInt8(ascii: "\""): return text().map { .text($0) }
    case UInt8(ascii: "t"): return word("true") ? .flag(true) : nil
    case UInt8(ascii: "f"): return word("false") ? .flag(false) : nil
    case UInt8(ascii: "n"): return word("null") ? .null : nil
    default: return number()
    }
  }

  private mutating func map(depth: Int) -> DescriptionValue? {
    position += 1
    var entries: [DescriptionValue.Entry] = []
    if take("}") { return .map(entries) }
    repeat {
      skipBlanks()
      guard let key = text(), take(":"), let value = value(depth: depth + 1) else { return nil }
      if entries.contains(where: { $0.key == key }) { return fault(at: position - 1) }
      entries.append(.init(key: key, value: value))
    } while take(",")
    return take("}") ? .map(entries) : nil
  }

  private mutating func list(depth: Int) -> DescriptionValue? {
    position += 1
    var values: [DescriptionValue] = []
    if take("]") { return .list(values) }
    repeat {
      guard let value = value(depth: depth + 1) else { return nil }
      values.append(value)
    } while take(",")
    return take("]") ? .list(values) : nil
  }

  private mutating func text() -> String? {
    guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else { return nil }
    position += 1
    var result: [UInt8] = []
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(validating: result, as: UTF8.self)
      case UInt8(ascii: "\\"):
        guard let scalar = escape() else { return nil }
        result += Array(String(scalar).utf8)
      case 0..<0x20: return fault(at: position - 1)
      default: result.append(byte)
      }
    }
    return nil
  }

  /// The fault lies before the byte that was looked at last.
  private mutating func fault<Value>(at place: Int) -> Value? {
    position = max(0, min(place, bytes.count))
    return nil
  }

  private mutating func escape() -> Unicode.Scalar? {
    guard position < bytes.count else { return nil }
    let byte = bytes[position]
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{c}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return hexadecimalEscape()
    default: return nil
    }
  }

  /// One code unit, or a surrogate pair.
  private mutating func hexadecimalEscape() -> Unicode.Scalar? {
    guard let high = codeUnit() else { return nil }
    guard 0xD800..<0xDC00 ~= high else { return Unicode.Scalar(high) }
    guard word("\\u"), let low = codeUnit(), 0xDC00..<0xE000 ~= low else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  private mutating func codeUnit() -> UInt32? {
    guard position + 4 <= bytes.count else { return nil }
    var value: UInt32 = 0
    for byte in bytes[position..<position + 4] {
      guard let digit = hexadecimalDigit(byte) else { return nil }
      value = value << 4 | UInt32(digit)
    }
    position += 4
    return value
  }

  private mutating func number() -> DescriptionValue? {
    let start = position
    while position < bytes.count, isNumberByte(bytes[position]) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let value = Double(text), value.isFinite, bytes[start] != UInt8(ascii: "+") else { return nil }
    return .number(text)
  }

  private func isNumberByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "e"),
      UInt8(ascii: "E"):
      true
    default: false
    }
  }

  private mutating func word(_ word: StaticString) -> Bool {
    let length = word.utf8CodeUnitCount
    guard position + length <= bytes.count else { return false }
    for i in 0..<length where bytes[position + i] != word.utf8Start[i] { return false }
    position += length
    return true
  }

  private mutating func take(_ mark: Unicode.Scalar) -> Bool {
    skipBlanks()
    guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  private mutating func skipBlanks() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }
}

/// Value of one hexadecimal digit of either case; nil for any other byte.
@inline(__always)
func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
  switch byte {
  case 0x30...0x39: byte - 0x30
  case 0x41...0x46: byte - 0x41 + 10
  case 0x61...0x66: byte - 0x61 + 10
  default: nil
  }
}
