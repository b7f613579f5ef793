import Foundation

/// A task as somebody wants it, before it has become a row.
public struct TaskDraft: Hashable, Sendable {
  public var id: String
  public var uuid: UUID
  public var content: TaskContent
  /// nil: the start of its own event 0.
  public var effectiveDate: Instant?

  public init(id: String, uuid: UUID = UUID(), content: TaskContent, effectiveDate: Instant? = nil) {
    self.id = id
    self.uuid = uuid
    self.content = content
    self.effectiveDate = effectiveDate
  }
}

extension CareLedger {
  /// The id must be new, also against ended and deleted tasks.
  @discardableResult
  public func addTask(_ draft: TaskDraft, _ occasion: Occasion) throws -> CareTask {
    try checkNames(of: draft, occasion)
    if let chain = try chain(of: occasion.participant, task: draft.id) {
      throw chain.isDeleted ? CareError.deletedTask(id: draft.id) : .duplicateTask(id: draft.id)
    }
    return try appendVersion(draft, after: [], occasion)
  }

  /// All or none: the error of one member, also of one that conflicts with another, must leave the transaction.
  @discardableResult
  public func addTasks(_ drafts: [TaskDraft], _ occasion: Occasion) throws -> [CareTask] {
    try drafts.map { draft in try addTask(draft, occasion) }
  }

  /// Refused if a live outcome of an earlier version starts at or after the effective date.
  @discardableResult
  public func updateTask(_ draft: TaskDraft, _ occasion: Occasion) throws -> CareTask {
    try checkNames(of: draft, occasion)
    let chain = try liveChain(draft.id, occasion)
    try checkCovers(chain, from: effectiveDate(of: draft, occasion), occasion)
    return try appendVersion(draft, after: chain.heads.map(\.uuid), occasion)
  }

  /// No events from `instant` on; the past stays. Refused if an outcome lies at or after it.
  @discardableResult
  public func endTask(
    _ id: String, at instant: Instant? = nil, uuid: UUID = UUID(), _ occasion: Occasion
  ) throws -> CareTask {
    let chain = try liveChain(id, occasion)
    try checkCovers(chain, from: instant ?? occasion.now, occasion)
    return try appendMark(.ended, to: chain, effective: instant ?? occasion.now, uuid, occasion)
  }

  /// Appends a tombstone, also to an ended task; outcomes stay in the store.
  public func deleteTask(_ id: String, uuid: UUID = UUID(), _ occasion: Occasion) throws {
    let chain = try undeletedChain(id, occasion)
    try appendMark(.tombstone, to: chain, effective: occasion.now, uuid, occasion)
  }

  /// The only way back for an ended or deleted task: its history is visible again, and nothing is due between
  /// the end and `effectiveDate`.
  ///
  /// - Parameters:
  ///   - content: nil takes that of the last version.
  ///   - effectiveDate: nil is now.
  @discardableResult
  public func reopenTask(
    _ id: String, content: TaskContent? = nil, effectiveDate: Instant? = nil, uuid: UUID = UUID(),
    _ occasion: Occasion
  ) throws -> CareTask {
    guard let chain = try chain(of: occasion.participant, task: id) else {
      throw CareError.unknownTask(id: id)
    }
    if chain.newest.kind == .normal { throw CareError.notEnded(task: id) }
    let draft = TaskDraft(
      id: id, uuid: uuid, content: content ?? chain.newest.content,
      effectiveDate: effectiveDate ?? occasion.now)
    try checkNames(of: draft, occasion)
    try checkCovers(chain, from: effectiveDate ?? occasion.now, occasion)
    return try appendVersion(draft, after: chain.heads.map(\.uuid), occasion)
  }

  private func undeletedChain(_ id: String, _ occasion: Occasion) throws -> TaskChain {
    guard let chain = try chain(of: occasion.participant, task: id) else {
      throw CareError.unknownTask(id: id)
    }
    if chain.isDeleted { throw CareError.deletedTask(id: id) }
    return chain
  }

  private func liveChain(_ id: String, _ occasion: Occasion) throws -> TaskChain {
    let chain = try undeletedChain(id, occasion)
    if chain.newest.kind == .ended { throw CareError.endedTask(id: id) }
    return chain
  }

  /// Results never change owner, also those of a task that was deleted.
  private func checkCovers(_ chain: TaskChain, from effective: Instant, _ occasion: Occasion) throws {
    let filter = OutcomeFilter(participant: occasion.participant, task: chain.id, startingFrom: effective)
    if let covered = Outcome.live(of: try outcomeVersions(filter)).first {
      throw CareError.coversOutcome(task: chain.id, occurrence: covered.event.occurrence)
    }
  }

  @discardableResult
  private func appendMark(
    _ kind: CareTask.Kind, to chain: TaskChain, effective: Instant, _ uuid: UUID, _ occasion: Occasion
  ) throws -> CareTask {
    if try taskVersion(uuid) != nil { throw CareError.invalidTask(field: "uuid") }
    var mark = chain.newest
    mark.uuid = uuid
    mark.predecessors = chain.heads.map(\.uuid)
    mark.created = occasion.now
    mark.effectiveDate = effective
    mark.kind = kind
    try append(mark)
    return mark
  }

  private func checkNames(of draft: TaskDraft, _ occasion: Occasion) throws {
    guard (1...256).contains(draft.id.utf8.count) else { throw CareError.invalidTask(field: "id") }
    if try taskVersion(draft.uuid) != nil { throw CareError.invalidTask(field: "uuid") }
  }

  private func effectiveDate(of draft: TaskDraft, _ occasion: Occasion) -> Instant {
    let zone = draft.content.timeZone ?? occasion.zone
    let zones = ScheduleZones(reader: zone, task: draft.content.timeZone, addedIn: occasion.zone)
    return draft.effectiveDate ?? EventSequence(draft.content.schedule, zones).start
  }

  private func appendVersion(_ draft: TaskDraft, after predecessors: [UUID], _ occasion: Occasion) throws
    -> CareTask
  {
    let version = CareTask(
      participant: occasion.participant, id: draft.id, uuid: draft.uuid, predecessors: predecessors,
      created: occasion.now, effectiveDate: effectiveDate(of: draft, occasion), addedIn: occasion.zone,
      content: draft.content)
    try append(version)
    return version
  }
}
