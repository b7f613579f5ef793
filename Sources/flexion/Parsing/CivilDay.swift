/// Checks of dates and times as people type them; what they mean is the business of `Care`.
enum CivilDay {
  /// YYYY-MM-DD of a day that exists.
  static func isDay(_ text: some StringProtocol) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
      let year = digits(bytes[0..<4]), let month = digits(bytes[5..<7]), let day = digits(bytes[8..<10]),
      (1...12).contains(month)
    else { return false }
    return (1...length(of: month, year: year)).contains(day)
  }

  /// RFC 3339 with `Z` or an offset: 2026-11-23T08:00:00+01:00.
  static func isInstant(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, isDay(text.prefix(10)), bytes[10] == UInt8(ascii: "T"),
      isClock(bytes[11..<19])
    else { return false }
    var rest = bytes[19...]
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      let fraction = rest.prefix { (48...57).contains($0) }
      guard !fraction.isEmpty else { return false }
      rest = rest.dropFirst(fraction.count)
    }
    if rest.elementsEqual([UInt8(ascii: "Z")]) { return true }
    guard rest.count == 6, rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") else {
      return false
    }
    return isClock(Array(rest.dropFirst()) + Array(":00".utf8))
  }

  private static func isClock(_ bytes: some Collection<UInt8>) -> Bool {
    let bytes = Array(bytes)
    guard bytes.count == 8, bytes[2] == UInt8(ascii: ":"), bytes[5] == UInt8(ascii: ":"),
      let hour = digits(bytes[0..<2]), let minute = digits(bytes[3..<5]), let second = digits(bytes[6..<8])
    else { return false }
    return hour < 24 && minute < 60 && second <= 60
  }

  private static func length(of month: Int, year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  private static func digits(_ bytes: some Collection<UInt8>) -> Int? {
    var value = 0
    for byte in bytes {
      guard (48...57).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 48)
    }
    return value
  }
}
