import Inertial

/// Counts what was met in the rows of a table: how often and where first.
struct RowTally {
  private var entries: [ImportFinding.Code: (count: Int, line: Int)] = [:]
  /// Rows that are left out, of any kind.
  private(set) var leftOut = 0

  mutating func leaveOut(_ code: ImportFinding.Code, line: Int) {
    leftOut += 1
    note(code, line: line)
  }

  mutating func note(_ code: ImportFinding.Code, line: Int) {
    entries[code, default: (0, line)].count += 1
  }

  /// One finding a kind, in the order of their first lines.
  func findings(rows: Int) -> [ImportFinding] {
    entries.sorted { ($0.value.line, $0.key.rawValue) < ($1.value.line, $1.key.rawValue) }.map {
      code, entry in
      ImportFinding(
        code, code == .textCell ? .doubtful : .repaired, count: entry.count,
        first: .init(line: entry.line),
        detail: [.init("of", Double(rows + leftOut))])
    }
  }
}
