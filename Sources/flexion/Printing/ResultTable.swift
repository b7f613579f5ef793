import Charts
import DecimalText
import JSONText

/// A list of equal rows, printed as table, as CSV, or as JSON objects: one definition of the columns for all three.
struct ResultTable {
  struct Column {
    /// Key in JSON and heading in CSV.
    let key: String
    /// Heading of the table.
    let title: String
    /// Decimals of its numbers; nil for words and counts.
    let decimals: Int?

    init(_ key: String, _ title: String, decimals: Int? = nil) {
      self.key = key
      self.title = title
      self.decimals = decimals
    }
  }

  enum Cell: Equatable {
    case words(String)
    case count(Int)
    /// Printed with the decimals of its column; missing if it is not finite.
    case number(Double)
    case missing
  }

  let columns: [Column]
  var rows: [[Cell]] = []

  var text: String {
    let alignments = columns.indices.map { column in
      rows.contains { if case .words = $0[column] { true } else { false } }
        ? TextTable.Alignment.left : .right
    }
    return TextTable(
      zip(columns, alignments).map { .init($0.title, $1) },
      rows: rows.map { row in zip(row, columns).map { plain($0, $1) ?? "-" } }
    ).text
  }

  /// RFC 4180 without its carriage returns.
  var csv: String {
    var text = columns.map(\.key).joined(separator: ",") + "\n"
    for row in rows {
      text += zip(row, columns).map { quoted(plain($0, $1) ?? "") }.joined(separator: ",") + "\n"
    }
    return text
  }

  var json: [JSONValue] {
    rows.map { row in
      var object = JSONObject()
      for (cell, column) in zip(row, columns) { object[column.key] = json(cell, column) }
      return .object(object)
    }
  }

  private func plain(_ cell: Cell, _ column: Column) -> String? {
    switch cell {
    case .words(let text): text
    case .count(let number): String(number)
    case .number(let value): value.isFinite ? DecimalText.fixed(value, decimals: column.decimals ?? 2) : nil
    case .missing: nil
    }
  }

  private func json(_ cell: Cell, _ column: Column) -> JSONValue {
    switch cell {
    case .words(let text): .string(text)
    case .count(let number): .integer(number)
    case .number(let value): value.isFinite ? .fixed(value, decimals: column.decimals ?? 2) : .null
    case .missing: .null
    }
  }

  private func quoted(_ text: String) -> String {
    guard text.contains(where: { $0 == "," || $0 == "\"" || $0.isNewline }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }
}

extension ResultTable.Cell {
  static func optional(_ value: Double?) -> ResultTable.Cell { value.map { .number($0) } ?? .missing }
  static func optional(_ text: String?) -> ResultTable.Cell { text.map { .words($0) } ?? .missing }
}
