/// The JSON of a board's description and of a raw log's header, read here because the library products
/// need nothing but the standard library.
///
/// Small on purpose: depth up to 8, numbers kept as text, no repeated key.
indirect enum DescriptionValue: Hashable, Sendable {
  case null
  case flag(Bool)
  case number(String)
  case text(String)
  case list([DescriptionValue])
  case map([Entry])

  struct Entry: Hashable, Sendable {
    var key: String
    var value: DescriptionValue
  }

  /// nil unless all bytes form one value.
  init?(parsing bytes: some Collection<UInt8>) {
    guard let value = try? Self.read(bytes) else { return nil }
    self = value
  }

  /// The one value that all bytes form; a mark of byte order in front is passed over.
  static func read(_ bytes: some Collection<UInt8>) throws(DeviceConfigurationError) -> DescriptionValue {
    let text = Array(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
    var reader = DescriptionReader(text)
    guard let value = reader.value(depth: 0), reader.isAtEnd() else {
      let lineFeeds = text[..<min(reader.position, text.count)].count { $0 == UInt8(ascii: "\n") }
      throw .damaged(line: lineFeeds + 1)
    }
    return value
  }

  /// Member of a map; nil for anything else.
  subscript(key: String) -> DescriptionValue? {
    guard case .map(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }

  var text: String? {
    if case .text(let text) = self { return text }
    return nil
  }
  var number: Double? {
    if case .number(let text) = self { return Double(text) }
    return nil
  }
  var integer: Int64? {
    if case .number(let text) = self { return Int64(text) }
    return nil
  }
  var list: [DescriptionValue]? {
    if case .list(let values) = self { return values }
    return nil
  }
  var entries: [Entry]? {
    if case .map(let entries) = self { return entries }
    return nil
  }

  /// JSON without blanks.
  var json: String {
    switch self {
    case .null: "null"
    case .flag(let flag): flag ? "true" : "false"
    case .number(let text): text
    case .text(let text): Self.quoted(text)
    case .list(let values): "[" + values.map(\.json).joined(separator: ",") + "]"
    case .map(let entries):
      "{" + entries.map { Self.quoted($0.key) + ":" + $0.value.json }.joined(separator: ",") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
