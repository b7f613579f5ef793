/// Walks over the fields of one line.
struct TextLineFields {
  let line: UnsafeRawBufferPointer
  let separator: TextLineConfiguration.Separator
  private var cursor = 0

  init(_ line: UnsafeRawBufferPointer, _ separator: TextLineConfiguration.Separator) {
    self.line = line
    self.separator = separator
  }

  /// The separator that a line shows: semicolon before TAB before comma before blanks.
  static func separator(of line: UnsafeRawBufferPointer) -> TextLineConfiguration.Separator {
    var hasTab = false, hasComma = false
    for byte in line {
      if byte == UInt8(ascii: ";") { return .semicolon }
      if byte == UInt8(ascii: "\t") { hasTab = true }
      if byte == UInt8(ascii: ",") { hasComma = true }
    }
    return hasTab ? .tab : hasComma ? .comma : .blanks
  }

  /// The next field without blanks around it, maybe empty; nil behind the last.
  mutating func next() -> UnsafeRawBufferPointer? {
    switch separator {
    case .blanks: nextWord()
    case .comma: nextField(UInt8(ascii: ","))
    case .semicolon: nextField(UInt8(ascii: ";"))
    case .tab: nextField(UInt8(ascii: "\t"))
    }
  }

  private mutating func nextField(_ mark: UInt8) -> UnsafeRawBufferPointer? {
    guard cursor <= line.count else { return nil }
    var start = cursor
    var end = start
    while end < line.count, line[end] != mark { end += 1 }
    cursor = end + 1
    while start < end, isBlank(line[start]) { start += 1 }
    while end > start, isBlank(line[end - 1]) { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: line[start..<end])
  }

  /// A name with its mark and the value behind it are one field: "ax: 0.5".
  private mutating func nextWord() -> UnsafeRawBufferPointer? {
    skipBlanks()
    guard cursor < line.count else { return nil }
    let start = cursor
    skipWord()
    let mark = line[cursor - 1]
    if mark == UInt8(ascii: ":") || mark == UInt8(ascii: "=") {
      skipBlanks()
      skipWord()
    }
    return UnsafeRawBufferPointer(rebasing: line[start..<cursor])
  }

  private mutating func skipBlanks() {
    while cursor < line.count, isBlank(line[cursor]) { cursor += 1 }
  }

  private mutating func skipWord() {
    while cursor < line.count, !isBlank(line[cursor]) { cursor += 1 }
  }

  /// All fields; a trailing separator makes no field.
  static func all(
    _ line: UnsafeRawBufferPointer, _ separator: TextLineConfiguration.Separator
  ) -> [UnsafeRawBufferPointer] {
    var walk = TextLineFields(line, separator)
    var fields: [UnsafeRawBufferPointer] = []
    while let field = walk.next() { fields.append(field) }
    if fields.last?.isEmpty == true { fields.removeLast() }
    return fields
  }

  /// Where the value of `name=value` or `name:value` starts; nil when the field does not start with a letter
  /// or has no mark.
  static func valueStart(_ field: UnsafeRawBufferPointer) -> Int? {
    guard let first = field.first, isLetter(first) else { return nil }
    return field.firstIndex { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }.map { $0 + 1 }
  }
}

@inline(__always)
func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

@inline(__always)
func isLetter(_ byte: UInt8) -> Bool { 0x41...0x5A ~= byte & 0xDF }
