/// One repetition: from a start, every so often, for so long, until an end.
public struct ScheduleElement: Hashable, Sendable {
  /// Where a timed element begins.
  public enum Start: Hashable, Sendable {
    case instant(Instant)
    /// An asked clock time on the local day of `from`, or on the next day that is this weekday (1 is Sunday).
    case clockTime(hour: Int, minute: Int, weekday: Int?, from: Instant)
  }

  public enum Extent: Hashable, Sendable {
    /// An event may start before `end` only; it may run past it.
    case timed(Start, end: Instant?, seconds: Double)
    /// Local dates, the last one included; they float with the reader's zone.
    case allDay(first: LocalDate, last: LocalDate?)
  }

  public private(set) var label: String?
  public private(set) var extent: Extent
  public private(set) var every: CalendarInterval
  public var text: String?
  public var targets: [OutcomeValue]
  /// The zone whose clock a timed element follows; nil leaves it to the task, then to the reader.
  public private(set) var timeZone: Zone?

  public static let defaultSeconds: Double = 3600
  /// A hundred years: longer durations are slips.
  static let longestSeconds: Double = 3_155_760_000

  /// Checks rule S1.
  public init(
    label: String? = nil, extent: Extent, every: CalendarInterval, text: String? = nil,
    targets: [OutcomeValue] = [], timeZone: Zone? = nil
  ) throws(CareError) {
    self.label = label
    self.extent = extent
    self.every = every
    self.text = text
    self.targets = targets
    self.timeZone = timeZone
    try check()
  }

  private func check() throws(CareError) {
    switch extent {
    case .timed(let start, let end, let seconds):
      guard seconds >= 0, seconds <= ScheduleElement.longestSeconds else {
        throw .invalidSchedule(element: nil, field: "duration", .outOfRange)
      }
      try start.check()
      if let end, end <= start.reference {
        throw .invalidSchedule(element: nil, field: "end", .endNotAfterStart)
      }
    case .allDay(let first, let last):
      if every.hasClockUnits {
        throw .invalidSchedule(element: nil, field: "every", .clockUnitsInAllDay)
      }
      if let last, last < first {
        throw .invalidSchedule(element: nil, field: "end", .endNotAfterStart)
      }
    }
  }
}

extension ScheduleElement {
  /// An all-day element given by instants: their dates in `zone` count, the clock part of the start does not.
  ///
  /// The date of `end` is included unless `end` is its first moment.
  public static func allDay(
    label: String? = nil, start: Instant, end: Instant?, writtenIn zone: Zone, every: CalendarInterval,
    targets: [OutcomeValue] = [], timeZone: Zone? = nil
  ) throws(CareError) -> ScheduleElement {
    if let end, end <= start { throw .invalidSchedule(element: nil, field: "end", .endNotAfterStart) }
    let last = end.flatMap { end in
      let date = zone.date(at: end)
      return zone.start(of: date) == end ? date.adding(days: -1) : date
    }
    return try ScheduleElement(
      label: label, extent: .allDay(first: zone.date(at: start), last: last), every: every, targets: targets,
      timeZone: timeZone)
  }

  public var isAllDay: Bool {
    if case .allDay = extent { true } else { false }
  }

  /// Moves start and end; interval, duration, zone, text and targets stay. All-day dates move by whole days.
  public func offset(by interval: CalendarInterval, readIn zone: Zone) -> ScheduleElement? {
    let zone = timeZone ?? zone
    var moved = self
    switch extent {
    case .allDay(let first, let last):
      guard let newFirst = interval.date(1, after: first) else { return nil }
      moved.extent = .allDay(first: newFirst, last: last.flatMap { interval.date(1, after: $0) })
    case .timed(let start, let end, let seconds):
      guard let newStart = interval.instant(1, after: start.first(in: zone), in: zone) else { return nil }
      let newEnd = end.flatMap { interval.instant(1, after: $0, in: zone) }
      moved.extent = .timed(.instant(newStart), end: newEnd, seconds: seconds)
    }
    return moved
  }
}

extension ScheduleElement.Start {
  /// What an end must lie after.
  var reference: Instant {
    switch self {
    case .instant(let instant), .clockTime(_, _, _, let instant): instant
    }
  }

  func check() throws(CareError) {
    guard case .clockTime(let hour, let minute, let weekday, _) = self else { return }
    guard (0...23).contains(hour) else {
      throw .invalidSchedule(element: nil, field: "hour", .outOfRange)
    }
    guard (0...59).contains(minute) else {
      throw .invalidSchedule(element: nil, field: "minutes", .outOfRange)
    }
    guard weekday.map((1...7).contains) ?? true else {
      throw .invalidSchedule(element: nil, field: "weekday", .outOfRange)
    }
  }

  /// Event 0. An asked clock time that the first day lacks gives the first moment after the gap.
  func first(in zone: Zone) -> Instant {
    switch self {
    case .instant(let instant): instant
    case .clockTime: zone.firstInstant(from: clock(in: zone))
    }
  }

  /// Date and clock time from which occurrences are counted.
  func clock(in zone: Zone) -> LocalTime {
    switch self {
    case .instant(let instant): return zone.localTime(at: instant)
    case .clockTime(let hour, let minute, let weekday, let from):
      let day = zone.date(at: from)
      let wait = weekday.map { ($0 - day.weekday + 7) % 7 } ?? 0
      let date = day.adding(days: wait) ?? day
      return LocalTime(date: date, milliseconds: (hour * 60 + minute) * 60_000)
    }
  }
}

extension CalendarInterval {
  /// Calendar units on the clock of the zone, then clock units as elapsed time; nil past the calendar.
  func instant(_ times: Int, after start: Instant, clock: LocalTime? = nil, in zone: Zone) -> Instant? {
    guard times != 0 else { return start }
    guard let elapsed = elapsedMilliseconds(times) else { return nil }
    var instant = start
    if hasCalendarUnits {
      let clock = clock ?? zone.localTime(at: start)
      guard let date = date(times, after: clock.date) else { return nil }
      instant = zone.instant(at: LocalTime(date: date, milliseconds: clock.milliseconds))
    }
    instant = instant.advanced(byMilliseconds: elapsed)
    return instant <= Instant.latest ? instant : nil
  }
}
