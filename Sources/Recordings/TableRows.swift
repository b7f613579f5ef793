import Glibc
import Inertial

/// Reads the rows of one table, piece by piece. A row that is whole costs no allocation.
struct TableRows: ~Copyable {
  let layout: TableLayout
  var columns: TableColumns
  var tally = RowTally()
  var commas = CommaEvidence()
  /// Number of the line that is read; counts from 1.
  private(set) var line = 0
  /// False below a heading with other columns, until the known heading comes again.
  var isOurHeading = true

  let separator: UInt8
  let point: UInt8
  /// Power of ten from the unit of the time column to ns.
  let scale: Int
  /// The values of one row.
  let scratch: UnsafeMutablePointer<Double>
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
    if start == 0, piece.count >= TextStream.longestLine { tally.leaveOut(.tornRow, line: line + 1) }
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
    guard isTerminated else { return takeTail(text, first, last) }
    if isOurHeading, let stamp = fastRow(text, first, last) {
      columns.append(stamp: stamp, scratch)
      tail.take(text, first, last, separator: separator)
    } else {
      takeOddLine(ArraySlice(UnsafeBufferPointer(start: text + first, count: last - first)))
    }
  }

  /// A last line without an end may be cut inside a number: it is a row only if its last cell is as long as in all
  /// rows before.
  private mutating func takeTail(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) {
    if isOurHeading, tail.fits(text, start, end, separator: separator), let stamp = fastRow(text, start, end)
    {
      return columns.append(stamp: stamp, scratch)
    }
    let isPadding = UnsafeBufferPointer(start: text + start, count: end - start).allSatisfy { $0 == 0 }
    tally.leaveOut(isPadding ? .nulBytes : .cutTail, line: line)
  }

  private static func isComment(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Bool {
    var place = start
    while place < end, Cells.isBlank(text[place]) { place += 1 }
    guard place < end else { return true }
    if text[place] == UInt8(ascii: "#") { return true }
    let slash = UInt8(ascii: "/")
    return text[place] == slash && place + 1 < end && text[place + 1] == slash
  }

  private static func find(
    _ byte: UInt8, _ text: UnsafePointer<UInt8>, from start: Int, to end: Int
  ) -> Int? {
    guard let found = memchr(text + start, Int32(byte), end - start) else { return nil }
    return UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) - text
  }
}
