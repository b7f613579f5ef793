import DecimalText

extension JSONValue {
  /// One line without blanks; numbers that are not finite print `null`.
  public var compactText: String { String(decoding: compactBytes, as: UTF8.self) }

  public var compactBytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes
  }

  func append(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let value): bytes += (value ? "true" : "false").utf8
    case .integer(let value): bytes += String(value).utf8
    case .number(let value): bytes += (value.isFinite ? "\(value)" : "null").utf8
    case .fixed(let value, let decimals):
      if value.isFinite {
        DecimalText.appendFixed(value, decimals: decimals, to: &bytes)
      } else {
        bytes += "null".utf8
      }
    case .string(let text): appendQuoted(text, to: &bytes)
    case .array(let values):
      appendList(values, between: "[", "]", to: &bytes) { $0.append(to: &$1) }
    case .object(let object):
      appendList(object.members, between: "{", "}", to: &bytes) {
        appendQuoted($0.key, to: &$1)
        $1.append(UInt8(ascii: ":"))
        $0.value.append(to: &$1)
      }
    }
  }
}

private func appendList<Item>(
  _ items: [Item], between open: Unicode.Scalar, _ close: Unicode.Scalar, to bytes: inout [UInt8],
  _ append: (Item, inout [UInt8]) -> Void
) {
  bytes.append(UInt8(ascii: open))
  for (place, item) in items.enumerated() {
    if place > 0 { bytes.append(UInt8(ascii: ",")) }
    append(item, &bytes)
  }
  bytes.append(UInt8(ascii: close))
}

/// RFC 8259 section 7: quotation mark, reverse solidus and control characters are escaped.
///
/// `<`, `>` and `&` are left alone: escaping for a page is the page's task.
private func appendQuoted(_ text: String, to bytes: inout [UInt8]) {
  bytes.append(UInt8(ascii: "\""))
  for byte in text.utf8 {
    switch byte {
    case UInt8(ascii: "\""): bytes += "\\\"".utf8
    case UInt8(ascii: "\\"): bytes += "\\\\".utf8
    case 0x0A: bytes += "\\n".utf8
    case 0x0D: bytes += "\\r".utf8
    case 0x09: bytes += "\\t".utf8
    case 0..<0x20, 0x7F: bytes += "\\u00".utf8 + hexDigits(byte)
    default: bytes.append(byte)
    }
  }
  bytes.append(UInt8(ascii: "\""))
}

private func hexDigits(_ byte: UInt8) -> [UInt8] {
  let digits = Array("0123456789abcdef".utf8)
  return [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
}
