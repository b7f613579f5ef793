import DecimalText

/// A number that is written with a comma, and what the comma can be.
struct CommaNumber {
  enum Kind {
    /// "0,125", "1,5": no thousands mark looks like this.
    case decimal
    /// "2,350.75", "1,234,567": the point is the decimal mark, or there is none.
    case thousands
    /// "2,350".
    case either
  }

  let kind: Kind
  let value: Double
  /// With a point and without thousands marks; what can be either is read as a decimal comma.
  let plain: ArraySlice<UInt8>

  /// nil for a cell that is no number either way.
  init?(_ cell: ArraySlice<UInt8>) {
    let commas = cell.count { $0 == comma }
    guard commas > 0 else { return nil }
    let isThousands = Self.hasThousandsMarks(cell)
    plain =
      isThousands && (commas > 1 || cell.contains(point))
      ? cell.filter { $0 != comma }[...] : Self.withPoint(cell)
    guard let value = plain.withUnsafeBytes({ DecimalText.parse($0) }) else { return nil }
    self.value = value
    kind = !isThousands ? .decimal : commas > 1 || cell.contains(point) ? .thousands : .either
  }

  static func withPoint(_ cell: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    ArraySlice(cell.map { $0 == comma ? point : $0 })
  }

  /// Groups of three digits behind a first group of one to three that is not 0.
  private static func hasThousandsMarks(_ cell: ArraySlice<UInt8>) -> Bool {
    let whole = cell.prefix { $0 != point }.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    let groups = whole.split(separator: comma, omittingEmptySubsequences: false)
    guard let first = groups.first, (1...3).contains(first.count), first.first != UInt8(ascii: "0") else {
      return false
    }
    return groups.dropFirst().allSatisfy { $0.count == 3 && $0.allSatisfy { (0x30...0x39).contains($0) } }
  }
}

/// What the rows of a table have shown about its commas.
struct CommaEvidence {
  /// A plain number had a fraction or an exponent.
  var sawFraction = false
  /// A number with a comma was met where commas do not separate.
  var sawCommaNumber = false
  private var provesDecimal = false
  /// The first cell that could be either.
  private(set) var ambiguous: (line: Int, cell: String)?

  mutating func take(_ kind: CommaNumber.Kind, cell: ArraySlice<UInt8>, line: Int) {
    switch kind {
    case .decimal: provesDecimal = true
    case .thousands: sawFraction = true
    case .either: ambiguous = ambiguous ?? (line, String(decoding: cell, as: UTF8.self))
    }
  }

  /// Nothing in the table says which mark the comma is.
  var isUndecided: Bool { ambiguous != nil && (!provesDecimal || sawFraction) }
  /// All numbers that have a mark have a comma: the table has to be read with it.
  var needsDecimalComma: Bool { sawCommaNumber && !sawFraction }
}

private let comma = UInt8(ascii: ",")
private let point = UInt8(ascii: ".")
