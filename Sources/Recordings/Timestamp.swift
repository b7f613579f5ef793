import DecimalText

/// Absolute times as text: RFC 3339, with T or a blank, with or without a fraction; the offset is required.
enum Timestamp {
  /// ns since 1970-01-01T00:00:00Z; nil when the text is no such time.
  static func parse(_ text: String) -> Int64? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, bytes[4] == dash, bytes[7] == dash, bytes[13] == colon, bytes[16] == colon,
      [UInt8(ascii: "T"), UInt8(ascii: "t"), UInt8(ascii: " ")].contains(bytes[10]),
      let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
      let hour = number(bytes[11..<13]), let minute = number(bytes[14..<16]),
      (1...12).contains(month), (1...daysIn(month, of: year)).contains(day), hour < 24, minute < 60
    else { return nil }
    let zone = bytes[19...].firstIndex {
      $0 | 0x20 == UInt8(ascii: "z") || $0 == dash || $0 == UInt8(ascii: "+")
    }
    guard let zone, let offset = offsetSeconds(bytes[zone...]) else { return nil }
    let fraction = bytes[17..<zone].withUnsafeBytes { DecimalText.parseScaled($0, scale: 9) }
    guard let fraction, (0..<61_000_000_000).contains(fraction), year >= 1900, year < 2200 else { return nil }
    let seconds = daysSince1970(year, month, day) * 86400 + hour * 3600 + minute * 60 - offset
    return Int64(seconds) * 1_000_000_000 + fraction
  }

  private static let dash = UInt8(ascii: "-")
  private static let colon = UInt8(ascii: ":")

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    var value = 0
    for digit in digits {
      guard digit >= UInt8(ascii: "0"), digit <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int(digit - UInt8(ascii: "0"))
    }
    return value
  }

  /// "Z", "+02:00" or "-0530".
  private static func offsetSeconds(_ text: ArraySlice<UInt8>) -> Int? {
    if text.count == 1 { return text.first! | 0x20 == UInt8(ascii: "z") ? 0 : nil }
    let digits = text.dropFirst().filter { $0 != colon }
    guard digits.count == 4, let hour = number(digits[0..<2]), let minute = number(digits[2..<4]), hour < 24,
      minute < 60
    else { return nil }
    return (hour * 3600 + minute * 60) * (text.first == dash ? -1 : 1)
  }

  private static func daysIn(_ month: Int, of year: Int) -> Int {
    if month == 2 { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28 }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days of the Gregorian calendar, counted from years that begin in March so that the leap day is the last.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }
}

extension Timestamp {
  /// RFC 3339 in UTC, with as many digits of the second as are needed.
  static func text(_ nanoseconds: Int64) -> String {
    let (second, fraction) = floorDivide(nanoseconds, 1_000_000_000)
    let (day, secondOfDay) = floorDivide(second, 86400)
    let (year, month, dayOfMonth) = date(day)
    let clock = [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60].map { padded($0, 2) }
    var digits = fraction == 0 ? "" : "." + padded(fraction, 9)
    while digits.hasSuffix("0") { digits.removeLast() }
    let calendar = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
    return "\(calendar)T\(clock.joined(separator: ":"))\(digits)Z"
  }

  private static func floorDivide(_ value: Int64, _ unit: Int64) -> (Int64, Int64) {
    let rest = (value % unit + unit) % unit
    return ((value - rest) / unit, rest)
  }

  private static func padded(_ value: Int64, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The inverse of `daysSince1970`, by 400-year cycles.
  private static func date(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let (cycle, dayOfCycle) = floorDivide(day + 719_468, 146_097)
    let yearOfCycle = (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfCycle + cycle * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * monthFromMarch + 2) / 5 + 1)
  }
}
