import DecimalText
import Glibc
import Inertial

/// Reads the rows of one table, piece by piece. A row that is whole costs no allocation.
struct TableRows: ~Copyable {
  private(set) var columns: TableColumns
  private(set) var tally = RowTally()
  /// A number with a comma was met where no number had a fraction: the table has to be read again.
  private(set) var needsDecimalComma = false

  private let layout: TableLayout
  private let separator: UInt8
  private let point: UInt8
  private let scale: Int
  private let scratch: UnsafeMutablePointer<Double>
  private var line = 0
  private var sawFraction = false
  /// False below a heading with other columns, until the known heading comes again.
  private var isOurHeading = true
  private var tail = TailShape()

  init(_ layout: TableLayout) {
    self.layout = layout
    columns = TableColumns(layout)
    separator = layout.heading.separator
    point = UInt8(ascii: layout.decimalComma ? "," : ".")
    scale = layout.time?.scale ?? 0
    scratch = .allocate(capacity: columns.width)
    scratch.initialize(repeating: .nan, count: columns.width)
  }

  deinit { scratch.deallocate() }

  /// Takes the lines of a piece and returns how many bytes it has used.
  mutating func take(_ piece: UnsafeBufferPointer<UInt8>, isEnd: Bool) -> Int {
    guard let text = piece.baseAddress else { return 0 }
    var start = 0
    while start < piece.count, let end = Self.find(layout.terminator, text, from: start, to: piece.count) {
      takeLine(text, from: start, to: end, isTerminated: true)
      start = end + 1
    }
    if isEnd, start < piece.count {
      takeLine(text, from: start, to: piece.count, isTerminated: false)
      return piece.count
    }
    if start == 0, piece.count == TextStream.capacity { tally.leaveOut(.tornRow, line: line + 1) }
    return start
  }

  private mutating func takeLine(
    _ text: UnsafePointer<UInt8>, from start: Int, to end: Int, isTerminated: Bool
  ) {
    line += 1
    guard line > layout.headingEnd else { return }
    var first = start
    var last = end
    while last > first, text[last - 1] == TextLines.carriageReturn { last -= 1 }
    if first < last, text[first] == TextLines.lineFeed { first += 1 }
    guard first < last, !Self.isComment(text, first, last) else { return }
    guard isTerminated || isWholeTail(text, first, last) else {
      return tally.leaveOut(.cutTail, line: line)
    }
    if isOurHeading, let stamp = fastRow(text, first, last) {
      columns.append(stamp: stamp, scratch)
      tail.take(text, first, last, separator: separator)
    } else {
      takeOddLine(ArraySlice(UnsafeBufferPointer(start: text + first, count: last - first)))
    }
  }

