import Care

/// The cards of one local day and its ring, for one participant.
public struct DayFeed: Equatable, Sendable {
  public struct Event: Equatable, Sendable {
    public var event: CareEvent
    public var state: CardState
    /// What an undone event was answered with, where that was kept.
    public var lastResult: [OutcomeValue]

    public var isCompleted: Bool { event.isCompleted }
    public var values: [OutcomeValue] { event.outcome?.values ?? [] }
  }

  /// One task with its events in order.
  public struct Card: Equatable, Sendable {
    public var task: String
    public var kind: CardKind
    public var content: TaskContent
    public var events: [Event]

    public var title: String? { content.title }
  }

  public var participant: ParticipantID
  public var day: LocalDate
  public var zone: Zone
  public var language: Language
  /// A day after today: shown, not usable.
  public var isFuture: Bool
  public var cards: [Card]
  public var adherence: DayAdherence
  /// Of the events that count.
  public var done: Int
  public var due: Int

  public var ring: RingState { RingState(adherence, isFuture: isFuture) }

  public static func load(
    _ day: LocalDate, in language: Language = .english, from store: some OutcomeStore, _ occasion: Occasion
  ) async throws -> DayFeed {
    try await store.read { try $0.feed(of: day, in: language, occasion) }
  }
}

extension CareRecords {
  func feed(of day: LocalDate, in language: Language = .english, _ occasion: Occasion) throws -> DayFeed {
    let chains = try chains(of: occasion.participant)
    let events = try events(on: day, occasion)
    let completed = Set(events.filter(\.isCompleted).map(\.key))
    let counting = events.filter(\.task.content.impactsAdherence)
    let adherence = DayAdherence.day(day, of: chains, reader: occasion.zone) { completed.contains($0) }
    return DayFeed(
      participant: occasion.participant, day: day, zone: occasion.zone, language: language,
      isFuture: day > occasion.today, cards: try cards(events, of: chains, on: day, language, occasion),
      adherence: adherence, done: counting.count(where: \.isCompleted), due: counting.count)
  }

  /// Onboarding alone until it is done, then without it; closed gates give no card.
  private func cards(
    _ events: [CareEvent], of chains: [TaskChain], on day: LocalDate, _ language: Language,
    _ occasion: Occasion
  ) throws -> [DayFeed.Card] {
    let onboarding = chains.filter { $0.newest.content.isOnboarding && !$0.isDeleted }.map(\.id)
    let gates = FeedGates(onboarding: onboarding) { id in
      try hasLiveOutcome(of: occasion.participant, task: id)
    }
    let shown = events.filter { event in
      guard CardKind(event.task.content) != nil else { return false }
      return gates.shows(event.task.id) {
        try event.task.content.requirement.map { try isMet($0, on: day, occasion) } ?? true
      }
    }
    let places = Dictionary(chains.enumerated().map { ($0.element.id, $0.offset) }) { first, _ in first }
    let groups = Dictionary(grouping: shown, by: \.task.id).values
    // By the start of the first event; tasks that start together stay in the order in which they were made.
    let sorted = groups.sorted { a, b in
      (a[0].occurrence.start, places[a[0].task.id] ?? 0) < (b[0].occurrence.start, places[b[0].task.id] ?? 0)
    }
    return try sorted.compactMap { events in try card(events, language, occasion) }
  }

  /// nil where nothing could present the task.
  private func card(_ events: [CareEvent], _ language: Language, _ occasion: Occasion) throws -> DayFeed.Card?
  {
    guard let last = events.last, let kind = CardKind(last.task.content) else { return nil }
    let rows = try events.map { event in try row(of: event, occasion) }
    return DayFeed.Card(
      task: last.task.id, kind: kind, content: last.task.content.worded(in: language), events: rows)
  }

  /// What the rules ask about an event before somebody acts on it.
  func circumstances(
    of event: CareEvent, as role: ActingRole = .participant, _ occasion: Occasion
  ) throws -> EventCircumstances {
    EventCircumstances(now: occasion.now, reader: occasion.zone, role: role) {
      try event.task.content.requirement.map {
        try isMet($0, on: event.day(in: occasion.zone), occasion)
      } ?? true
    }
  }
}
