import Care

/// What a participant does with one event of a task: look, complete, open, undo. Page and command line both act here.
public enum ActOnEvent {
  /// The event is not completed by a tick: it opens something first.
  public struct OpensFirst: Error, Equatable, Sendable {
    public var task: String
    public var kind: CardKind

    public init(task: String, kind: CardKind) {
      self.task = task
      self.kind = kind
    }
  }

  /// What an act came to.
  public struct Done: Hashable, Sendable {
    public var event: CareEvent
    public var outcome: Outcome?
  }

  /// The events of a day with what may be done with each, also those that the feed does not show.
  public static func list(
    on day: LocalDate, task: String? = nil, in store: some OutcomeStore, _ occasion: Occasion
  ) async throws -> [DayFeed.Event] {
    try await store.read { records in
      if let task, try records.task(task, of: occasion.participant) == nil {
        throw CareError.unknownTask(id: task)
      }
      let events = try records.events(on: day, occasion)
      return try events.filter { task == nil || $0.task.id == task }
        .map { try records.row(of: $0, occasion) }
    }
  }

  /// A tick: adds the outcome with the single value true.
  public static func complete(
    _ choice: EventChoice, in store: some OutcomeStore, _ occasion: Occasion
  ) async throws -> Done {
    try await store.write(as: occasion.actor, at: occasion.now) { ledger in
      let event = try ledger.chosen(choice, occasion) { !$0.isCompleted }
      if case .start(let kind) = try EventAction.answer(event, ledger.circumstances(of: event, occasion)) {
        throw OpensFirst(task: choice.task, kind: kind)
      }
      let done = OutcomeValue(.boolean(true), createdDate: occasion.now)
      return Done(event: event, outcome: try ledger.addOutcome(to: event.key, values: [done], occasion))
    }
  }

  /// Opens the survey or panel of an event; what is done then goes to this very event.
  ///
  /// A completed event is opened again only where it is named, or is the only one of the day that can be.
  public static func open(
    _ choice: EventChoice, in store: some OutcomeStore, _ occasion: Occasion
  ) async throws -> OpenedEvent {
    try await store.read { records in
      let event = try records.chosen(choice, occasion) { !$0.isCompleted }
      let circumstances = try records.circumstances(of: event, occasion)
      guard let extractor = try event.task.content.extractor() else {
        throw OpensFirst(task: choice.task, kind: .tap)
      }
      return try OpenedEvent(event, extractor: extractor, circumstances)
    }
  }

  /// The questions that a task asks on a day, or would ask if it were due.
  public static func questions(
    of task: String, on day: LocalDate, in language: Language, store: some OutcomeStore, _ occasion: Occasion
  ) async throws -> Survey {
    try await store.read { records in
      guard let chain = try records.chain(of: occasion.participant, task: task) else {
        throw CareError.unknownTask(id: task)
      }
      if chain.isDeleted { throw CareError.deletedTask(id: task) }
      let content = (chain.version(on: day, reader: occasion.zone) ?? chain.newest).content
      guard let survey = try content.questions(in: language) else {
        throw OpensFirst(task: task, kind: CardKind(content) ?? .tap)
      }
      return survey
    }
  }

  /// Removes the outcome; the event is open again.
  ///
  /// - Parameter last: whether the answer stays readable as the event's last result.
  public static func undo(
    _ choice: EventChoice, last: LastResult, in store: some OutcomeStore, _ occasion: Occasion
  ) async throws -> Done {
    try await store.write(as: occasion.actor, at: occasion.now) { ledger in
      let event = try ledger.chosen(choice, occasion, where: \.isCompleted)
      try EventRules.checkMayUndo(event, ledger.circumstances(of: event, occasion))
      try ledger.undo(event.key, last: last, occasion)
      return Done(event: event, outcome: event.outcome)
    }
  }
}

extension CareRecords {
  /// One event as cards and lists show it.
  func row(of event: CareEvent, _ occasion: Occasion) throws -> DayFeed.Event {
    let earlier = event.isCompleted ? nil : try lastResult(of: event.key, occasion.participant)
    return DayFeed.Event(
      event: event, state: CardState(event, try circumstances(of: event, occasion)),
      lastResult: earlier?.values ?? [])
  }
}
