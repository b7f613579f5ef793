/// A moment, in whole milliseconds since 1970-01-01T00:00:00Z, within the years 1 to 9999.
public struct Instant: Hashable, Comparable, Sendable {
  public var milliseconds: Int64

  public init(milliseconds: Int64) { self.milliseconds = milliseconds }

  /// Rounded to the millisecond; nil outside the years 1 to 9999 and for numbers that are not finite.
  public init?(secondsSince1970 seconds: Double) {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return nil }
    self.init(milliseconds: Int64((seconds * 1000).rounded()))
    guard Instant.earliest <= self, self <= Instant.latest else { return nil }
  }

  public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }

  public func advanced(byMilliseconds step: Int64) -> Instant {
    Instant(milliseconds: milliseconds + step)
  }

  public func advanced(bySeconds seconds: Double) -> Instant {
    advanced(byMilliseconds: Int64((seconds * 1000).rounded()))
  }

  /// 0001-01-01T00:00:00Z.
  public static let earliest = Instant(milliseconds: -62_135_596_800_000)
  /// The last millisecond of the year 9999.
  public static let latest = Instant(milliseconds: 253_402_300_799_999)
}

extension Instant {
  /// Reads RFC 3339 text such as `2026-03-02T08:00:00.5+01:00`; digits beyond the millisecond are dropped.
  public init?(rfc3339 text: String) {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(digits: 4), scanner.skip("-"),
      let month = scanner.number(digits: 2), scanner.skip("-"),
      let day = scanner.number(digits: 2), scanner.skip("Tt"),
      let hour = scanner.number(digits: 2), scanner.skip(":"),
      let minute = scanner.number(digits: 2), scanner.skip(":"),
      let second = scanner.number(digits: 2), let fraction = scanner.milliseconds(),
      let offset = scanner.offsetSeconds(), scanner.isAtEnd,
      let date = LocalDate(year: year, month: month, day: day), hour < 24, minute < 60, second < 60
    else { return nil }
    let wall = Int64(date.daysSince1970) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    self.init(milliseconds: (wall - Int64(offset)) * 1000 + Int64(fraction))
    guard Instant.earliest <= self, self <= Instant.latest else { return nil }
  }

  /// RFC 3339 with `Z`; milliseconds only where there are some.
  public var rfc3339: String { text(offsetSeconds: 0, suffix: "Z", alwaysMilliseconds: false) }

  /// RFC 3339 with `Z` and always three decimals: sorts as text.
  public var sortableText: String { text(offsetSeconds: 0, suffix: "Z", alwaysMilliseconds: true) }

  /// RFC 3339 with the offset of the zone at this moment.
  public func rfc3339(in zone: Zone) -> String {
    let offset = zone.offset(at: self)
    let minutes = abs(offset) / 60
    let suffix = "\(offset < 0 ? "-" : "+")\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
    return text(offsetSeconds: offset, suffix: suffix, alwaysMilliseconds: false)
  }

  private func text(offsetSeconds: Int, suffix: String, alwaysMilliseconds: Bool) -> String {
    let wall = LocalTime(wallMilliseconds: milliseconds + Int64(offsetSeconds) * 1000)
    let fraction = wall.milliseconds % 1000
    let decimals = fraction != 0 || alwaysMilliseconds ? "." + padded(fraction, 3) : ""
    return "\(wall.date)T\(wall.clockText)\(decimals)\(suffix)"
  }
}

func padded(_ number: Int, _ width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}

/// Reads fixed-width ASCII digits.
struct DigitScanner {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  var isAtEnd: Bool { rest.isEmpty }

  mutating func number(digits: Int) -> Int? {
    guard rest.count >= digits else { return nil }
    var value = 0
    for byte in rest.prefix(digits) {
      guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    rest = rest.dropFirst(digits)
    return value
  }

  /// Passes one character out of `characters`.
  mutating func skip(_ characters: String) -> Bool {
    guard let next = rest.first, characters.utf8.contains(next) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// An optional fraction of a second; nil for a point without digits.
  mutating func milliseconds() -> Int? {
    guard skip(".") else { return 0 }
    var digits: [Int] = []
    while let digit = number(digits: 1) { digits.append(digit) }
    guard !digits.isEmpty else { return nil }
    return (digits + [0, 0, 0]).prefix(3).reduce(0) { $0 * 10 + $1 }
  }

  /// `Z` or `+hh:mm`.
  mutating func offsetSeconds() -> Int? {
    if skip("Zz") { return 0 }
    let isNegative = rest.first == UInt8(ascii: "-")
    guard skip("+-"), let hours = number(digits: 2), skip(":"), let minutes = number(digits: 2),
      hours < 24, minutes < 60
    else { return nil }
    return (isNegative ? -1 : 1) * (hours * 3600 + minutes * 60)
  }
}
