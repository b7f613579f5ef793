/// A schedule of a CareKit 1.x plan: counts on dates, without clock times. Only for reading such plans.
public struct V1Schedule: Hashable, Sendable {
  public enum Pattern: Hashable, Sendable {
    /// So many a day; so many days are left out between two that count.
    case daily(Int, skipDays: Int)
    /// Seven counts, Sunday first; so many weeks are left out between two that count.
    case weekly([Int], skipWeeks: Int)
  }

  public let pattern: Pattern
  public let start: LocalDate
  /// Included; nil is endless.
  public let end: LocalDate?

  public init(_ pattern: Pattern, start: LocalDate, end: LocalDate? = nil) throws(CareError) {
    let counts: [Int]
    let skip: Int
    switch pattern {
    case .daily(let count, let skipDays): (counts, skip) = ([count], skipDays)
    case .weekly(let week, let skipWeeks):
      guard week.count == 7 else { throw .invalidSchedule(element: nil, field: "pattern", .outOfRange) }
      (counts, skip) = (week, skipWeeks)
    }
    guard counts.allSatisfy({ (0...1000).contains($0) }) else {
      throw .invalidSchedule(element: nil, field: "pattern", .outOfRange)
    }
    guard (0...100_000).contains(skip) else {
      throw .invalidSchedule(element: nil, field: "skip", .outOfRange)
    }
    if let end, end < start { throw .invalidSchedule(element: nil, field: "end", .endNotAfterStart) }
    self.pattern = pattern
    self.start = start
    self.end = end
  }

  /// Whole days since the start.
  public func dayNumber(of day: LocalDate) -> Int { day.daysSince1970 - start.daysSince1970 }

  /// Events on a day; 0 before the start and after the end.
  public func count(on day: LocalDate) -> Int {
    guard day >= start, end.map({ day <= $0 }) ?? true else { return 0 }
    switch pattern {
    case .daily(let count, let skipDays): return dayNumber(of: day) % (skipDays + 1) == 0 ? count : 0
    case .weekly(let counts, let skipWeeks):
      // Weeks begin on Sunday; the one that holds the start is week 0.
      let week = (dayNumber(of: day) + start.weekday - 1) / 7
      return week % (skipWeeks + 1) == 0 ? counts[day.weekday - 1] : 0
    }
  }
}
