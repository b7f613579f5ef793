import Foundation

extension CareRecords {
  public func chains(of participant: ParticipantID) throws -> [TaskChain] {
    TaskChain.chains(of: try taskVersions(of: participant, task: nil))
  }

  /// nil for an unknown id; a deleted chain is given and says so.
  public func chain(of participant: ParticipantID, task: String) throws -> TaskChain? {
    TaskChain(try taskVersions(of: participant, task: task))
  }

  /// The newest version, also of a task that starts later; nil for unknown and deleted ids.
  public func task(_ id: String, of participant: ParticipantID) throws -> CareTask? {
    try chain(of: participant, task: id).flatMap { $0.isDeleted ? nil : $0.newest }
  }

  /// nil for an unknown version, and for one of another participant.
  public func taskVersion(_ uuid: UUID, of participant: ParticipantID) throws -> CareTask? {
    try taskVersion(uuid).flatMap { $0.participant == participant ? $0 : nil }
  }

  /// The current row of each live outcome; those of deleted tasks are left out.
  public func outcomes(_ filter: OutcomeFilter) throws -> [Outcome] {
    let deleted = Set(try chains(of: filter.participant).filter(\.isDeleted).map(\.id))
    return Outcome.live(of: try outcomeVersions(filter)).filter { outcome in
      !deleted.contains(outcome.task) && filter.fits(outcome.details)
    }
  }

  /// Every version of one outcome, tombstones too, oldest first; empty for an unknown one.
  public func history(of outcome: UUID, _ participant: ParticipantID) throws -> [Outcome] {
    try outcomeVersions(OutcomeFilter(participant: participant, outcome: outcome))
  }

  /// Every version of every answer to one event, oldest first.
  public func history(of key: EventKey, _ participant: ParticipantID) throws -> [Outcome] {
    try outcomeVersions(OutcomeFilter(participant: participant, event: key))
  }

  /// What is known as the event's result: its answer, else the one that was undone and kept.
  ///
  /// nil if the event was never answered, or the last undoing cleared the result.
  public func lastResult(of key: EventKey, _ participant: ParticipantID) throws -> Outcome? {
    let versions = try history(of: key, participant)
    if let live = Outcome.live(of: versions).first { return live }
    return versions.last.flatMap { $0.values.isEmpty && $0.details == .none ? nil : $0 }
  }

  /// One event with its answer; nil for an unknown version, a deleted task, a number past the end, and where
  /// another version rules.
  public func event(_ key: EventKey, _ occasion: Occasion) throws -> CareEvent? {
    guard let version = try taskVersion(key.taskVersion, of: occasion.participant),
      let chain = try chain(of: occasion.participant, task: version.id),
      var event = chain.event(key, reader: occasion.zone),
      chain.inForce(at: event.occurrence.ownedFrom)?.uuid == key.taskVersion
    else { return nil }
    event.outcome = try liveOutcome(of: key, occasion.participant)
    return event
  }

  /// Events that start in [lower, upper) with their outcomes, in order.
  public func events(from lower: Instant, to upper: Instant, _ occasion: Occasion) throws -> [CareEvent] {
    let chains = try chains(of: occasion.participant)
    let events = chains.flatMap { $0.events(from: lower, to: upper, reader: occasion.zone) }
    return try answered(events, occasion).sorted(by: CareEvent.precedes)
  }

  /// Those of one task that start on a local day of the reader, in order.
  public func events(of chain: TaskChain, on day: LocalDate, _ occasion: Occasion) throws -> [CareEvent] {
    let events = chain.events(on: day, reader: occasion.zone)
    return try answered(events, occasion).sorted(by: CareEvent.precedes)
  }

  public func events(on day: LocalDate, _ occasion: Occasion) throws -> [CareEvent] {
    let (midnight, next) = occasion.zone.bounds(of: day)
    return try events(from: midnight, to: next, occasion)
  }

  public func liveOutcome(of key: EventKey, _ participant: ParticipantID) throws -> Outcome? {
    Outcome.live(of: try outcomeVersions(OutcomeFilter(participant: participant, event: key))).first
  }

  /// Adherence of each local day that [from, to) touches, from one look at the store.
  ///
  /// - Parameter metric: 0...1 of one completed event; that an outcome exists, if nothing else is asked.
  public func adherence(
    from: Instant, to: Instant, _ occasion: Occasion, metric: (CareEvent) -> Double = { _ in 1 }
  ) throws -> [(day: LocalDate, adherence: DayAdherence)] {
    guard from < to else { return [] }
    let zone = occasion.zone
    // The days are whole, also where the window begins or ends inside one.
    let first = zone.bounds(of: zone.date(at: from)).start
    let last = zone.bounds(of: zone.date(at: to.advanced(byMilliseconds: -1))).next
    return DayAdherence.days(
      touchedFrom: from, to: to, of: try chains(of: occasion.participant),
      events: try events(from: first, to: last, occasion), reader: zone, metric: metric)
  }

  /// Joins by key, so that the zone in which an outcome was written does not matter.
  func answered(_ events: [CareEvent], _ occasion: Occasion) throws -> [CareEvent] {
    let days = events.map { $0.day(in: occasion.zone) }
    guard let first = days.min()?.adding(days: -1), let last = days.max()?.adding(days: 1) else { return [] }
    let filter = OutcomeFilter(participant: occasion.participant, days: first...last, reader: occasion.zone)
    let outcomes = Outcome.live(of: try outcomeVersions(filter))
    let byEvent = Dictionary(outcomes.map { ($0.event, $0) }, uniquingKeysWith: { first, _ in first })
    return events.map { event in
      var event = event
      event.outcome = byEvent[event.key]
      return event
    }
  }
}
