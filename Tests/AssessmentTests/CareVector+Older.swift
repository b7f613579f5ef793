import Care
import Foundation
import JSONText
import Testing

@testable import Assessment

extension CareVector {
  func fhirTiming() throws -> JSONValue {
    let count = try input.fields(only: ["elements"]).required("elements").integer()
    let day = try #require(LocalDate("2026-03-02"))
    let element = try ScheduleElement(extent: .allDay(first: day, last: nil), every: .daily)
    do {
      let timings = try Schedule(Array(repeating: element, count: max(0, count))).timings
      return .object(["timings": .integer(timings.count)])
    } catch {
      return .object(["error": .string(error.code)])
    }
  }

  func fhirTimingDecode() throws -> JSONValue {
    let fields = try input.fields(only: ["period", "periodUnit", "duration", "durationUnit"])
    let timing = ScheduleTiming(
      period: try fields.required("period").integer(), periodUnit: try unit(fields.required("periodUnit")),
      duration: try fields.required("duration").number(),
      durationUnit: try unit(fields.required("durationUnit")))
    do {
      let repetition = try timing.repetition()
      var every: JSONObject = [:]
      for unit in CalendarInterval.Unit.allCases where repetition.every[unit] > 0 {
        every[unit.rawValue] = .integer(repetition.every[unit])
      }
      return .object([
        "every": .object(every),
        "duration": repetition.seconds.map(JSONValue.number) ?? .string("allDay"),
      ])
    } catch {
      return .object(["error": .string(error.code)])
    }
  }

  private func unit(_ cursor: JSONCursor) throws -> ScheduleTiming.Unit {
    try #require(ScheduleTiming.Unit(rawValue: cursor.text()), "\(cursor.path)")
  }

  private func day(_ cursor: JSONCursor) throws -> LocalDate {
    try #require(LocalDate(cursor.text()), "\(cursor.path)")
  }

  func olderCount() throws -> JSONValue {
    let fields = try input.fields(only: [
      "kind", "perDay", "skipDays", "pattern", "skipWeeks", "start", "end", "days",
    ])
    let pattern: V1Schedule.Pattern
    switch try fields.required("kind").text() {
    case "daily":
      pattern = .daily(
        try fields.required("perDay").integer(), skipDays: try fields["skipDays"]?.integer() ?? 0)
    case "weekly":
      let counts = try fields.required("pattern").list().map { cursor in try cursor.integer() }
      pattern = .weekly(counts, skipWeeks: try fields["skipWeeks"]?.integer() ?? 0)
    case let kind:
      Issue.record("unknown kind \(kind)")
      return .null
    }
    let schedule = try V1Schedule(pattern, start: day(fields.required("start")), end: fields["end"].map(day))
    let days = try fields.required("days").list().map(day)
    var numbers: JSONObject = [:]
    for day in days { numbers["\(day)"] = .integer(schedule.dayNumber(of: day)) }
    return .object(["counts": .list(days.map(schedule.count)), "dayNumber": .object(numbers)])
  }

  func olderValidate() throws -> JSONValue {
    let start = try #require(LocalDate("2026-03-02"))
    let cases: [String: () throws -> Bool] = [
      "pattern6": {
        _ = try V1Schedule(.weekly([1, 1, 1, 1, 1, 1], skipWeeks: 0), start: start)
        return true
      },
      "startAfterEnd": {
        _ = try V1Schedule(.daily(1, skipDays: 0), start: start, end: start.adding(days: -1))
        return true
      },
      "feb30": { LocalDate(year: 2026, month: 2, day: 30) != nil },
    ]
    let valid = try input.fields(only: ["cases"]).required("cases").list().map { cursor -> JSONValue in
      let build = try #require(cases[try cursor.text()], "\(cursor.path)")
      do { return .bool(try build()) } catch is CareError { return .bool(false) }
    }
    return .object(["valid": .array(valid)])
  }

