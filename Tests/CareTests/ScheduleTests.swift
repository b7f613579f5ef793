import Care
import Testing

@Suite struct ScheduleTests {
  private let berlin = Zone("Europe/Berlin")!
  private let kolkata = Zone("Asia/Kolkata")!
  private let newYork = Zone("America/New_York")!

  private func at(_ text: String) -> Instant { Instant(rfc3339: text)! }
  private func day(_ text: String) -> LocalDate { LocalDate(text)! }

  private func timed(
    _ start: String, _ every: [CalendarInterval.Unit: Int], seconds: Double = 3600, end: String? = nil,
    zone: Zone? = nil, label: String? = nil
  ) throws -> ScheduleElement {
    try ScheduleElement(
      label: label, extent: .timed(.instant(at(start)), end: end.map(at), seconds: seconds),
      every: CalendarInterval(every), timeZone: zone)
  }

  private func starts(_ schedule: Schedule, _ zones: ScheduleZones, _ count: Int) -> [String] {
    EventSequence(schedule, zones).first(count).map { $0.start.rfc3339(in: zones.task ?? zones.reader) }
  }

  @Test func `calendar units keep the clock and elapsed units keep the hours over a clock change`() throws {
    let zones = ScheduleZones(reader: berlin)
    let daily = try Schedule([timed("2026-03-28T08:00:00+01:00", [.day: 1])])
    #expect(starts(daily, zones, 2).last == "2026-03-29T08:00:00+02:00")
    let hours = try Schedule([timed("2026-03-28T08:00:00+01:00", [.hour: 24])])
    #expect(starts(hours, zones, 2).last == "2026-03-29T09:00:00+02:00")
  }

