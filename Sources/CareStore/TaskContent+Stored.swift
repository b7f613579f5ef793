import Care
import JSONText

// The stored form of what a task version says. It changes only with a migration: keys may be added.
extension TaskContent {
  var stored: String {
    var object: JSONObject = [:]
    object["title"] = title.map(JSONValue.string)
    object["text"] = text.map(JSONValue.string)
    object["instructions"] = instructions.map(JSONValue.string)
    object["groupIdentifier"] = groupIdentifier.map(JSONValue.string)
    object["tags"] = tags.isEmpty ? nil : .array(tags.map(JSONValue.string))
    object["remoteID"] = remoteID.map(JSONValue.string)
    object["carePlan"] = carePlan.map(JSONValue.string)
    object["asset"] = asset.map { .object(["kind": .string($0.kind.rawValue), "url": .string($0.url)]) }
    object["tint"] = tint.map(JSONValue.string)
    object["type"] = .string(type.rawValue)
    object["completionMode"] = .string(completionMode.rawValue)
    object["resultResettable"] = .bool(resultResettable)
    object["impactsAdherence"] = .bool(impactsAdherence)
    object["isUsableAfterwards"] = isUsableAfterwards ? nil : .bool(false)
    object["timeZone"] = timeZone.map { .string($0.name) }
    object["survey"] = survey.map(JSONValue.string)
    object["isOnboarding"] = isOnboarding ? .bool(true) : nil
    object["requirement"] = requirement.map {
      .object(["task": .string($0.task), "scope": .string($0.scope.rawValue)])
    }
    object["knee"] = knee?.stored
    object["details"] = details == .none ? nil : JSONValue(details)
    object["schedule"] = .array(schedule.elements.map(\.stored))
    return JSONValue.object(object).compactText
  }

  init(stored text: String) throws {
    let fields = try JSONCursor(JSONValue(parsing: text)).anyFields()
    let elements = try fields.required("schedule").list().map { cursor in try ScheduleElement(stored: cursor)
    }
    self.init(title: try fields["title"]?.text(), schedule: try Schedule(elements))
    self.text = try fields["text"]?.text()
    instructions = try fields["instructions"]?.text()
    groupIdentifier = try fields["groupIdentifier"]?.text()
    tags = try fields["tags"]?.list().map { cursor in try cursor.text() } ?? []
    remoteID = try fields["remoteID"]?.text()
    carePlan = try fields["carePlan"]?.text()
    asset = try fields["asset"].map { cursor in
      let fields = try cursor.anyFields()
      return TaskAsset(kind: try fields.choice("kind"), url: try fields.required("url").text())
    }
    tint = try fields["tint"]?.text()
    type = try fields.choice("type")
    completionMode = try fields.choice("completionMode")
    resultResettable = try fields.required("resultResettable").bool()
    impactsAdherence = try fields.required("impactsAdherence").bool()
    isUsableAfterwards = try fields["isUsableAfterwards"]?.bool() ?? true
    timeZone = try fields.zone("timeZone")
    survey = try fields["survey"]?.text()
    isOnboarding = try fields["isOnboarding"]?.bool() ?? false
    requirement = try fields["requirement"].map { cursor in
      let fields = try cursor.anyFields()
      return TaskRequirement(task: try fields.required("task").text(), scope: try fields.choice("scope"))
    }
    knee = try fields["knee"].map { cursor in try KneeTask(stored: cursor) }
    details = fields["details"].map { Detail($0.value) } ?? .none
  }
}

extension KneeTask {
  fileprivate var stored: JSONValue {
    .object([
      "limb": .string(limb.rawValue),
      "options": .array(options.map(\.rawValue).sorted().map(JSONValue.string)),
      "append": .array(
        appended.map {
          .object(["id": .string($0.id), "title": .optional($0.title), "text": .optional($0.text)])
        }),
      "extract": .array(extract.map { .string($0.rawValue) }), "selection": .string(selection.rawValue),
    ])
  }

  fileprivate init(stored cursor: JSONCursor) throws {
    let fields = try cursor.anyFields()
    let steps = try fields.required("append").list().map { cursor in
      let fields = try cursor.anyFields()
      return Step(
        id: try fields.required("id").text(), title: try fields["title"]?.text(),
        text: try fields["text"]?.text())
    }
    try self.init(
      limb: try fields.choice("limb"), options: Set(try fields.choices("options")), appended: steps,
      extract: try fields.choices("extract"), selection: try fields.choice("selection"))
  }
}

extension ScheduleElement {
  fileprivate var stored: JSONValue {
    var object: JSONObject = [:]
    object["label"] = label.map(JSONValue.string)
    switch extent {
    case .allDay(let first, let last):
      object["first"] = .string("\(first)")
      object["last"] = last.map { .string("\($0)") }
    case .timed(let start, let end, let seconds):
      object["start"] = start.stored
      object["end"] = end.map { .string($0.rfc3339) }
      object["seconds"] = .number(seconds)
    }
    var units: JSONObject = [:]
    for unit in CalendarInterval.Unit.allCases where every[unit] > 0 {
      units[unit.rawValue] = .integer(every[unit])
    }
    object["every"] = .object(units)
    object["text"] = text.map(JSONValue.string)
    object["targets"] = targets.isEmpty ? nil : .array(targets.map(\.stored))
    object["timeZone"] = timeZone.map { .string($0.name) }
    return .object(object)
  }

  fileprivate init(stored cursor: JSONCursor) throws {
    let fields = try cursor.anyFields()
    var units: [CalendarInterval.Unit: Int] = [:]
    for (key, cursor) in try fields.required("every").anyFields().cursors {
      guard let unit = CalendarInterval.Unit(rawValue: key) else {
        throw CareError.invalidValue(field: cursor.path)
      }
      units[unit] = try cursor.integer()
    }
    try self.init(
      label: try fields["label"]?.text(), extent: try Extent(stored: fields),
      every: try CalendarInterval(units), text: try fields["text"]?.text(),
      targets: try fields["targets"]?.list().map { cursor in try OutcomeValue(stored: cursor) } ?? [],
      timeZone: try fields.zone("timeZone"))
  }
}

extension ScheduleElement.Extent {
  fileprivate init(stored fields: JSONFields) throws {
    if fields["first"] != nil {
      guard let first = try fields.date("first") else { throw CareError.invalidValue(field: "first") }
      self = .allDay(first: first, last: try fields.date("last"))
    } else {
      let start = try ScheduleElement.Start(stored: fields.required("start"))
      self = .timed(
        start, end: try fields.instant("end"), seconds: try fields.required("seconds").number())
    }
  }
}

extension ScheduleElement.Start {
  fileprivate var stored: JSONValue {
    switch self {
    case .instant(let instant): .string(instant.rfc3339)
    case .clockTime(let hour, let minute, let weekday, let from):
      .object([
        "hour": .integer(hour), "minute": .integer(minute),
        "weekday": weekday.map(JSONValue.integer) ?? .null, "from": .string(from.rfc3339),
      ])
    }
  }

  fileprivate init(stored cursor: JSONCursor) throws {
    if case .string(let text) = cursor.value {
      guard let instant = Instant(rfc3339: text) else { throw CareError.invalidValue(field: cursor.path) }
      self = .instant(instant)
      return
    }
    let fields = try cursor.anyFields()
    guard let from = try fields.instant("from") else { throw CareError.invalidValue(field: "from") }
    self = .clockTime(
      hour: try fields.required("hour").integer(), minute: try fields.required("minute").integer(),
      weekday: try fields["weekday"]?.integer(), from: from)
  }
}
