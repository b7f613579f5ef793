/// The digits of one decimal number, read from bytes, before it is turned into a Double or an integer.
///
/// Value: `mantissa * 10^exponent`, negative if `isNegative`. At most 19 digits are kept; digits beyond them are
/// counted into the exponent, and the first of them is remembered for rounding.
package struct DecimalDigits {
  package var mantissa: UInt64 = 0
  package var exponent = 0
  package var isNegative = false
  /// Digits were left out; the mantissa alone is not the whole number.
  package var isTruncated = false
  /// First digit that was left out, 0 when none was.
  package var firstDropped: UInt8 = 0

  /// Reads a number at the front of `text[start..<end]`; nil when there is none.
  ///
  /// Accepts a sign, digits with at most one decimal mark, and an exponent. `next` is the place after the number.
  package static func scan(
    _ text: UnsafePointer<UInt8>, from start: Int, to end: Int, point: UInt8, next: inout Int
  ) -> DecimalDigits? {
    var digits = DecimalDigits()
    var place = start
    if place < end, text[place] == minus || text[place] == plus {
      digits.isNegative = text[place] == minus
      place += 1
    }
    let first = place
    place = digits.takeDigits(text, from: place, to: end)
    var count = place - first
    if place < end, text[place] == point {
      let fraction = place + 1
      place = digits.takeDigits(text, from: fraction, to: end)
      count += place - fraction
      digits.exponent -= place - fraction
    }
    guard count > 0 else { return nil }
    next = digits.takeExponent(text, from: place, to: end)
    return digits
  }

  private mutating func takeDigits(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    var place = start
    while place < end {
      let digit = text[place] &- zero
      guard digit < 10 else { break }
      if mantissa < Self.roomForDigit {
        mantissa = mantissa &* 10 &+ UInt64(digit)
      } else {
        if !isTruncated { firstDropped = digit }
        isTruncated = true
        exponent += 1
      }
      place += 1
    }
    return place
  }

  /// An `e` without digits after it is not part of the number.
  private mutating func takeExponent(_ text: UnsafePointer<UInt8>, from start: Int, to end: Int) -> Int {
    guard start < end, text[start] | 0x20 == UInt8(ascii: "e") else { return start }
    var place = start + 1
    var isDown = false
    if place < end, text[place] == minus || text[place] == plus {
      isDown = text[place] == minus
      place += 1
    }
    let first = place
    var power = 0
    while place < end, text[place] &- zero < 10 {
      // Beyond this the value is 0 or too large, whatever follows.
      if power < 1_000_000 { power = power * 10 + Int(text[place] - zero) }
      place += 1
    }
    guard place > first else { return start }
    exponent += isDown ? -power : power
    return place
  }

  /// Below this, one more digit fits without overflow: 19 digits at most.
  private static let roomForDigit: UInt64 = 1_000_000_000_000_000_000
}

let zero = UInt8(ascii: "0")
let minus = UInt8(ascii: "-")
let plus = UInt8(ascii: "+")
