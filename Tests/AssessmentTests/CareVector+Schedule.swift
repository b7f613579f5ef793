import Care
import JSONText
import Testing

@testable import Assessment

extension CareVector {
  private static let scheduleKeys = ["elements", "dailyAtTime", "weeklyAtTime", "offset", "createdIn"]

  /// The reader's zone.
  func zone(_ name: String? = nil) throws -> Zone {
    let name = name ?? zoneName ?? "UTC"
    return try #require(Zone(name), "zone \(name)")
  }

  func instant(_ cursor: JSONCursor) throws -> Instant {
    try #require(Instant(rfc3339: try cursor.text()), "\(cursor.path)")
  }

  private func fields(_ more: [String]) throws -> JSONFields {
    try input.fields(only: CareVector.scheduleKeys + more)
  }

  /// Elements are read by the reader of plan files.
  private func schedule(_ fields: JSONFields) throws -> Schedule {
    let reader = try zone()
    let writtenIn = try fields["createdIn"].map { cursor in try zone(cursor.text()) } ?? reader
    let built = try fields["elements"].map { cursor in try CareVector.schedule(cursor, in: writtenIn) }
    let schedule = try built ?? atTime(fields)
    guard let offset = fields["offset"] else { return schedule }
    var units: [CalendarInterval.Unit: Int] = [:]
    for (key, cursor) in try offset.anyFields().cursors {
      units[try #require(CalendarInterval.Unit(rawValue: key))] = try cursor.integer()
    }
    return try #require(schedule.offset(by: try CalendarInterval(units), readIn: reader))
  }

  static func schedule(_ elements: JSONCursor, in zone: Zone) throws -> Schedule {
    let epoch = LocalDate("2000-01-01")!
    let start = PlanStart(plan: "", firstDay: epoch, appliedAt: zone.start(of: epoch), zone: zone)
    let cursor = JSONCursor(.object(["elements": elements.value]))
    return try PlanReader(start: start, zone: zone).schedule(cursor)
  }

  private func atTime(_ fields: JSONFields) throws -> Schedule {
    if let daily = fields["dailyAtTime"] {
      let daily = try daily.fields(only: ["hour", "minutes", "start", "end"])
      return try .daily(
        hour: daily.required("hour").integer(), minute: daily.required("minutes").integer(),
        from: instant(daily.required("start")), end: daily["end"].map(instant))
    }
    let weekly = try fields.required("weeklyAtTime")
      .fields(only: ["weekday", "hour", "minutes", "start", "end"])
    return try .weekly(
      weekday: weekly.required("weekday").integer(), hour: weekly.required("hour").integer(),
      minute: weekly.required("minutes").integer(), from: instant(weekly.required("start")),
      end: weekly["end"].map(instant))
  }

  private func sequence(_ fields: JSONFields) throws -> EventSequence {
    EventSequence(try schedule(fields), ScheduleZones(reader: try zone()))
  }

  func scheduleEvents() throws -> JSONValue {
    let fields = try fields(["from", "to"])
    let events = try sequence(fields)
      .overlapping(from: instant(fields.required("from")), to: instant(fields.required("to")))
    return answer(events)
  }

  func eventsOnDay() throws -> JSONValue {
    let fields = try fields(["day"])
    let day = try #require(LocalDate(fields.required("day").text()))
    return answer(try sequence(fields).events(on: day))
  }

  func scheduleFirst() throws -> JSONValue {
    let fields = try fields(["count"])
    return answer(try sequence(fields).first(fields.required("count").integer()))
  }

  func scheduleNth() throws -> JSONValue {
    let fields = try fields(["index"])
    let event = try sequence(fields).event(number: fields.required("index").integer())
    return .object(["event": event.map(CareVector.json) ?? .null])
  }

  func scheduleBounds() throws -> JSONValue {
    let sequence = try sequence(try fields([]))
    return .object(["start": .instant(sequence.start), "end": .instant(sequence.end)])
  }

  func scheduleExists() throws -> JSONValue {
    let fields = try fields(["day"])
    let day = try zone().date(at: instant(fields.required("day")))
    return .object(["exists": .bool(try sequence(fields).exists(on: day))])
  }

  func scheduleValidate() throws -> JSONValue {
    let fields = try fields([])
    do {
      _ = try schedule(fields)
      return .object(["valid": .bool(true)])
    } catch is PlanError {
      return .object(["valid": .bool(false)])
    } catch is CareError {
      return .object(["valid": .bool(false)])
    }
  }

  func durationDecode() throws -> JSONValue {
    let text = try input.fields(only: ["json"]).required("json").text()
    do {
      switch try ElementDuration(JSONCursor(JSONValue(parsing: text))) {
      case .allDay: return .object(["duration": .string("allDay")])
      case .seconds(let seconds): return .object(["duration": .number(seconds)])
      }
    } catch let error as PlanError {
      return .object(["error": .string(error.code)])
    }
  }

  private func answer(_ events: [ScheduleEvent]) -> JSONValue {
    .object([
      "events": .array(events.map(CareVector.json)), "occurrences": .list(events.map(\.number)),
      "starts": .array(events.map { .instant($0.start) }),
    ])
  }

  static func json(_ event: ScheduleEvent) -> JSONValue {
    .object([
      "element": .optional(event.label), "start": .instant(event.start), "end": .instant(event.end),
      "occurrence": .integer(event.number),
    ])
  }
}
