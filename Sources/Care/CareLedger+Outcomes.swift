import Foundation

extension CareLedger {
  /// One live outcome an event; the event must exist and its version be in force at its start.
  @discardableResult
  public func addOutcome(
    to key: EventKey, values: [OutcomeValue], details: Detail = .none, _ occasion: Occasion
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
      details: details)
    try append(outcome)
    return outcome
  }

  /// Appends a version; which one counts is decided by the effective dates.
  @discardableResult
  public func updateOutcome(
    _ id: UUID, values: [OutcomeValue], details: Detail? = nil, effectiveDate: Instant? = nil,
    _ occasion: Occasion
  ) throws -> Outcome {
    try checkNumbers(of: values)
    let (current, newest) = try liveVersions(of: id, occasion)
    var next = current
    next.uuid = UUID()
    next.predecessors = [newest.uuid]
    next.values = values
    next.details = details ?? current.details
    next.effectiveDate = effectiveDate ?? occasion.now
    next.created = occasion.now
    try append(next)
    return next
  }

  /// Appends a tombstone; the event is open again.
  public func deleteOutcome(_ id: UUID, _ occasion: Occasion) throws {
    let (current, newest) = try liveVersions(of: id, occasion)
    var tombstone = current
    tombstone.uuid = UUID()
    tombstone.predecessors = [newest.uuid]
    tombstone.kind = .tombstone
    tombstone.effectiveDate = occasion.now
    tombstone.created = occasion.now
    try append(tombstone)
  }

  /// Removing the last value removes the outcome.
  public func deleteValue(at index: Int, of id: UUID, _ occasion: Occasion) throws {
    var values = try liveVersions(of: id, occasion).current.values
    guard values.indices.contains(index) else { throw CareError.unknownOutcome }
    values.remove(at: index)
    if values.isEmpty {
      try deleteOutcome(id, occasion)
    } else {
      try updateOutcome(id, values: values, occasion)
    }
  }

  /// An open event gets one boolean value true, a completed one is undone.
  public func toggle(_ key: EventKey, _ occasion: Occasion) throws {
    if let existing = try liveOutcome(of: key, occasion.participant) {
      try deleteOutcome(existing.id, occasion)
    } else {
      let done = OutcomeValue(.boolean(true), createdDate: occasion.now)
      try addOutcome(to: key, values: [done], occasion)
    }
  }

  private func checkNumbers(of values: [OutcomeValue]) throws {
    for value in values where !(value.datum.number?.isFinite ?? true) {
      throw CareError.invalidValue(field: value.kind ?? "value")
    }
  }

  private func openableEvent(_ key: EventKey, _ occasion: Occasion) throws -> CareEvent {
    let versions = try taskVersions(of: occasion.participant, task: nil)
    guard let id = versions.first(where: { $0.uuid == key.taskVersion })?.id,
      let chain = TaskChain(versions.filter { $0.id == id })
    else { throw CareError.unknownTask(id: key.taskVersion.uuidString) }
    if chain.isDeleted { throw CareError.deletedTask(id: id) }
    guard let event = chain.event(key, reader: occasion.zone) else {
      throw CareError.noSuchOccurrence(task: id, occurrence: key.occurrence)
    }
    guard chain.inForce(at: event.occurrence.ownedFrom)?.uuid == key.taskVersion else {
      throw CareError.versionNotInForce(task: id, occurrence: key.occurrence)
    }
    return event
  }

  private func liveVersions(of id: UUID, _ occasion: Occasion) throws -> (current: Outcome, newest: Outcome) {
    let versions = try outcomeVersions(OutcomeFilter(participant: occasion.participant, outcome: id))
    guard let newest = versions.last, let current = Outcome.current(of: versions) else {
      throw CareError.unknownOutcome
    }
    return (current, newest)
  }
}