  /// The stamp of a row in which every cell is a plain number or empty; its values are in the scratch. nil otherwise.
  private mutating func fastRow(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int64? {
    var stamp = Int64.min
    var place = start
    var fractions = 0
    let count = columns.slots.count
    for column in 0..<count {
      if column > 0 {
        guard place < end, text[place] == separator else { return nil }
        place += 1
      }
      let slot = columns.slots[column]
      if slot == TableColumns.Slot.ignored.rawValue {
        while place < end, text[place] != separator {
          if text[place] == Cells.quote { return nil }
          place += 1
        }
        continue
      }
      while place < end, text[place] == 0x20 { place += 1 }
      if place == end || text[place] == separator {
        if slot >= 0 { scratch[Int(slot)] = .nan }
        continue
      }
      var next = place
      guard let digits = DecimalDigits.scan(text, from: place, to: end, point: point, next: &next) else {
        return nil
      }
      if slot >= 0 {
        guard let value = digits.fastValue ?? DecimalText.slowValue(text, from: place, to: next, point: point)
        else { return nil }
        scratch[Int(slot)] = value
        fractions |= digits.exponent
      } else {
        guard let scaled = digits.scaled(scale) else { return nil }
        stamp = scaled
      }
      place = next
      while place < end, text[place] == 0x20 { place += 1 }
    }
    if fractions != 0 { sawFraction = true }
    // One separator more at the end makes no column.
    return place == end || (place == end - 1 && text[place] == separator) ? stamp : nil
  }

  private static func isComment(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var place = start
    while place < end, Cells.isBlank(text[place]) { place += 1 }
    guard place < end else { return true }
    if text[place] == UInt8(ascii: "#") { return true }
    let slash = UInt8(ascii: "/")
    return text[place] == slash && place + 1 < end && text[place + 1] == slash
  }

  private static func find(_ byte: UInt8, _ text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int?
  {
    guard let found = memchr(text + start, Int32(byte), end - start) else { return nil }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - text
  }

  // MARK: The last line

  /// A last line without an end may be cut inside a number. It is used only if its last cell is as long as in all rows.
  private func isWholeTail(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    tail.fits(text, start, end, separator: separator)
  }

  // MARK: Lines that are not plain rows

  private mutating func takeOddLine(_ bytes: ArraySlice<UInt8>) {
    if bytes.contains(0) { return tally.leaveOut(.nulBytes, line: line) }
    let cells = Cells.split(bytes, separator: separator)
    var count = cells.count
    let names = columns.slots.count
    if count == names + 1, Cells.content(cells[names]).isEmpty { count = names }
    guard isOurHeading, count == names else { return takeForeignLine(bytes, cells: cells) }
    takeCells(cells.prefix(names), of: bytes)
  }

  private mutating func takeForeignLine(_ bytes: ArraySlice<UInt8>, cells: [ArraySlice<UInt8>]) {
    let hasNumber = cells.contains { cell in
      Cells.content(cell).withUnsafeBytes { DecimalCell.number($0, decimalComma: layout.decimalComma) } != nil
    }
    if !hasNumber, isHeading(bytes) { return }
    guard isOurHeading else { return tally.leaveOut(.repeatedHeading, line: line) }
    if !hasNumber { return tally.leaveOut(.textRow, line: line) }
    tally.leaveOut(cells.count < columns.slots.count ? .shortRow : .tornRow, line: line)
  }

  /// A heading that comes again: the known one or another one.
  private mutating func isHeading(_ bytes: ArraySlice<UInt8>) -> Bool {
    let line = TextLines.Line(number: line, bytes: bytes, end: 0)
    guard let heading = TableHeading(line), heading.sensorColumns >= 3 else { return false }
    isOurHeading = heading.columns.map(\.text) == layout.heading.columns.map(\.text)
    tally.note(.repeatedHeading, line: self.line)
    return true
  }

  /// A row of the right length with a cell that is quoted, a word, or text.
  private mutating func takeCells(_ cells: ArraySlice<ArraySlice<UInt8>>, of bytes: ArraySlice<UInt8>) {
    var stamp = Int64.min
    var numbers = 0
    var texts = 0
    for (slot, cell) in zip(columns.slots, cells) where slot != TableColumns.Slot.ignored.rawValue {
      switch content(cell) {
      case .number(let value):
        numbers += 1
        if slot >= 0 { scratch[Int(slot)] = value } else { stamp = self.stamp(cell) }
      case .missing:
        if slot >= 0 { scratch[Int(slot)] = .nan }
      case .text:
        texts += 1
        if slot >= 0 { scratch[Int(slot)] = .nan } else { numbers = -columns.slots.count }
      }
    }
    if texts > 0, numbers <= 0 {
      if !isHeading(bytes) { tally.leaveOut(.textRow, line: line) }
      return
    }
    // Only separators: nothing was measured, unless the row itself is the time.
    if numbers == 0, layout.time != nil { return }
    if texts > 0 { tally.note(.missingValues, line: line) }
    columns.append(stamp: stamp, scratch)
  }

  private mutating func content(_ cell: ArraySlice<UInt8>) -> DecimalCell {
    let inner = Cells.content(cell)
    let found = inner.withUnsafeBytes { DecimalCell($0, decimalComma: layout.decimalComma) }
    guard case .text = found, !layout.decimalComma, inner.contains(UInt8(ascii: ",")) else { return found }
    let value = inner.withUnsafeBytes { DecimalCell.number($0, decimalComma: true) }
    guard let value, !sawFraction else { return found }
    // In a comma-separated table only a quoted number can hold a comma; elsewhere the whole table has to.
    guard separator == UInt8(ascii: ",") else {
      needsDecimalComma = true
      return found
    }
    tally.note(.decimalComma, line: line)
    return .number(value)
  }

  private func stamp(_ cell: ArraySlice<UInt8>) -> Int64 {
    Cells.content(cell).withUnsafeBytes {
      DecimalText.parseScaled($0, scale: scale, decimalComma: layout.decimalComma) ?? .min
    }
  }
}
