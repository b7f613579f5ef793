import Foundation

/// Whether undoing an answer leaves it readable as the event's last result. The event is open either way.
public enum LastResult: String, Hashable, Sendable, CaseIterable { case keep, clear }

// Every act runs in the one transaction of its caller: answer and state change together or not at all.
//
// A participant may do less than staff. `allowed` is that difference: the caller passes the rule that binds
// whoever acts, and the default binds nobody.
extension CareLedger {
  /// Answers the event of a task on a day: its first open one.
  ///
  /// Where all are answered already, the refusal names the last of them and its outcome.
  @discardableResult
  public func answer(
    task id: String, on day: LocalDate, values: [OutcomeValue], notes: [String] = [],
    details: Detail = .none, _ occasion: Occasion, allowed check: (CareEvent) throws -> Void = { _ in }
  ) throws -> Outcome {
    guard let chain = try chain(of: occasion.participant, task: id) else {
      throw CareError.unknownTask(id: id)
    }
    if chain.isDeleted { throw CareError.deletedTask(id: id) }
    let events = try events(of: chain, on: day, occasion)
    guard let event = events.first(where: { !$0.isCompleted }) ?? events.last else {
      throw CareError.nothingDue(task: id, day: day)
    }
    try check(event)
    return try addOutcome(to: event.key, values: values, notes: notes, details: details, occasion)
  }

  /// Removes the outcome of an event.
  public func undo(
    _ key: EventKey, last: LastResult = .keep, _ occasion: Occasion,
    allowed check: (CareEvent) throws -> Void = { _ in }
  ) throws {
    guard let event = try event(key, occasion), let outcome = event.outcome else {
      throw CareError.unknownOutcome
    }
    try check(event)
    try deleteOutcome(outcome.id, last: last, occasion)
  }

  /// An open event gets one boolean value true, a completed one is undone.
  public func toggle(
    _ key: EventKey, last: LastResult = .keep, _ occasion: Occasion,
    allowed check: (CareEvent) throws -> Void = { _ in }
  ) throws {
    if try liveOutcome(of: key, occasion.participant) != nil {
      return try undo(key, last: last, occasion, allowed: check)
    }
    if let event = try event(key, occasion) { try check(event) }
    let done = OutcomeValue(.boolean(true), createdDate: occasion.now)
    try addOutcome(to: key, values: [done], occasion)
  }

  /// Behind the values that are there; an open event becomes completed by its first value.
  @discardableResult
  public func appendValue(
    _ value: OutcomeValue, to key: EventKey, _ occasion: Occasion,
    allowed check: (CareEvent) throws -> Void = { _ in }
  ) throws -> Outcome {
    if let event = try event(key, occasion) { try check(event) }
    guard let existing = try liveOutcome(of: key, occasion.participant) else {
      return try addOutcome(to: key, values: [value], occasion)
    }
    return try updateOutcome(
      existing.id, values: existing.values + [value], effectiveDate: existing.overtaken(at: occasion.now),
      occasion)
  }

  /// Removing the last value removes the outcome.
  public func deleteValue(at index: Int, of id: UUID, _ occasion: Occasion) throws {
    let current = try liveVersions(of: id, occasion).current
    var values = current.values
    guard values.indices.contains(index) else { throw CareError.unknownOutcome }
    values.remove(at: index)
    if values.isEmpty { return try deleteOutcome(id, occasion) }
    try updateOutcome(id, values: values, effectiveDate: current.overtaken(at: occasion.now), occasion)
  }
}

extension Outcome {
  /// When a change of this row must be effective so that it counts: a row may be effective later than now.
  fileprivate func overtaken(at now: Instant) -> Instant { max(now, effectiveDate) }
}
