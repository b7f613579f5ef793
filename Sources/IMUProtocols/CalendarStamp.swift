/// Date and time of day as a device prints them, without a zone, as one count of nanoseconds.
package struct CalendarStamp: Hashable, Sendable {
  package var year: Int
  package var month: Int
  package var day: Int
  package var hour: Int
  package var minute: Int
  package var second: Int
  package var millisecond: Int

  package init(
    year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0, millisecond: Int = 0
  ) {
    (self.year, self.month, self.day) = (year, month, day)
    (self.hour, self.minute, self.second, self.millisecond) = (hour, minute, second, millisecond)
  }

  /// False for a date or a time that no clock shows, as before a device's clock was set.
  package var isPossible: Bool {
    1...12 ~= month && 1...31 ~= day && 0...23 ~= hour && 0...59 ~= minute && 0...60 ~= second
      && 0...999 ~= millisecond
  }

  /// ns since 1970-01-01.
  package var nanoseconds: Int64 {
    let seconds = ((Self.days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second
    return (Int64(seconds) * 1000 + Int64(millisecond)) * 1_000_000
  }

  /// From ns since 1970-01-01, cut to the millisecond.
  package init(nanoseconds: Int64) {
    let milliseconds = Int(Self.floor(nanoseconds, 1_000_000))
    let seconds = Int(Self.floor(Int64(milliseconds), 1000))
    let days = Int(Self.floor(Int64(seconds), 86400))
    let rest = seconds - days * 86400
    (year, month, day) = Self.date(days)
    (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60)
    millisecond = milliseconds - seconds * 1000
  }

  private static func floor(_ a: Int64, _ b: Int64) -> Int64 { a >= 0 ? a / b : -((b - 1 - a) / b) }

  /// Days from 1970-01-01 in the Gregorian calendar, years counted from March so that leap days come last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let y = month <= 2 ? year - 1 : year
    let era = Int(floor(Int64(y), 400))
    let yearOfEra = y - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func date(_ days: Int) -> (Int, Int, Int) {
    let z = days + 719_468
    let era = Int(floor(Int64(z), 146_097))
    let dayOfEra = z - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shifted = (5 * dayOfYear + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shifted + 2) / 5 + 1)
  }
}
