/// What presents a task and is started by its card.
public enum CardKind: String, Hashable, Sendable, CaseIterable {
  /// One tap completes, another undoes.
  case tap
  case survey
  case knee
  /// A panel of buttons.
  case buttons

  /// nil: nothing could present it, and it gets no card.
  public init?(_ content: TaskContent) {
    if content.survey != nil {
      self = .survey
    } else if content.knee != nil {
      self = .knee
    } else if content.details["custom"]?["buttons"] != nil {
      self = .buttons
    } else if content.completionMode == .tap {
      self = .tap
    } else {
      return nil
    }
  }
}

/// What acting on an event comes to; command and page do what this says.
public enum EventAction: Hashable, Sendable {
  /// Adds an outcome with the single boolean value true.
  case complete
  /// Opens the survey, the measurement or the panel; done stores what it gives.
  case start(CardKind)
  /// Removes the outcome; whether the old result stays readable is up to whoever acts.
  case undo

  /// What a tap on the event's circle does: an open one is completed or started, a done one undone.
  public static func tap(
    _ event: CareEvent, _ circumstances: EventCircumstances
  ) throws(CareError) -> EventAction {
    if event.isCompleted {
      try EventRules.checkMayUndo(event, circumstances)
      return .undo
    }
    return try answer(event, circumstances)
  }

  /// What answering does, also a second time where the result may be reset.
  public static func answer(
    _ event: CareEvent, _ circumstances: EventCircumstances
  ) throws(CareError) -> EventAction {
    try EventRules.checkMayAnswer(event, circumstances)
    guard let kind = CardKind(event.task.content) else {
      throw .invalidTask(field: "completionMode")
    }
    return kind == .tap ? .complete : .start(kind)
  }
}

/// How one event stands on its card.
public struct CardState: Equatable, Sendable {
  /// Keys of the message catalogue; the texts are those of the first language.
  public enum Label: String, Hashable, Sendable, CaseIterable {
    case begin = "BEGIN"
    case completed = "COMPLETED"

    /// Completed as soon as an outcome exists, even one without values.
    public init(_ outcome: Outcome?) { self = outcome == nil ? .begin : .completed }
  }

  public var label: Label
  public var isCompleted: Bool
  /// 1, or less on days that are shown and cannot be used.
  public var opacity: Double
  /// What a tap does; nil where it is refused.
  public var tap: EventAction?
  /// Why a tap is refused, as the command would say it.
  public var refusal: CareError?

  public init(_ event: CareEvent, _ circumstances: EventCircumstances) {
    label = Label(event.outcome)
    isCompleted = event.isCompleted
    let today = circumstances.reader.date(at: circumstances.now)
    opacity = event.day(in: circumstances.reader) > today ? FutureDays.opacity : 1
    do { tap = try EventAction.tap(event, circumstances) } catch { refusal = error }
  }
}