  @Test func `a time shifted by a gap is shifted on that date only`() throws {
    let schedule = try Schedule([timed("2026-03-28T02:30:00+01:00", [.day: 1])])
    #expect(
      starts(schedule, ScheduleZones(reader: berlin), 3) == [
        "2026-03-28T02:30:00+01:00", "2026-03-29T03:30:00+02:00", "2026-03-30T02:30:00+02:00",
      ])
  }

  @Test func `day 31 monthly and 29 February yearly come back to their day`() throws {
    let zones = ScheduleZones(reader: .utc)
    let monthly = try Schedule([timed("2026-01-31T09:00:00Z", [.month: 1])])
    #expect(
      starts(monthly, zones, 4).map { $0.prefix(10) } == [
        "2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30",
      ])
    let yearly = try Schedule([timed("2024-02-29T09:00:00Z", [.year: 1])])
    #expect(starts(yearly, zones, 5).map { $0.prefix(10) }.last == "2028-02-29")
  }

  @Test func `an interval of a day and twelve hours is fine`() throws {
    let schedule = try Schedule([timed("2026-03-02T08:00:00Z", [.day: 1, .hour: 12])])
    #expect(
      starts(schedule, ScheduleZones(reader: .utc), 3) == [
        "2026-03-02T08:00:00+00:00", "2026-03-03T20:00:00+00:00", "2026-03-05T08:00:00+00:00",
      ])
  }

  @Test func `a task zone rules where an element has none, and an element's own zone before it`() throws {
    let element = try timed("2026-03-28T08:00:00+01:00", [.day: 1])
    let reader = ScheduleZones(reader: kolkata, task: berlin)
    #expect(starts(try Schedule([element]), reader, 2).last == "2026-03-29T08:00:00+02:00")
    let own = try timed("2026-03-28T08:00:00+01:00", [.day: 1], zone: newYork)
    #expect(starts(try Schedule([own]), reader, 2).last == "2026-03-29T09:00:00+02:00")
  }

  @Test(arguments: ["Europe/Berlin", "Asia/Kolkata", "America/New_York", "Pacific/Apia"])
  func `an all-day date is the same number for every reader`(reader: String) throws {
    let reader = try #require(Zone(reader))
    let element = try ScheduleElement.allDay(
      start: at("2026-03-02T09:15:00-05:00"), end: nil, writtenIn: newYork, every: .daily)
    let zones = ScheduleZones(reader: reader, task: berlin)
    let events = EventSequence(try Schedule([element]), zones).events(on: day("2026-03-29"))
    #expect(events.map(\.number) == [27])
    #expect(events.first?.start == reader.start(of: day("2026-03-29")))
    #expect(events.first?.ownedFrom == berlin.start(of: day("2026-03-29")))
    #expect(events.first.map { reader.localTime(at: $0.end).milliseconds } == 86_399_000)
  }

  @Test func `an end at midnight excludes its date, a later one includes it`() throws {
    for (end, count) in [("2026-03-30T00:00:00+02:00", 2), ("2026-03-30T00:00:01+02:00", 3)] {
      let element = try ScheduleElement.allDay(
        start: at("2026-03-28T10:00:00+01:00"), end: at(end), writtenIn: berlin, every: .daily)
      let sequence = EventSequence(try Schedule([element]), ScheduleZones(reader: berlin))
      #expect(sequence.first(10).count == count)
      #expect(sequence.event(number: count) == nil)
    }
  }

  @Test
  func
    `an asked clock time that the first day lacks gives the first moment after the gap, later days return`()
    throws
  {
    let schedule = try Schedule.daily(hour: 2, minute: 30, from: at("2026-03-29T12:00:00+02:00"))
    #expect(
      starts(schedule, ScheduleZones(reader: berlin), 2) == [
        "2026-03-29T03:00:00+02:00", "2026-03-30T02:30:00+02:00",
      ])
  }

  @Test func `several events a date have numbers of their own`() throws {
    let schedule = try Schedule.perDay(2, from: day("2026-02-27"), through: day("2026-03-02"))
    let sequence = EventSequence(schedule, ScheduleZones(reader: berlin))
    #expect(sequence.events(on: day("2026-03-02")).map(\.number) == [6, 7])
    #expect(sequence.events(on: day("2026-03-03")).isEmpty)
    #expect(sequence.event(number: 7)?.element == 1)
    #expect(sequence.event(number: 8) == nil)
  }

  @Test func `number and look-up agree for a composed schedule`() throws {
    let schedule = try Schedule([
      timed("2026-03-02T00:00:00Z", [.week: 1], seconds: 172_800, label: "long"),
      timed("2026-03-02T08:00:00Z", [.day: 1], end: "2026-04-01T08:00:00Z", label: "short"),
      timed("2026-03-02T08:00:00Z", [.hour: 36], label: "odd"),
      ScheduleElement(extent: .allDay(first: day("2026-03-03"), last: nil), every: .weekly),
    ])
    let sequence = EventSequence(schedule, ScheduleZones(reader: berlin, task: newYork))
    let first = sequence.first(300)
    #expect(first.map(\.number) == Array(0..<300))
    for event in first { #expect(sequence.event(number: event.number) == event) }
    let window = sequence.starting(from: at("2026-03-20T00:00:00Z"), to: at("2026-06-01T00:00:00Z"))
    #expect(window.allSatisfy { first[$0.number] == $0 })
    #expect(window.count > 80)
  }

  @Test func `a century of seconds is looked up without counting through it`() throws {
    let schedule = try Schedule([
      timed("1926-01-01T00:00:00Z", [.second: 1], seconds: 0), timed("1926-01-01T00:00:00Z", [.second: 7]),
    ])
    let sequence = EventSequence(schedule, ScheduleZones(reader: .utc))
    let events = sequence.starting(from: at("2026-01-01T00:00:00Z"), to: at("2026-01-01T00:00:01Z"))
    let seconds = 36_525 * 86_400
    #expect(events.first?.number == seconds + (seconds + 6) / 7)
    #expect(sequence.event(number: events[0].number) == events[0])
  }

  @Test func `an event belongs to the day of its start only`() throws {
    let schedule = try Schedule([timed("2026-03-02T23:00:00Z", [.week: 1])])
    let sequence = EventSequence(schedule, ScheduleZones(reader: .utc))
    #expect(sequence.events(on: day("2026-03-02")).count == 1)
    #expect(sequence.events(on: day("2026-03-03")).isEmpty)
    let next = sequence.overlapping(from: at("2026-03-03T00:00:00Z"), to: at("2026-03-04T00:00:00Z"))
    #expect(next.map(\.number) == [0])
  }

  @Test func `an event that still runs is left out of what goes on once its element has closed`() throws {
    let element = try timed(
      "2026-03-02T08:00:00Z", [.day: 1], seconds: 7200, end: "2026-03-02T09:00:00Z")
    let sequence = EventSequence(try Schedule([element]), ScheduleZones(reader: .utc))
    let to = at("2026-03-02T12:00:00Z")
    #expect(sequence.overlapping(from: at("2026-03-02T08:59:59Z"), to: to).count == 1)
    #expect(sequence.overlapping(from: at("2026-03-02T09:00:00Z"), to: to).isEmpty)
  }

  @Test(arguments: [
    [CalendarInterval.Unit.day: 0], [:], [.day: -1, .hour: 30], [.second: .max], [.month: 1, .day: -1],
  ])
  func `an interval that does not move forward is refused`(units: [CalendarInterval.Unit: Int]) {
    #expect(throws: CareError.self) { try CalendarInterval(units) }
  }

  @Test func `refusals name the field`() throws {
    let start = ScheduleElement.Start.instant(at("2026-03-02T08:00:00Z"))
    #expect(throws: CareError.invalidSchedule(element: nil, field: "duration", .outOfRange)) {
      try ScheduleElement(extent: .timed(start, end: nil, seconds: -1), every: .daily)
    }
    #expect(throws: CareError.invalidSchedule(element: nil, field: "duration", .outOfRange)) {
      try ScheduleElement(extent: .timed(start, end: nil, seconds: .nan), every: .daily)
    }
    #expect(throws: CareError.invalidSchedule(element: nil, field: "end", .endNotAfterStart)) {
      try ScheduleElement(extent: .timed(start, end: at("2026-03-02T08:00:00Z"), seconds: 1), every: .daily)
    }
    #expect(throws: CareError.invalidSchedule(element: nil, field: "weekday", .outOfRange)) {
      try Schedule.weekly(weekday: 8, hour: 8, minute: 0, from: at("2026-03-02T08:00:00Z"))
    }
  }

  @Test func `the largest interval and duration leave the calendar without a trap`() throws {
    let element = try ScheduleElement(
      extent: .timed(.instant(at("9998-03-02T08:00:00Z")), end: nil, seconds: 3_155_760_000),
      every: CalendarInterval([.year: 399_999_999_999, .hour: 399_999_999_999]))
    let sequence = EventSequence(try Schedule([element, element]), ScheduleZones(reader: .utc))
    #expect(sequence.first(5).count == 2)
    #expect(sequence.event(number: 1)?.element == 1)
    #expect(sequence.event(number: .max) == nil)
    #expect(sequence.event(number: -1) == nil)
    #expect(sequence.events(on: day("9999-12-31")).isEmpty)
    #expect(sequence.exists(on: day("9999-12-31")))
  }
}
