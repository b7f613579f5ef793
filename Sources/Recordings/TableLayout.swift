import DecimalText
import Inertial

/// How the rows of one table are read: which column goes where.
struct TableLayout {
  let file: String
  let encoding: TextEncoding
  let terminator: UInt8
  let heading: TableHeading
  /// Last line that belongs to the heading; rows begin below.
  let headingEnd: Int
  let sensors: [SensorColumns]
  let metadata: TableMetadata
  /// Column of the time and power of ten to ns.
  let time: (column: Int, scale: Int)?
  var decimalComma: Bool
  /// Estimated from the size of the file.
  let expectedRows: Int
  var findings: [ImportFinding] = []

  init(_ head: FileHead) throws(RecordingError) {
    file = head.path
    encoding = TextEncoding.of(head.bytes)
    let text = encoding.decode(head.bytes)
    let isComplete = head.bytes.count < FileHead.length
    let split = TextLines(text, isComplete: isComplete)
    terminator = split.terminator
    guard var heading = TableHeading.find(in: split.lines) else {
      let (line, beginning) = TextLines.firstWords(text)
      throw .noHeading(file: head.path, line: line, beginning: beginning)
    }
    let above = split.lines.prefix { $0.number < heading.line.number }
    var below = split.lines.drop { $0.number <= heading.line.number }.filter {
      !$0.isBlank && $0.comment == nil
    }
    var headingEnd = heading.line.number
    if let units = below.first, let withUnits = heading.withUnits(from: units) {
      heading = withUnits
      headingEnd = units.number
      below.removeFirst()
    }
    let grouping = SensorGrouping(heading, file: head.path)
    sensors = try grouping.sensors()
    metadata = TableMetadata(linesAbove: Array(above))
    let rows = below.prefix(200).map {
      Cells.split($0.bytes, separator: heading.separator).map(Cells.content)
    }
    decimalComma = heading.separator != comma && DecimalMark.isComma(rows.joined())
    let found = Self.timeColumn(heading, rows: rows, decimalComma: decimalComma)
    time = found.map { ($0.column, $0.scale) }
    self.heading = heading
    self.headingEnd = headingEnd
    expectedRows = Self.expectedRows(head, below: below, isUTF16: encoding.isUTF16)
    noteHead(above: Array(above), repeated: grouping.repeated.count, timeAssumed: found?.isAssumed ?? false)
  }

  // MARK: Time

  /// The first time column that states its unit, else the first whose stamps tell it.
  private static func timeColumn(
    _ heading: TableHeading, rows: [[ArraySlice<UInt8>]], decimalComma: Bool
  ) -> (column: Int, scale: Int, isAssumed: Bool)? {
    var unstated: [Int] = []
    for (column, role) in heading.roles.enumerated() {
      guard case .time(let scale) = role else { continue }
      if let scale { return (column, scale, false) }
      unstated.append(column)
    }
    for column in unstated {
      let cells = rows.filter { $0.count > column }.map { $0[column] }
      if let scale = TimeUnit.infer(cells, decimalComma: decimalComma) { return (column, scale, true) }
    }
    return nil
  }

  // MARK: Size and findings

  private static func expectedRows(_ head: FileHead, below: [TextLines.Line], isUTF16: Bool) -> Int {
    guard let first = below.first, let last = below.last, last.end > first.end else { return below.count }
    let length = Double(last.end - first.end) / Double(below.count - 1) * (isUTF16 ? 2 : 1)
    return Int(Double(head.size) / length * 1.02) + 16
  }

  private mutating func noteHead(above: [TextLines.Line], repeated: Int, timeAssumed: Bool) {
    findings = metadata.findings
    if encoding == .utf8WithMark {
      findings.append(ImportFinding(.byteOrderMark, .note, first: .init(byte: 0)))
    }
    if encoding.isUTF16 { findings.append(ImportFinding(.encoding, .note, first: .init(byte: 0))) }
    if let line = above.first(where: { $0.isSeparatorLine }) {
      findings.append(ImportFinding(.separatorLine, .note, first: .init(line: line.number)))
    }
    let place = ImportFinding.Place(line: heading.line.number)
    if repeated > 0 {
      findings.append(ImportFinding(.repeatedName, .doubtful, count: repeated, first: place))
    }
    if timeAssumed { findings.append(ImportFinding(.unitAssumed, .doubtful, first: place)) }
  }
}

private let comma = UInt8(ascii: ",")

extension TextLines.Line {
  /// `sep=,`, quoted or not, or what a spreadsheet leaves of it: only separators.
  fileprivate var isSeparatorLine: Bool {
    let text = String(decoding: Cells.content(bytes), as: UTF8.self).lowercased()
    if text.hasPrefix("sep=") { return true }
    return !text.isEmpty && text.allSatisfy { ",;\t".contains($0) }
  }
}

/// Point or comma, decided by the numbers of many rows.
enum DecimalMark {
  /// True when cells are numbers with a comma and no cell is a number with a point.
  static func isComma(_ cells: some Sequence<ArraySlice<UInt8>>) -> Bool {
    var commas = 0
    for cell in cells where cell.contains(where: { $0 == comma || $0 == UInt8(ascii: ".") }) {
      let isPointNumber = cell.withUnsafeBytes { DecimalText.parse($0, decimalComma: false) } != nil
      if isPointNumber { return false }
      let isCommaNumber = cell.withUnsafeBytes { DecimalText.parse($0, decimalComma: true) } != nil
      if isCommaNumber { commas += 1 }
    }
    return commas > 0
  }
}
