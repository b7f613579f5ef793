/// The lines of the beginning of a text, with their places.
struct TextLines {
  struct Line {
    /// Counts from 1, comment and blank lines included.
    let number: Int
    let bytes: ArraySlice<UInt8>
    /// Where the next line begins in the text.
    let end: Int
  }

  let lines: [Line]
  /// The byte that ends a line: LF, or CR in a text without LF.
  let terminator: UInt8

  /// Every line that has an end, and the last one when the text is complete.
  init(_ text: [UInt8], isComplete: Bool) {
    terminator =
      text.contains(Self.lineFeed) || !text.contains(Self.carriageReturn)
      ? Self.lineFeed : Self.carriageReturn
    var lines: [Line] = []
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: terminator)
      guard let end = end ?? (isComplete ? text.count : nil) else { break }
      var last = end
      while last > start, text[last - 1] == Self.carriageReturn || text[last - 1] == Self.lineFeed {
        last -= 1
      }
      lines.append(Line(number: lines.count + 1, bytes: text[start..<last], end: min(end + 1, text.count)))
      start = end + 1
    }
    self.lines = lines
  }

  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// Number and first 80 characters of the first line that is neither blank nor a comment, for a refusal.
  static func firstWords(_ text: [UInt8]) -> (line: Int, beginning: String) {
    let lines = TextLines(text, isComplete: true).lines
    let line = lines.first { !$0.isBlank && $0.comment == nil } ?? lines.first
    guard let line else { return (1, "") }
    return (line.number, String(line.text.prefix(80)))
  }
}

extension TextLines.Line {
  /// As characters; bytes that are not UTF-8 are taken as Latin-1.
  var text: String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0 } }

  /// What stands behind `#` or `//`; nil for a line that is no comment.
  var comment: String? {
    let text = text.trimmed
    if text.hasPrefix("#") { return String(text.drop { $0 == "#" }).trimmed }
    if text.hasPrefix("//") { return String(text.drop { $0 == "/" }).trimmed }
    return nil
  }
}

/// Splits one line into cells; a separator inside quotes is part of the cell.
enum Cells {
  static func split(_ line: ArraySlice<UInt8>, separator: UInt8) -> [ArraySlice<UInt8>] {
    var cells: [ArraySlice<UInt8>] = []
    var start = line.startIndex
    var isQuoted = false
    for place in line.indices {
      if line[place] == quote { isQuoted.toggle() }
      if line[place] == separator, !isQuoted {
        cells.append(line[start..<place])
        start = place + 1
      }
    }
    cells.append(line[start...])
    return cells
  }

  /// Without blanks and without the quotes around it.
  static func content(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var cell = cell
    while let first = cell.first, isBlank(first) { cell = cell.dropFirst() }
    while let last = cell.last, isBlank(last) { cell = cell.dropLast() }
    guard cell.count >= 2, cell.first == quote, cell.last == quote else { return cell }
    return content(cell.dropFirst().dropLast())
  }

  static let quote = UInt8(ascii: "\"")
  static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }
}
