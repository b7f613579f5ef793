import Assessment
import Care
import CareStore
import JSONText

/// `event list`: the events of a day and what may be done with each.
enum EventListVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    let day = setting.day("day") ?? setting.occasion.today
    let rows = try await ActOnEvent.list(
      on: day, task: call.request.text("task"), in: try setting.open(.readOnly), setting.occasion)
    let zone = setting.occasion.zone
    let messages = Messages(call.language)
    var table = ResultTable(columns: [
      .init("task", "task"), .init("occurrence", "no."), .init("start", "start"), .init("label", "state"),
      .init("action", "act"), .init("values", "values"),
    ])
    table.rows = rows.map { row in
      let occurrence = row.event.occurrence
      return [
        .words(row.event.task.id), .words("\(occurrence.number)"),
        .words(occurrence.date.map { "\($0)" } ?? occurrence.start.rfc3339(in: zone)),
        .words(messages.words(row.state.label)),
        .words(row.state.tap?.name ?? row.state.refusal?.code ?? "-"),
        .optional(row.values.isEmpty ? nil : row.values.words(in: messages)),
      ]
    }
    let json = rows.map { row in
      var object: JSONObject = ["task": .string(row.event.task.id)]
      for member in row.json(in: zone).members { object[member.key] = member.value }
      return JSONValue.object(object)
    }
    return Answer(
      text: rows.isEmpty ? "\(day)  \(messages[.nothingDue])\n" : table.text,
      json: ["day": .string("\(day)"), "events": .array(json)], lines: json)
  }
}

/// `event complete`: a tick, or the taps of a panel of buttons.
enum EventCompleteVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    let choice = try EventVerbs.choice(call, setting)
    let store = RehearsedStore(base: try setting.open(.readWrite), isRehearsal: call.request.has("dry-run"))
    do {
      if call.request.has("tap") { return try await panel(choice, store, call, setting) }
      let done = try await ActOnEvent.complete(choice, in: store, setting.occasion)
      return EventVerbs.answer(done.event, done.outcome, call, setting)
    } catch let opens as ActOnEvent.OpensFirst {
      if opens.kind == .buttons, TerminalDialogue.canAsk {
        return try await panel(choice, store, call, setting)
      }
      throw EventVerbs.words(opens)
    }
  }

  /// From flags, else by keys.
  private static func panel(
    _ choice: EventChoice, _ store: RehearsedStore, _ call: Invocation, _ setting: CareSetting
  ) async throws -> Answer {
    let opened = try await ActOnEvent.open(choice, in: store, setting.occasion)
    guard case .taps(let panel) = opened.extractor else {
      throw Failure(
        "noButtons", "task `\(choice.task)` has no buttons", exit: .dataRefused, field: "tap",
        hint: "flexion feed shows what it asks")
    }
    let taps =
      call.request.has("tap")
      ? try EventVerbs.taps(call.request.list("tap"), panel)
      : try PanelPage.taps(panel, opened.event.task.content, call)
    let reason: FinishReason = taps == nil ? .discarded : .completed
    let finish = await opened.finish(
      reason, result: taps?.result(of: choice.task), in: store, setting.occasion)
    return try EventVerbs.answer(finish, to: opened.event, call, setting)
  }
}

/// `event undo`: the event is open again.
enum EventUndoVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    let choice = try EventVerbs.choice(call, setting)
    let last: LastResult = call.request.text("last") == "clear" ? .clear : .keep
    let store = RehearsedStore(base: try setting.open(.readWrite), isRehearsal: call.request.has("dry-run"))
    let done = try await ActOnEvent.undo(choice, last: last, in: store, setting.occasion)
    var answer = EventVerbs.answer(done.event, nil, call, setting)
    answer.json["last"] = .string(last.rawValue)
    return answer
  }
}
