import DecimalText
import Inertial

/// Lines that are not plain rows: words, sentences, headings, rows that were torn, numbers with commas.
extension TableRows {
  mutating func takeOddLine(_ bytes: ArraySlice<UInt8>) {
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
      Cells.content(cell).withUnsafeBytes { DecimalText.parse($0, decimalComma: layout.decimalComma) } != nil
    }
    if !hasNumber, isHeading(bytes) { return }
    guard isOurHeading else { return tally.leaveOut(.repeatedHeading, line: line) }
    if !hasNumber { return tally.leaveOut(.textRow, line: line) }
    tally.leaveOut(cells.count < columns.slots.count ? .shortRow : .tornRow, line: line)
  }

  /// A heading that comes again: the known one or another one.
  private mutating func isHeading(_ bytes: ArraySlice<UInt8>) -> Bool {
    let found = TableHeading(TextLines.Line(number: line, bytes: bytes, end: 0))
    guard let found, found.sensorColumns >= 3 else { return false }
    isOurHeading = found.columns.map(\.text) == layout.heading.columns.map(\.text)
    tally.note(.repeatedHeading, line: line)
    return true
  }

  /// A row of the right length with a cell that is a word, text, or a number with commas.
  private mutating func takeCells(_ cells: ArraySlice<ArraySlice<UInt8>>, of bytes: ArraySlice<UInt8>) {
    var stamp = Int64.min
    var numbers = 0
    var texts = 0
    var isTimeText = false
    for (slot, cell) in zip(columns.slots, cells) where slot != TableColumns.Slot.ignored.rawValue {
      if slot == TableColumns.Slot.sensor.rawValue {
        cell.withUnsafeBufferPointer { columns.names?.meet($0) }
        continue
      }
      let (content, plain) = content(cell)
      switch content {
      case .number(let value):
        numbers += 1
        if slot >= 0 { scratch[Int(slot)] = value } else { stamp = self.stamp(plain) }
      case .missing:
        if slot >= 0 { scratch[Int(slot)] = .nan }
      case .text:
        texts += 1
        if slot >= 0 { scratch[Int(slot)] = .nan } else { isTimeText = true }
      }
    }
    if texts > 0, numbers == 0 || isTimeText {
      if !isHeading(bytes) { tally.leaveOut(.textRow, line: line) }
      return
    }
    // Only separators: nothing was measured, unless the row itself is the time.
    if numbers == 0, layout.time != nil { return }
    if texts > 0 { tally.note(.textCell, line: line) }
    columns.append(stamp: stamp, scratch)
  }

  /// What a cell holds, and its number with a point and without thousands marks.
  private mutating func content(_ cell: ArraySlice<UInt8>) -> (DecimalCell, plain: ArraySlice<UInt8>) {
    let inner = Cells.content(cell)
    let found = inner.withUnsafeBytes { DecimalCell($0, decimalComma: layout.decimalComma) }
    let isCandidate = !layout.decimalComma && inner.contains(UInt8(ascii: ","))
    guard case .text = found, isCandidate, let number = CommaNumber(inner) else {
      return (found, layout.decimalComma ? CommaNumber.withPoint(inner) : inner)
    }
    // In a comma-separated table only a quoted number can hold a comma; elsewhere the whole table has to.
    guard separator == UInt8(ascii: ",") else {
      commas.sawCommaNumber = true
      return (found, inner)
    }
    commas.take(number.kind, cell: inner, line: line)
    switch number.kind {
    case .thousands: tally.note(.thousandsMark, line: line)
    case .decimal: tally.note(.decimalComma, line: line)
    case .either: tally.note(.decimalComma, line: line)
    }
    return (.number(number.value), number.plain)
  }

  private func stamp(_ plain: ArraySlice<UInt8>) -> Int64 {
    plain.withUnsafeBytes { DecimalText.parseScaled($0, scale: scale) ?? .min }
  }
}
