import DecimalText

extension TableRows {
  /// The stamp of a row whose used cells are plain numbers, empty, or `nan`; its values are then in the scratch.
  ///
  /// nil for every other row. Cells may stand between blanks and in quotes.
  mutating func fastRow(_ text: UnsafePointer<UInt8>, _ start: Int, _ end: Int) -> Int64? {
    var row = (stamp: Int64.min, exponents: 0)
    var place = start
    for column in 0..<columns.slots.count {
      if column > 0 {
        guard place < end, text[place] == separator else { return nil }
        place += 1
      }
      let slot = columns.slots[column]
      if slot == TableColumns.Slot.ignored.rawValue {
        place = endOfIgnored(text, from: place, to: end)
      } else if slot == TableColumns.Slot.sensor.rawValue {
        let next = endOfIgnored(text, from: place, to: end)
        columns.names?.meet(UnsafeBufferPointer(start: text + place, count: next - place))
        place = next
      } else {
        guard let next = plainCell(text, from: place, to: end, slot: slot, row: &row) else { return nil }
        place = next
      }
    }
    if row.exponents != 0 { commas.sawFraction = true }
    // One separator more at the end makes no column.
    return place == end || (place == end - 1 && text[place] == separator) ? row.stamp : nil
  }

  /// Reads one cell into the scratch or the stamp and returns its end; nil for a cell that is not plain.
  @inline(__always)
  private func plainCell(
    _ text: UnsafePointer<UInt8>, from start: Int, to end: Int, slot: Int32,
    row: inout (stamp: Int64, exponents: Int)
  ) -> Int? {
    var place = start
    while place < end, text[place] == blank { place += 1 }
    if place == end || text[place] == separator {
      if slot >= 0 { scratch[Int(slot)] = .nan }
      return place
    }
    let isQuoted = text[place] == Cells.quote
    if isQuoted { place += 1 }
    var next = place
    if let digits = DecimalDigits.scan(text, from: place, to: end, point: point, next: &next) {
      guard store(digits, text, from: place, to: next, slot: slot, row: &row) else { return nil }
    } else {
      guard Self.isNan(text, from: place, to: end) else { return nil }
      if slot >= 0 { scratch[Int(slot)] = .nan }
      next = place + 3
    }
    if isQuoted {
      guard next < end, text[next] == Cells.quote else { return nil }
      next += 1
    }
    while next < end, text[next] == blank { next += 1 }
    return next
  }

  @inline(__always)
  private func store(
    _ digits: DecimalDigits, _ text: UnsafePointer<UInt8>, from start: Int, to end: Int, slot: Int32,
    row: inout (stamp: Int64, exponents: Int)
  ) -> Bool {
    if slot >= 0 {
      let value = digits.fastValue ?? DecimalText.slowValue(text, from: start, to: end, point: point)
      guard let value else { return false }
      scratch[Int(slot)] = value
      row.exponents |= digits.exponent
    } else {
      guard let stamp = digits.scaled(scale) else { return false }
      row.stamp = stamp
    }
    return true
  }

  /// Where a cell ends that nobody reads; a separator inside quotes does not end it.
  private func endOfIgnored(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var place = start
    var isQuoted = false
    while place < end, isQuoted || text[place] != separator {
      if text[place] == Cells.quote { isQuoted.toggle() }
      place += 1
    }
    return place
  }

  private static func isNan(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Bool {
    guard start + 3 <= end else { return false }
    return text[start] | 0x20 == UInt8(ascii: "n") && text[start + 1] | 0x20 == UInt8(ascii: "a")
      && text[start + 2] | 0x20 == UInt8(ascii: "n")
  }
}

private let blank = UInt8(ascii: " ")
