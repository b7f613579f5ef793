/// A calendar date without a zone (proleptic Gregorian), years 1 to 9999.
public struct LocalDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// 0 is 1970-01-01.
  public let daysSince1970: Int

  init(unchecked days: Int) { daysSince1970 = days }

  public init?(daysSince1970 days: Int) {
    guard (LocalDate.earliestDay...LocalDate.latestDay).contains(days) else { return nil }
    daysSince1970 = days
  }

  /// nil for a date that does not exist, such as 30 February.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
      day <= LocalDate.days(inMonth: month, ofYear: year)
    else { return nil }
    daysSince1970 = LocalDate.days(year: year, month: month, day: day)
  }

  /// Reads `YYYY-MM-DD`.
  public init?(_ text: String) {
    var scanner = DigitScanner(text)
    guard let year = scanner.number(digits: 4), scanner.skip("-"),
      let month = scanner.number(digits: 2), scanner.skip("-"),
      let day = scanner.number(digits: 2), scanner.isAtEnd
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  public static func < (a: LocalDate, b: LocalDate) -> Bool { a.daysSince1970 < b.daysSince1970 }

  public var description: String {
    let (year, month, day) = parts
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// 1 is Sunday, 7 Saturday.
  public var weekday: Int { (daysSince1970 % 7 + 11) % 7 + 1 }

  /// nil past the calendar's bounds.
  public func adding(days: Int) -> LocalDate? {
    let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
    return overflow ? nil : LocalDate(daysSince1970: sum)
  }

  /// The day is held to the length of the month; nil past the calendar's bounds.
  public func adding(months: Int) -> LocalDate? {
    let (year, month, day) = parts
    let (total, overflow) = (year * 12 + month - 1).addingReportingOverflow(months)
    guard !overflow, total >= 12, total < 120_000 else { return nil }
    let length = LocalDate.days(inMonth: total % 12 + 1, ofYear: total / 12)
    return LocalDate(year: total / 12, month: total % 12 + 1, day: min(day, length))
  }

  static let earliestDay = days(year: 1, month: 1, day: 1)
  static let latestDay = days(year: 9999, month: 12, day: 31)
}

extension LocalDate {
  static func days(inMonth month: Int, ofYear year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Days from civil: years begin in March, so that a leap day is the last of its year; 400 years are one era.
  private static func days(year: Int, month: Int, day: Int) -> Int {
    let marchYear = month <= 2 ? year - 1 : year
    let era = marchYear / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  var parts: (year: Int, month: Int, day: Int) {
    let shifted = daysSince1970 + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day)
  }
}

/// A date and a clock time without a zone.
public struct LocalTime: Hashable, Sendable {
  public var date: LocalDate
  /// Since 00:00 on the clock, 0..<86,400,000.
  public var milliseconds: Int

  public init(date: LocalDate, milliseconds: Int = 0) {
    self.date = date
    self.milliseconds = milliseconds
  }

  /// From milliseconds since 1970 as the wall clock shows them.
  init(wallMilliseconds wall: Int64) {
    let days = Int((Double(wall) / 86_400_000).rounded(.down))
    date = LocalDate(unchecked: days)
    milliseconds = Int(wall - Int64(days) * 86_400_000)
  }

  var wallMilliseconds: Int64 { Int64(date.daysSince1970) * 86_400_000 + Int64(milliseconds) }

  /// `hh:mm:ss`.
  var clockText: String {
    let seconds = milliseconds / 1000
    return "\(padded(seconds / 3600, 2)):\(padded(seconds / 60 % 60, 2)):\(padded(seconds % 60, 2))"
  }
}
