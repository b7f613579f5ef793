/// An ordered list of elements; their events are merged and numbered from 0.
public struct Schedule: Hashable, Sendable {
  public let elements: [ScheduleElement]

  /// Refuses an empty list.
  public init(_ elements: [ScheduleElement]) throws(CareError) {
    guard !elements.isEmpty else {
      throw .invalidSchedule(element: nil, field: "elements", .missing)
    }
    self.elements = elements
  }

  private init(unchecked elements: [ScheduleElement]) { self.elements = elements }

  /// Every day at a clock time, from the local day of `start`, even if that moment lies before `start`.
  public static func daily(
    hour: Int, minute: Int, from start: Instant, end: Instant? = nil,
    seconds: Double = ScheduleElement.defaultSeconds, timeZone: Zone? = nil
  ) throws(CareError) -> Schedule {
    let clock = ScheduleElement.Start.clockTime(hour: hour, minute: minute, weekday: nil, from: start)
    return try Schedule([
      ScheduleElement(
        label: "daily", extent: .timed(clock, end: end, seconds: seconds), every: .daily, timeZone: timeZone)
    ])
  }

  /// Every week; weekday 1 is Sunday.
  public static func weekly(
    weekday: Int, hour: Int, minute: Int, from start: Instant, end: Instant? = nil,
    seconds: Double = ScheduleElement.defaultSeconds, timeZone: Zone? = nil
  ) throws(CareError) -> Schedule {
    let clock = ScheduleElement.Start.clockTime(hour: hour, minute: minute, weekday: weekday, from: start)
    return try Schedule([
      ScheduleElement(
        label: "weekly", extent: .timed(clock, end: end, seconds: seconds), every: .weekly,
        timeZone: timeZone)
    ])
  }

  /// So many events a date without clock times; the end day is included.
  public static func perDay(_ count: Int, from first: LocalDate, through last: LocalDate? = nil)
    throws(CareError) -> Schedule
  {
    guard (1...1000).contains(count) else {
      throw .invalidSchedule(element: nil, field: "perDay", .outOfRange)
    }
    let element = try ScheduleElement(extent: .allDay(first: first, last: last), every: .daily)
    return try Schedule(Array(repeating: element, count: count))
  }

  /// nil if an element would leave the calendar.
  public func offset(by interval: CalendarInterval, readIn zone: Zone) -> Schedule? {
    let moved = elements.compactMap { $0.offset(by: interval, readIn: zone) }
    return moved.count == elements.count ? Schedule(unchecked: moved) : nil
  }
}

/// Whose clocks a schedule is read with.
public struct ScheduleZones: Hashable, Sendable {
  /// Days are the reader's days, and all-day dates float to them.
  public var reader: Zone
  /// The zone of the task, for timed elements that name none.
  public var task: Zone?
  /// Where the task was added: with `task` it decides which version owns an all-day event.
  public var addedIn: Zone?

  public init(reader: Zone, task: Zone? = nil, addedIn: Zone? = nil) {
    self.reader = reader
    self.task = task
    self.addedIn = addedIn
  }

  var owner: Zone { task ?? addedIn ?? reader }
}

/// One occurrence of a schedule.
public struct ScheduleEvent: Hashable, Sendable {
  /// Position in the merged list from the schedule's beginning.
  public var number: Int
  /// Which element of the schedule, from 0.
  public var element: Int
  public var label: String?
  /// As the reader sees it.
  public var start: Instant
  public var end: Instant
  /// Only all-day events have a date of their own.
  public var date: LocalDate?
  /// Decides order and which task version owns the event; the same for every reader.
  public var ownedFrom: Instant
  public var targets: [OutcomeValue]

  public var isAllDay: Bool { date != nil }
}
