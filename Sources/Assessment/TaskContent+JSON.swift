import Care
import JSONText

extension TaskContent {
  /// What a version says, with every date resolved: for comparing versions field by field. Only what is set.
  var planJSON: JSONValue {
    var object: JSONObject = [:]
    object["title"] = title.map(JSONValue.string)
    object["text"] = text.map(JSONValue.string)
    object["instructions"] = instructions.map(JSONValue.string)
    object["asset"] = asset.map {
      .object(["kind": .string($0.kind.rawValue), "url": .string($0.url)])
    }
    object["tint"] = tint.map(JSONValue.string)
    object["type"] = .string(type.rawValue)
    object["groupIdentifier"] = groupIdentifier.map(JSONValue.string)
    object["tags"] = tags.isEmpty ? nil : .array(tags.map(JSONValue.string))
    object["remoteId"] = remoteID.map(JSONValue.string)
    object["carePlan"] = carePlan.map(JSONValue.string)
    object["timeZone"] = timeZone.map { .string($0.name) }
    object["completionMode"] = .string(completionMode.rawValue)
    object["resultResettable"] = .bool(resultResettable)
    object["impactsAdherence"] = .bool(impactsAdherence)
    object["usableAfterwards"] = .bool(isUsableAfterwards)
    object["gate"] = isOnboarding ? .string("first") : nil
    object["requires"] = requirement.map {
      .object(["task": .string($0.task), "scope": .string($0.scope.rawValue)])
    }
    object["knee"] = knee?.planJSON
    for key in ["survey", "custom", "details", "translations"] { object[key] = details[key]?.json }
    object["schedule"] = .array(schedule.elements.map(\.planJSON))
    return .object(object)
  }
}

extension KneeTask {
  fileprivate var planJSON: JSONValue {
    .object([
      "limb": .string(limb.rawValue),
      "options": .array(options.map(\.rawValue).sorted().map(JSONValue.string)),
      "append": .array(
        appended.map {
          .object(["id": .string($0.id), "title": .optional($0.title), "text": .optional($0.text)])
        }),
      "extract": .array(extract.map { .string($0.rawValue) }),
      "measurements": .string(selection.rawValue),
    ])
  }
}

extension ScheduleElement {
  fileprivate var planJSON: JSONValue {
    var object: JSONObject = [:]
    object["label"] = label.map(JSONValue.string)
    switch extent {
    case .allDay(let first, let last):
      object["first"] = .string("\(first)")
      object["last"] = last.map { .string("\($0)") }
    case .timed(let start, let end, let seconds):
      switch start {
      case .instant(let instant): object["start"] = .string(instant.rfc3339)
      case .clockTime(let hour, let minute, let weekday, let from):
        object["start"] = .string(from.rfc3339)
        object["hour"] = .integer(hour)
        object["minute"] = .integer(minute)
        object["weekday"] = weekday.map(JSONValue.integer)
      }
      object["end"] = end.map { .string($0.rfc3339) }
      object["seconds"] = .number(seconds)
    }
    var units: JSONObject = [:]
    for unit in CalendarInterval.Unit.allCases where every[unit] > 0 {
      units[unit.rawValue] = .integer(every[unit])
    }
    object["every"] = .object(units)
    object["text"] = text.map(JSONValue.string)
    object["targets"] = targets.isEmpty ? nil : .array(targets.map(\.shortJSON))
    object["timeZone"] = timeZone.map { .string($0.name) }
    return .object(object)
  }
}
