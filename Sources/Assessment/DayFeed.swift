import Care

/// The cards of one local day and its ring, for one participant.
public struct DayFeed: Hashable, Sendable {
  public struct Event: Hashable, Sendable {
    public var occurrence: Int
    public var start: Instant
    public var end: Instant
    public var isAllDay: Bool
    public var isCompleted: Bool
    public var values: [OutcomeValue]
  }

  /// One task with its events in order.
  public struct Card: Hashable, Sendable {
    public var task: String
    public var title: String?
    public var limb: Limb?
    public var events: [Event]
  }

  public var participant: ParticipantID
  public var day: LocalDate
  public var zone: Zone
  /// A day after today: shown, not usable.
  public var isFuture: Bool
  public var cards: [Card]
  public var adherence: DayAdherence
  /// Of the events that count.
  public var done: Int
  public var due: Int

  public var ring: RingState { RingState(adherence, isFuture: isFuture) }

  public static func load(_ day: LocalDate, from store: some OutcomeStore, _ occasion: Occasion)
    async throws -> DayFeed
  {
    try await store.read { try $0.feed(of: day, occasion) }
  }
}

extension CareRecords {
  func feed(of day: LocalDate, _ occasion: Occasion) throws -> DayFeed {
    let chains = try chains(of: occasion.participant)
    let events = try events(on: day, occasion)
    let completed = Set(events.filter(\.isCompleted).map(\.key))
    let counting = events.filter(\.task.content.impactsAdherence)
    let adherence = DayAdherence.day(day, of: chains, reader: occasion.zone) { completed.contains($0) }
    return DayFeed(
      participant: occasion.participant, day: day, zone: occasion.zone, isFuture: day > occasion.today,
      cards: try cards(events, of: chains, on: day, occasion), adherence: adherence,
      done: counting.count(where: \.isCompleted), due: counting.count)
  }

  /// Onboarding alone until it is done, then without it; closed gates give no card.
  private func cards(
    _ events: [CareEvent], of chains: [TaskChain], on day: LocalDate, _ occasion: Occasion
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
    return DayFeed.cards(shown, order: chains.map(\.id))
  }
}

extension DayFeed {
  /// By the start of the first event; tasks that start together stay in the order in which they were made.
  fileprivate static func cards(_ events: [CareEvent], order: [String]) -> [Card] {
    let groups = Dictionary(grouping: events, by: \.task.id)
    let ids = groups.keys.sorted { a, b in
      let (startA, startB) = (groups[a]?.first?.occurrence.start, groups[b]?.first?.occurrence.start)
      let (placeA, placeB) = (order.firstIndex(of: a) ?? 0, order.firstIndex(of: b) ?? 0)
      return (startA ?? .latest, placeA) < (startB ?? .latest, placeB)
    }
    return ids.map { id in
      let events = groups[id] ?? []
      let content = events.last?.task.content
      return Card(
        task: id, title: content?.title, limb: content?.knee?.limb, events: events.map(Event.init))
    }
  }
}

extension DayFeed.Event {
  fileprivate init(_ event: CareEvent) {
    self.init(
      occurrence: event.occurrence.number, start: event.occurrence.start, end: event.occurrence.end,
      isAllDay: event.occurrence.isAllDay, isCompleted: event.isCompleted,
      values: event.outcome?.values ?? [])
  }
}
