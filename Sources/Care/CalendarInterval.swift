/// How far apart two occurrences are. Every unit is zero or more, and one of them is more.
public struct CalendarInterval: Hashable, Sendable {
  public enum Unit: String, Hashable, Sendable, CaseIterable {
    case year, month, week, day, hour, minute, second
  }

  private var counts: [Int]

  /// Checks rule S1; nothing is changed.
  public init(_ units: [Unit: Int]) throws(CareError) {
    for (unit, count) in units where count < 0 || count > CalendarInterval.largestCount {
      throw .invalidSchedule(element: nil, field: "every.\(unit.rawValue)", .outOfRange)
    }
    counts = Unit.allCases.map { units[$0] ?? 0 }
    guard counts.contains(where: { $0 > 0 }) else {
      throw .invalidSchedule(element: nil, field: "every", .mustBePositive)
    }
  }

  private init(counts: [Int]) { self.counts = counts }

  public static let daily = CalendarInterval(counts: [0, 0, 0, 1, 0, 0, 0])
  public static let weekly = CalendarInterval(counts: [0, 0, 1, 0, 0, 0, 0])

  public subscript(unit: Unit) -> Int { counts[Unit.allCases.firstIndex(of: unit)!] }

  /// Beyond this nothing could start within the calendar.
  static let largestCount = 400_000_000_000

  var hasClockUnits: Bool { counts[4] > 0 || counts[5] > 0 || counts[6] > 0 }
  var hasCalendarUnits: Bool { counts[..<4].contains { $0 > 0 } }

  /// Mean length in milliseconds, only for guessing.
  var meanMilliseconds: Double {
    let lengths: [Double] = [31_556_952, 2_629_746, 604_800, 86_400, 3600, 60, 1]
    return zip(counts, lengths).reduce(0) { $0 + Double($1.0) * $1.1 } * 1000
  }
}

extension CalendarInterval {
  /// Years and months first, held to the length of the month, then weeks and days; nil past the calendar.
  func date(_ times: Int, after date: LocalDate) -> LocalDate? {
    guard let years = product(counts[0], times), let months = product(counts[1], times),
      let yearMonths = product(years, 12), let weeks = product(counts[2], times),
      let days = product(counts[3], times), let weekDays = product(weeks, 7)
    else { return nil }
    return date.adding(months: yearMonths + months)?.adding(days: weekDays + days)
  }

  /// Hours, minutes and seconds as elapsed milliseconds; nil past the calendar.
  func elapsedMilliseconds(_ times: Int) -> Int64? {
    guard let hours = product(counts[4], times), let minutes = product(counts[5], times),
      let seconds = product(counts[6], times)
    else { return nil }
    return Int64(hours) * 3_600_000 + Int64(minutes) * 60_000 + Int64(seconds) * 1000
  }

  /// nil if the product could not be a part of any date within the calendar.
  private func product(_ a: Int, _ b: Int) -> Int? {
    let (product, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow || product > 4 * CalendarInterval.largestCount ? nil : product
  }
}
