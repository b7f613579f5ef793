/// A table in plain text: columns as wide as their widest cell, two blanks between them, no trailing blanks.
public struct TextTable: Sendable, Equatable {
  public enum Alignment: Sendable { case left, right }

  public struct Column: Sendable, Equatable {
    public var title: String
    public var alignment: Alignment

    public init(_ title: String, _ alignment: Alignment = .left) {
      self.title = title
      self.alignment = alignment
    }
  }

  public var columns: [Column]
  public var rows: [[String]]

  public init(_ columns: [Column], rows: [[String]] = []) {
    self.columns = columns
    self.rows = rows
  }

  /// The lines of the table, heading and rule first; a row that is too short is filled with empty cells.
  public var text: String {
    let widths = columns.indices.map { index in
      rows.map { displayWidth(cell($0, index)) }.reduce(displayWidth(columns[index].title), max)
    }
    var text = line(columns.map(\.title), widths)
    text += widths.map { String(repeating: "-", count: $0) }.joined(separator: "  ") + "\n"
    for row in rows { text += line(columns.indices.map { cell(row, $0) }, widths) }
    return text
  }

  private func line(_ cells: [String], _ widths: [Int]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      if index > 0 { line += "  " }
      let blanks = String(repeating: " ", count: widths[index] - displayWidth(cell))
      line += columns[index].alignment == .right ? blanks + cell : cell + blanks
    }
    while line.last == " " { line.removeLast() }
    return line + "\n"
  }

  private func cell(_ row: [String], _ index: Int) -> String {
    guard index < row.count else { return "" }
    return String(row[index].map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}

/// Columns that a text takes on a terminal: two for the wide characters of East Asia and for pictographs.
public func displayWidth(_ text: String) -> Int {
  text.reduce(0) { width, character in
    guard let scalar = character.unicodeScalars.first?.value else { return width }
    let wide =
      (0x1100...0x115F).contains(scalar) || (0x2E80...0xA4CF).contains(scalar)
      || (0xAC00...0xD7A3).contains(scalar) || (0xF900...0xFAFF).contains(scalar)
      || (0xFE30...0xFE6F).contains(scalar) || (0xFF00...0xFF60).contains(scalar)
      || (0x1F300...0x1FAFF).contains(scalar)
    return width + (wide ? 2 : 1)
  }
}
