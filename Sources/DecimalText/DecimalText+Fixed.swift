extension DecimalText {
  /// Longest text that `writeFixed` makes: sign, 309 digits, point, 17 decimals.
  package static let longestFixed = 330

  /// Appends a number with so many decimals (0 to 17), rounded half away from zero, with a point, never as "-0.00".
  ///
  /// A number that is not finite appends nothing: an empty cell is how a missing value is written.
  public static func appendFixed(_ value: Double, decimals: Int, to bytes: inout [UInt8]) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longestFixed) { room in
      let count = writeFixed(value, decimals: decimals, to: room.baseAddress!)
      bytes.append(contentsOf: UnsafeBufferPointer(start: room.baseAddress, count: count))
    }
  }

  /// A number with so many decimals; empty when it is not finite.
  public static func fixed(_ value: Double, decimals: Int) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: longestFixed) { room in
      let count = writeFixed(value, decimals: decimals, to: room.baseAddress!)
      return String(decoding: UnsafeBufferPointer(start: room.baseAddress, count: count), as: UTF8.self)
    }
  }

  /// Writes at most `longestFixed` bytes and returns how many.
  package static func writeFixed(
    _ value: Double, decimals: Int, to text: UnsafeMutablePointer<UInt8>
  ) -> Int {
    guard value.isFinite else { return 0 }
    let size = value.magnitude
    let scale = DecimalDigits.integerTens[decimals]
    let scaled = size * Double(scale)
    if scaled < 0x1p52 {
      let units = roundedHalfAway(scaled, of: size, times: Double(scale))
      let (whole, part) = units.quotientAndRemainder(dividingBy: scale)
      return assemble(
        negative: value < 0 && units > 0, whole: whole, part: part, decimals: decimals, to: text)
    }
    guard size < 0x1p63 else { return writeHuge(value, decimals: decimals, to: text) }
    // The fraction of a number this large is exact, and so is its product: at most 52 bits in all.
    var whole = UInt64(size)
    let fraction = size - Double(whole)
    var part = roundedHalfAway(fraction * Double(scale), of: fraction, times: Double(scale))
    if part == scale {
      whole += 1
      part = 0
    }
    return assemble(negative: value < 0, whole: whole, part: part, decimals: decimals, to: text)
  }

  /// The product rounded to a whole number; a product that looks like a tie is decided by its exact remainder.
  private static func roundedHalfAway(_ product: Double, of size: Double, times scale: Double) -> UInt64 {
    let whole = Int64(product)
    let rest = product - Double(whole)
    let isUp = rest == 0.5 ? (-product).addingProduct(size, scale) >= 0 : rest > 0.5
    return UInt64(isUp ? whole + 1 : whole)
  }

  private static func assemble(
    negative: Bool, whole: UInt64, part: UInt64, decimals: Int, to text: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var count = 0
    if negative {
      text[0] = minus
      count = 1
    }
    let length = digitCount(whole)
    writeDigits(whole, length, to: text + count)
    count += length
    guard decimals > 0 else { return count }
    text[count] = UInt8(ascii: ".")
    writeDigits(part, decimals, to: text + count + 1)
    return count + 1 + decimals
  }

  private static func digitCount(_ number: UInt64) -> Int {
    var count = 1
    while count < 20, number >= DecimalDigits.integerTens[count] { count += 1 }
    return count
  }

  /// So many digits from the right, leading zeros included; two at a time.
  private static func writeDigits(_ number: UInt64, _ count: Int, to text: UnsafeMutablePointer<UInt8>) {
    var rest = number
    var place = count
    while place >= 2 {
      place -= 2
      let (hundreds, pair) = rest.quotientAndRemainder(dividingBy: 100)
      let tens = (pair * 103) >> 10
      text[place] = zero + UInt8(truncatingIfNeeded: tens)
      text[place + 1] = zero + UInt8(truncatingIfNeeded: pair - 10 * tens)
      rest = hundreds
    }
    if place == 1 { text[0] = zero + UInt8(truncatingIfNeeded: rest % 10) }
  }

  /// Numbers of 2^63 and more: their shortest digits, then zeros. Reads back equal.
  private static func writeHuge(
    _ value: Double, decimals: Int, to text: UnsafeMutablePointer<UInt8>
  ) -> Int {
    let shortest = Array(value.magnitude.description.utf8)
    var next = 0
    let digits = shortest.withUnsafeBufferPointer {
      DecimalDigits.scan($0.baseAddress!, from: 0, to: $0.count, point: UInt8(ascii: "."), next: &next)!
    }
    var count = assemble(negative: value < 0, whole: digits.mantissa, part: 0, decimals: 0, to: text)
    for _ in 0..<digits.exponent {
      text[count] = zero
      count += 1
    }
    guard decimals > 0 else { return count }
    text[count] = UInt8(ascii: ".")
    writeDigits(0, decimals, to: text + count + 1)
    return count + 1 + decimals
  }
}
