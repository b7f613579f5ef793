import Assessment
import Care
import JSONText
import SerialPorts

/// What the verbs that act on one event share.
enum EventVerbs {
  /// The event that the flags name; a day that is not said is today, unless the number says enough.
  static func choice(
    _ call: Invocation, task: String? = nil, _ setting: CareSetting
  ) throws -> EventChoice {
    guard let task = task ?? call.request.text("task") else {
      throw Failure("missingFlag", "no task is named", exit: .usage, field: "task")
    }
    let isNumbered = call.request.has("occurrence")
    let day = call.request.has("day") || !isNumbered ? setting.day("day") : nil
    return EventChoice(
      task: task, day: day ?? (isNumbered ? nil : setting.occasion.today),
      occurrence: call.request.integer("occurrence"))
  }

  /// `Button One=3` for each button that was tapped; a button named twice is tapped as often as both say.
  static func taps(_ flags: [String], _ panel: ButtonPanel) throws -> ButtonTaps {
    var taps = ButtonTaps(panel)
    for flag in flags {
      let parts = flag.split(separator: "=", omittingEmptySubsequences: false)
      let name = parts.dropLast().joined(separator: "=")
      guard let count = parts.last.flatMap({ Int($0) }) else {
        throw Failure(
          "badTap", "`\(flag)` does not end with a whole number", exit: .usage, field: "tap",
          hint: "write --tap \"\(panel.buttons[0])\"=3")
      }
      try taps.tap(name, times: count)
    }
    return taps
  }

  static func words(_ opens: ActOnEvent.OpensFirst) -> Failure {
    let (what, hint): (String, String) =
      switch opens.kind {
      case .survey: ("asks questions", "flexion survey answer \(opens.task)")
      case .knee: ("is measured", "flexion measure \(opens.task)")
      case .buttons: ("has buttons", "add --tap \"NAME\"=COUNT for each button, or run it at a terminal")
      case .tap: ("is ticked", "flexion event complete --task \(opens.task)")
      }
    return Failure(
      "opensFirst", "task `\(opens.task)` \(what)", exit: .dataRefused, field: "task", hint: hint)
  }

  /// How a survey or panel ended: stored, nothing to store, or left.
  static func answer(
    _ finish: TaskFinish, to event: CareEvent, _ call: Invocation, _ setting: CareSetting
  ) throws -> Answer {
    let messages = Messages(call.language)
    switch finish {
    case .saved(let outcome): return answer(event, outcome, call, setting)
    case .failed(let error): throw error
    case .noOutcome, .nothing:
      if case .nothing = finish, StopSignal.received != nil {
        throw Failure("cancelled", messages[.cancelled], exit: .ofStopSignal)
      }
      var answer = answer(event, nil, call, setting)
      answer.text = messages[.nothingStored] + "\n"
      answer.json["completed"] = .bool(event.isCompleted)
      if case .nothing(let reason) = finish { answer.json["reason"] = .string(reason.rawValue) }
      return answer
    }
  }

  /// - Parameter outcome: what the event has now; nil if it is open.
  static func answer(
    _ event: CareEvent, _ outcome: Outcome?, _ call: Invocation, _ setting: CareSetting
  ) -> Answer {
    let messages = Messages(call.language)
    let content = event.task.content.worded(in: call.language)
    let day = event.day(in: setting.occasion.zone)
    let words = outcome.map { $0.values.words(in: messages) } ?? ""
    let label = messages.words(CardState.Label(outcome))
    let isDry = call.request.has("dry-run")
    let title = "\(content.title ?? event.task.id), \(day)"
    return Answer(
      text: (isDry ? "would be: " : "") + "\(title): \(label)" + (words.isEmpty ? "" : "  \(words)") + "\n",
      json: [
        "task": .string(event.task.id), "day": .string("\(day)"),
        "occurrence": .integer(event.occurrence.number), "completed": .bool(outcome != nil),
        "stored": .bool(outcome != nil && !isDry), "dry_run": .bool(isDry),
        "outcome": .optional(outcome?.id.uuidString),
        "values": .array((outcome?.values ?? []).map(\.shortJSON)),
        "details": outcome?.details.json ?? .null,
      ])
  }
}

extension [OutcomeValue] {
  func words(in messages: Messages) -> String {
    map { $0.words(in: messages) }.joined(separator: ", ")
  }
}
