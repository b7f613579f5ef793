import Care
import JSONText

extension PlanReader {
  private static let elementKeys = [
    "label", "allDay", "start", "end", "every", "duration", "text", "targets", "timeZone",
  ]

  /// One of: `elements`, `dailyAtTime`, `weeklyAtTime`, `perDay`, or the keys of a single element.
  func schedule(_ cursor: JSONCursor) throws(PlanError) -> Schedule {
    guard case .object(let object) = cursor.value else { return try elements([cursor], of: cursor) }
    let keys = object.keys
    if keys.contains("elements") {
      let fields = try cursor.planFields(["elements"])
      return try elements(try fields.planRequired("elements").planList(), of: cursor)
    }
    if keys.contains("dailyAtTime") || keys.contains("weeklyAtTime") { return try atTime(cursor) }
    if keys.contains("perDay") { return try perDay(cursor) }
    return try elements([cursor], of: cursor)
  }

  private func elements(_ cursors: [JSONCursor], of cursor: JSONCursor) throws(PlanError) -> Schedule {
    var elements: [ScheduleElement] = []
    for cursor in cursors { elements.append(try element(cursor)) }
    return try cursor.obey { () throws(CareError) in try Schedule(elements) }
  }

  private func atTime(_ cursor: JSONCursor) throws(PlanError) -> Schedule {
    let fields = try cursor.planFields([
      "dailyAtTime", "weeklyAtTime", "weekday", "start", "end", "duration", "timeZone",
    ])
    let ownZone = try fields["timeZone"]?.planZone()
    let from = try instant(try fields.planRequired("start"), in: ownZone)
    var end: Instant?
    if let cursor = fields["end"] { end = try instant(cursor, in: ownZone) }
    let seconds = try fields["duration"]?.planNumber() ?? ScheduleElement.defaultSeconds
    if let daily = fields["dailyAtTime"] {
      let (hour, minute) = try clockTime(daily)
      return try cursor.obey { () throws(CareError) in
        try .daily(hour: hour, minute: minute, from: from, end: end, seconds: seconds, timeZone: ownZone)
      }
    }
    let (hour, minute) = try clockTime(try fields.planRequired("weeklyAtTime"))
    let weekday = try fields.planRequired("weekday").planInteger()
    return try cursor.obey { () throws(CareError) in
      try .weekly(
        weekday: weekday, hour: hour, minute: minute, from: from, end: end, seconds: seconds,
        timeZone: ownZone)
    }
  }

  private func perDay(_ cursor: JSONCursor) throws(PlanError) -> Schedule {
    let fields = try cursor.planFields(["perDay", "startDay", "endDay"])
    let count = try fields.planRequired("perDay").planInteger()
    let first = try date(try fields.planRequired("startDay"))
    var last: LocalDate?
    if let cursor = fields["endDay"] { last = try date(cursor) }
    return try cursor.obey { () throws(CareError) in try .perDay(count, from: first, through: last) }
  }

  /// `hh:mm`.
  private func clockTime(_ cursor: JSONCursor) throws(PlanError) -> (hour: Int, minute: Int) {
    let text = try cursor.planText()
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.count == 2 }), let hour = Int(parts[0]),
      let minute = Int(parts[1]), (0...23).contains(hour), (0...59).contains(minute)
    else { throw .invalid(path: cursor.path, .noClockTime) }
    return (hour, minute)
  }

  private func element(_ cursor: JSONCursor) throws(PlanError) -> ScheduleElement {
    let fields = try cursor.planFields(PlanReader.elementKeys)
    let ownZone = try fields["timeZone"]?.planZone()
    let every = try interval(try fields.planRequired("every"))
    let extent = try extent(fields, in: ownZone ?? zone)
    let label = try fields["label"]?.planText()
    let text = try fields["text"]?.planText()
    var targets: [OutcomeValue] = []
    for cursor in try fields["targets"]?.planList() ?? [] { targets.append(try target(cursor)) }
    return try cursor.obey { () throws(CareError) in
      try ScheduleElement(
        label: label, extent: extent, every: every, text: text, targets: targets, timeZone: ownZone)
    }
  }

  private func extent(_ fields: JSONFields, in zone: Zone) throws(PlanError) -> ScheduleElement.Extent {
    let startField = try fields.planRequired("start")
    let start = try instant(startField, in: zone)
    var end: Instant?
    if let cursor = fields["end"] { end = try instant(cursor, in: zone) }
    var duration = ElementDuration.seconds(ScheduleElement.defaultSeconds)
    if let cursor = fields["duration"] { duration = try ElementDuration(cursor) }
    if try fields["allDay"]?.planBool() ?? false { duration = .allDay }
    guard case .seconds(let seconds) = duration else {
      return try startField.obey { () throws(CareError) in
        try ScheduleElement.allDay(start: start, end: end, writtenIn: zone, every: .daily).extent
      }
    }
    return .timed(.instant(start), end: end, seconds: seconds)
  }

  private func interval(_ cursor: JSONCursor) throws(PlanError) -> CalendarInterval {
    let fields = try cursor.planFields(CalendarInterval.Unit.allCases.map(\.rawValue))
    var units: [CalendarInterval.Unit: Int] = [:]
    for unit in CalendarInterval.Unit.allCases { units[unit] = try fields[unit.rawValue]?.planInteger() }
    return try cursor.obey { () throws(CareError) in try CalendarInterval(units) }
  }

  /// A bare number, boolean or text, or an object with `value`, `kind` and `units`.
  private func target(_ cursor: JSONCursor) throws(PlanError) -> OutcomeValue {
    var value = cursor
    var kind: String?
    var units: String?
    if case .object = cursor.value {
      let fields = try cursor.planFields(["value", "kind", "units"])
      value = try fields.planRequired("value")
      kind = try fields["kind"]?.planText()
      units = try fields["units"]?.planText()
    }
    let datum: OutcomeValue.Datum =
      switch value.value {
      case .integer(let number): .integer(number)
      case .bool(let flag): .boolean(flag)
      case .string(let text): .text(text)
      default: .double(try value.planNumber())
      }
    return OutcomeValue(datum, kind: kind, units: units, createdDate: start.appliedAt)
  }
}
