/// Numbers to text and back, the same bytes in every locale.
public enum DecimalText {
  /// The Double nearest to the one number that all bytes form; nil when they do not.
  ///
  /// Accepts a leading plus, an exponent (`2.9E-1`), `-0.0`, and blanks around the number. With `decimalComma`
  /// the mark is a comma and a point is not. Words such as `nan`, and numbers beyond the range of Double, give nil.
  public static func parse(_ bytes: UnsafeRawBufferPointer, decimalComma: Bool = false) -> Double? {
    guard let text = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
    let (start, end) = trimmed(text, bytes.count)
    var next = start
    let point = UInt8(ascii: decimalComma ? "," : ".")
    guard let digits = DecimalDigits.scan(text, from: start, to: end, point: point, next: &next), next == end
    else { return nil }
    return digits.fastValue ?? slowValue(text, from: start, to: end, point: point)
  }

  /// The Double nearest to the one number that a text forms; nil when it does not.
  public static func parse(_ text: some StringProtocol) -> Double? {
    var copy = String(text)
    return copy.withUTF8 { parse(UnsafeRawBufferPointer($0)) }
  }

  /// The number in units of 10^-scale, exact, rounded half away from zero: scale 9 turns seconds into ns.
  ///
  /// nil when the bytes are not one number or the result does not fit.
  public static func parseScaled(
    _ bytes: UnsafeRawBufferPointer, scale: Int, decimalComma: Bool = false
  ) -> Int64? {
    guard let text = bytes.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
    let (start, end) = trimmed(text, bytes.count)
    var next = start
    let point = UInt8(ascii: decimalComma ? "," : ".")
    guard let digits = DecimalDigits.scan(text, from: start, to: end, point: point, next: &next), next == end
    else { return nil }
    return digits.scaled(scale)
  }

  /// Correctly rounded whatever the number of digits; for the few numbers that `fastValue` leaves.
  package static func slowValue(
    _ text: UnsafePointer<UInt8>, from start: Int, to end: Int, point: UInt8
  ) -> Double? {
    var plain = String(decoding: UnsafeBufferPointer(start: text + start, count: end - start), as: UTF8.self)
    if point != UInt8(ascii: ".") {
      plain = String(plain.map { $0 == Character(UnicodeScalar(point)) ? "." : $0 })
    }
    guard let value = Double(plain), value.isFinite else { return nil }
    return value
  }

  private static func trimmed(_ text: UnsafePointer<UInt8>, _ count: Int) -> (start: Int, end: Int) {
    var start = 0
    var end = count
    while start < end, isBlank(text[start]) { start += 1 }
    while end > start, isBlank(text[end - 1]) { end -= 1 }
    return (start, end)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
