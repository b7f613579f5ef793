import Inertial

/// The row that names the columns, found by its words and not by its number.
struct TableHeading {
  let separator: UInt8
  let line: TextLines.Line
  let columns: [ColumnHeading]
  let roles: [ColumnRole]
  /// The names end with a separator, which makes no column.
  let hasTrailingSeparator: Bool

  /// The best heading among the first lines; nil when none names x, y and z of a sensor.
  static func find(in lines: [TextLines.Line]) -> TableHeading? {
    var best: TableHeading?
    for line in lines.prefix(200) where !line.isBlank && line.comment == nil {
      guard let heading = TableHeading(line), heading.namesVector else { continue }
      guard heading.sensorColumns > best?.sensorColumns ?? 0 else { continue }
      best = heading
    }
    return best
  }

  /// The line read with the separator that gives the most columns of sensors.
  init?(_ line: TextLines.Line) {
    guard !Self.isRowOfNumbers(line.bytes) else { return nil }
    let candidates = Self.separators.map { TableHeading(line, separator: $0) }
    let best = candidates.max { $0.sensorColumns < $1.sensorColumns }
    guard let best, best.sensorColumns > 0 else { return nil }
    self = best
  }

  /// A quick look that spares most lines the search for words: more digits than letters, or bytes no text has.
  private static func isRowOfNumbers(_ bytes: ArraySlice<UInt8>) -> Bool {
    var digits = 0
    var letters = 0
    for byte in bytes {
      if byte < 0x20, byte != 0x09, byte != 0x0D { return true }
      if byte &- UInt8(ascii: "0") < 10 { digits += 1 }
      if (byte | 0x20) &- UInt8(ascii: "a") < 26 { letters += 1 }
    }
    return digits > letters
  }

  private init(_ line: TextLines.Line, separator: UInt8) {
    var cells = Cells.split(line.bytes, separator: separator).map(Self.name)
    hasTrailingSeparator = cells.count > 1 && cells.last == ""
    if hasTrailingSeparator { cells.removeLast() }
    self.separator = separator
    self.line = line
    columns = cells.map(ColumnHeading.init)
    // A cell as long as a sentence is prose.
    roles = columns.map { $0.text.utf8.count > Self.longestName ? .ignored : ColumnRole($0) }
  }

  private static let longestName = 80

  private init(_ other: TableHeading, unitRow: [String]) {
    separator = other.separator
    line = other.line
    hasTrailingSeparator = other.hasTrailingSeparator
    columns = zip(other.columns, unitRow).map { column, unit in
      column.unit == nil && !unit.isEmpty ? ColumnHeading("\(column.text) (\(unit))") : column
    }
    roles = columns.map(ColumnRole.init)
  }

  /// The same columns with the units of the row below; nil when that row is not a row of units.
  func withUnits(from below: TextLines.Line) -> TableHeading? {
    var cells = Cells.split(below.bytes, separator: separator).map(Self.name)
    if cells.count == columns.count + 1, cells.last == "" { cells.removeLast() }
    let named = cells.filter { !$0.isEmpty }
    guard cells.count == columns.count, !named.isEmpty, named.allSatisfy(UnitText.isUnit) else { return nil }
    return TableHeading(self, unitRow: cells)
  }

  var sensorColumns: Int {
    roles.reduce(0) { count, role in
      switch role {
      case .vector, .accelerationWithoutGravity: count + 1
      default: count
      }
    }
  }

  /// All three axes of one quantity of one sensor are there.
  private var namesVector: Bool {
    var axes: [String: Set<Int>] = [:]
    for case .vector(let label, let quantity, let axis, _) in roles {
      axes["\(label) \(quantity)", default: []].insert(axis)
    }
    return axes.values.contains { $0.count == 3 } || roles.contains(.accelerationWithoutGravity)
  }

  private static let separators = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]

  private static func name(_ cell: ArraySlice<UInt8>) -> String {
    let content = Cells.content(cell)
    let text = TextLines.Line(number: 0, bytes: content, end: 0).text
    return text.replacing("\"\"", with: "\"")
  }
}
