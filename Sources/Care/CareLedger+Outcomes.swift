import Foundation

/// An answer as somebody wants it, before it has become a row.
public struct OutcomeDraft: Hashable, Sendable {
  public var event: EventKey
  public var values: [OutcomeValue]
  public var notes: [String]
  public var details: Detail

  public init(event: EventKey, values: [OutcomeValue], notes: [String] = [], details: Detail = .none) {
    self.event = event
    self.values = values
    self.notes = notes
    self.details = details
  }
}

extension CareLedger {
  /// One live outcome an event; the event must exist and its version be in force at its start.
  @discardableResult
  public func addOutcome(
    to key: EventKey, values: [OutcomeValue], notes: [String] = [], details: Detail = .none,
    _ occasion: Occasion
  ) throws -> Outcome {
    try checkNumbers(of: values)
    let event = try openableEvent(key, occasion)
    if let existing = try liveOutcome(of: key, occasion.participant) {
      throw CareError.duplicateOutcome(
        task: event.task.id, occurrence: key.occurrence, existing: existing.id)
    }
    let id = UUID()
    let outcome = Outcome(
      participant: occasion.participant, id: id, uuid: id, task: event.task.id, event: key,
      eventStart: event.occurrence.ownedFrom, eventEnd: event.occurrence.end,
      eventDate: event.occurrence.date, values: values, effectiveDate: occasion.now, created: occasion.now,
      notes: notes, details: details)
    try append(outcome)
    return outcome
  }

  /// All or none: the error of one member, also of one that conflicts with another, must leave the transaction.
  @discardableResult
  public func addOutcomes(_ drafts: [OutcomeDraft], _ occasion: Occasion) throws -> [Outcome] {
    try drafts.map { draft in
      try addOutcome(
        to: draft.event, values: draft.values, notes: draft.notes, details: draft.details, occasion)
    }
  }

  /// Appends a version; which one counts is decided by the effective dates.
  ///
  /// nil leaves notes and details as they are.
  @discardableResult
  public func updateOutcome(
    _ id: UUID, values: [OutcomeValue], notes: [String]? = nil, details: Detail? = nil,
    effectiveDate: Instant? = nil, _ occasion: Occasion
  ) throws -> Outcome {
    try checkNumbers(of: values)
    let (current, newest) = try liveVersions(of: id, occasion)
    var next = current
    next.uuid = UUID()
    next.predecessors = [newest.uuid]
    next.values = values
    next.notes = notes ?? current.notes
    next.details = details ?? current.details
    next.effectiveDate = effectiveDate ?? occasion.now
    next.created = occasion.now
    try append(next)
    return next
  }

  /// Appends a tombstone; the event is open again.
  ///
  /// - Parameter last: whether the answer stays readable as the event's last result.
  public func deleteOutcome(_ id: UUID, last: LastResult = .keep, _ occasion: Occasion) throws {
    let (current, newest) = try liveVersions(of: id, occasion)
    var tombstone = current
    tombstone.uuid = UUID()
    tombstone.predecessors = [newest.uuid]
    tombstone.kind = .tombstone
    tombstone.effectiveDate = occasion.now
    tombstone.created = occasion.now
    if last == .clear {
      tombstone.values = []
      tombstone.notes = []
      tombstone.details = .none
    }
    try append(tombstone)
  }

  private func checkNumbers(of values: [OutcomeValue]) throws {
    for value in values where !(value.datum.number?.isFinite ?? true) {
      throw CareError.invalidValue(field: value.kind ?? "value")
    }
  }

  private func openableEvent(_ key: EventKey, _ occasion: Occasion) throws -> CareEvent {
    guard let version = try taskVersion(key.taskVersion, of: occasion.participant),
      let chain = try chain(of: occasion.participant, task: version.id)
    else { throw CareError.unknownTask(id: key.taskVersion.uuidString) }
    let id = chain.id
    if chain.isDeleted { throw CareError.deletedTask(id: id) }
    guard let event = chain.event(key, reader: occasion.zone) else {
      throw CareError.noSuchOccurrence(task: id, occurrence: key.occurrence)
    }
    guard chain.inForce(at: event.occurrence.ownedFrom)?.uuid == key.taskVersion else {
      throw CareError.versionNotInForce(task: id, occurrence: key.occurrence)
    }
    return event
  }

  func liveVersions(of id: UUID, _ occasion: Occasion) throws -> (current: Outcome, newest: Outcome) {
    let versions = try outcomeVersions(OutcomeFilter(participant: occasion.participant, outcome: id))
    guard let newest = versions.last, let current = Outcome.current(of: versions) else {
      throw CareError.unknownOutcome
    }
    return (current, newest)
  }
}
