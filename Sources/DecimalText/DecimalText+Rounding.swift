extension DecimalText {
  /// The number rounded to so many decimals (0 to 17), ties to the even digit, on its shortest decimal text.
  ///
  /// So what a person typed decides, not its binary neighbour: 37.125 gives 37.12, 37.135 gives 37.14. Never -0;
  /// numbers that are not finite stay.
  public static func roundedToEven(_ value: Double, decimals: Int) -> Double {
    guard value.isFinite, let digits = shortestDigits(of: value) else { return value }
    let dropped = -(digits.exponent + decimals)
    if dropped <= 0 { return value == 0 ? 0 : value }
    guard dropped < DecimalDigits.integerTens.count else { return 0 }
    let unit = DecimalDigits.integerTens[dropped]
    var (whole, rest) = digits.mantissa.quotientAndRemainder(dividingBy: unit)
    if rest > unit / 2 || (rest == unit / 2 && whole & 1 == 1) { whole += 1 }
    if whole == 0 { return 0 }
    let rounded = DecimalDigits(mantissa: whole, exponent: -decimals, isNegative: digits.isNegative)
    return rounded.fastValue ?? value
  }

  /// At most 17 digits, so nothing of them is left out.
  private static func shortestDigits(of value: Double) -> DecimalDigits? {
    var text = "\(value)"
    return text.withUTF8 { bytes in
      var next = 0
      return bytes.baseAddress.flatMap {
        DecimalDigits.scan($0, from: 0, to: bytes.count, point: UInt8(ascii: "."), next: &next)
      }
    }
  }
}
