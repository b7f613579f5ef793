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

  /// The current row of each live outcome; those of deleted tasks are left out.
  public func outcomes(_ filter: OutcomeFilter) throws -> [Outcome] {
    let deleted = Set(try chains(of: filter.participant).filter(\.isDeleted).map(\.id))
    return Outcome.live(of: try outcomeVersions(filter)).filter { !deleted.contains($0.task) }
  }

  /// Events that start in [lower, upper) with their outcomes, in order.
  public func events(from lower: Instant, to upper: Instant, _ occasion: Occasion) throws -> [CareEvent] {
    let chains = try chains(of: occasion.participant)
    let events = chains.flatMap { $0.events(from: lower, to: upper, reader: occasion.zone) }
    return try answered(events, occasion).sorted(by: CareEvent.precedes)
  }

  public func events(on day: LocalDate, _ occasion: Occasion) throws -> [CareEvent] {
    let (midnight, next) = occasion.zone.bounds(of: day)
    return try events(from: midnight, to: next, occasion)
  }

  public func liveOutcome(of key: EventKey, _ participant: ParticipantID) throws -> Outcome? {
    Outcome.live(of: try outcomeVersions(OutcomeFilter(participant: participant, event: key))).first
  }

  /// Joins by key, so that the zone in which an outcome was written does not matter.
  private func answered(_ events: [CareEvent], _ occasion: Occasion) throws -> [CareEvent] {
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