  func olderResult() throws -> JSONValue {
    let taps = try input.fields(only: ["taps"]).required("taps").anyFields()
    var counted = ButtonTaps(try ButtonPanel(buttons: taps.object.keys))
    for (button, count) in taps.cursors { try counted.tap(button, times: count.integer()) }
    let extraction = try #require(
      try Extractor.taps(counted.panel).extract(from: counted.result(of: "t"), createdDate: .earliest))
    let result = try V1Result(extraction)
    return .object([
      "valueString": .string(result.valueString), "unitString": .optional(result.unitString),
      "userInfo": result.userInfo.json,
    ])
  }

  func olderResultValidate() throws -> JSONValue {
    let values = try input.fields(only: ["values"]).required("values").list().map { cursor in
      try cursor.number()
    }
    do {
      _ = try V1Result(valueString: "", values: values)
      return .object(["valid": .bool(true)])
    } catch {
      return .object(["valid": .bool(false)])
    }
  }

  func olderToggle() throws -> JSONValue {
    let fields = try input.fields(only: ["state", "result", "call"])
    let call = try fields.required("call").fields(only: ["state", "result"])
    func event(_ fields: JSONFields) throws -> V1Event {
      let text = try fields["result"]?.text()
      return V1Event(
        state: try #require(V1Event.State(rawValue: fields.required("state").text())),
        result: try text.map { try V1Result(valueString: $0) })
    }
    var changed = try event(fields)
    let passed = try event(call)
    changed.update(state: passed.state, result: passed.result)
    return .object([
      "state": .string(changed.state.rawValue), "result": .optional(changed.result?.valueString),
    ])
  }

  func olderCanRetake() throws -> JSONValue {
    let can = try input.fields(only: ["cases"]).required("cases").list().map { cursor -> JSONValue in
      let pair = try cursor.list()
      try #require(pair.count == 2)
      let state = try #require(V1Event.State(rawValue: pair[0].text()))
      return .bool(V1Event(state: state).canRetake(resultResettable: try pair[1].bool()))
    }
    return .object(["can": .array(can)])
  }

  func olderRing() throws -> JSONValue {
    let values = try input.fields(only: ["days"]).required("days").list().map { cursor -> JSONValue in
      let fields = try cursor.fields(only: ["total", "completed", "future"])
      let count = V1Adherence.Count(
        total: try fields.required("total").integer(), completed: try fields.required("completed").integer())
      return .number(V1Adherence.value(of: [count], isFuture: try fields["future"]?.bool() ?? false))
    }
    return .object(["values": .array(values)])
  }

  /// On the store itself: an identifier is taken once, and not finding one is a success.
  func olderScript() async throws -> JSONValue {
    let script = try VectorScript(zone: .utc, now: #require(Instant(rfc3339: "2026-03-02T12:00:00Z")))
    let occasion = script.occasion
    var results: [JSONValue] = []
    for cursor in try input.fields(only: ["steps"]).required("steps").list() {
      let words = try cursor.text().split(separator: " ", maxSplits: 1).map(String.init)
      try #require(words.count == 2 && ["find", "add"].contains(words[0]), "\(cursor.path)")
      let id = words[1]
      if words[0] == "find" {
        let found = try await script.store.read { try $0.task(id, of: occasion.participant) }
        results.append(.string("ok:\(found?.id ?? "none")"))
      } else {
        let schedule = try Schedule.perDay(1, from: occasion.today)
        let added = try await script.change { ledger in
          try ledger.addTask(TaskDraft(id: id, content: TaskContent(schedule: schedule)), occasion)
        }
        results.append(.string(added == nil ? "error" : "ok"))
      }
    }
    return .object(["steps": .array(results)])
  }

  func olderThreshold() throws -> JSONValue {
    let fields = try input.fields(only: ["threshold", "shares"])
    let threshold = try fields.required("threshold").number()
    let fires = try fields.required("shares").list().map { cursor in
      JSONValue.bool(V1Adherence.fires(threshold: threshold, share: try cursor.number()))
    }
    return .object(["fires": .array(fires)])
  }
}
