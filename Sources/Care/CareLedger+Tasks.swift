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

  /// Refused if a live outcome of an earlier version starts at or after the effective date.
  @discardableResult
  public func updateTask(_ draft: TaskDraft, _ occasion: Occasion) throws -> CareTask {
    try checkNames(of: draft, occasion)
    let chain = try liveChain(draft.id, occasion)
    let effective = effectiveDate(of: draft, occasion)
    let filter = OutcomeFilter(participant: occasion.participant, task: draft.id)
    if let covered = try outcomes(filter).first(where: { $0.eventStart >= effective }) {
      throw CareError.coversOutcome(task: draft.id, occurrence: covered.event.occurrence)
    }
    return try appendVersion(draft, after: chain.heads.map(\.uuid), occasion)
  }

  /// Appends a tombstone; outcomes stay in the store.
  public func deleteTask(_ id: String, uuid: UUID = UUID(), _ occasion: Occasion) throws {
    let chain = try liveChain(id, occasion)
    var tombstone = chain.newest
    tombstone.uuid = uuid
    tombstone.predecessors = chain.heads.map(\.uuid)
    tombstone.created = occasion.now
    tombstone.effectiveDate = occasion.now
    tombstone.kind = .tombstone
    try append(tombstone)
  }

  private func liveChain(_ id: String, _ occasion: Occasion) throws -> TaskChain {
    guard let chain = try chain(of: occasion.participant, task: id) else {
      throw CareError.unknownTask(id: id)
    }
    guard chain.newest.kind == .normal else { throw CareError.deletedTask(id: id) }
    return chain
  }

  private func checkNames(of draft: TaskDraft, _ occasion: Occasion) throws {
    guard (1...256).contains(draft.id.utf8.count) else { throw CareError.invalidTask(field: "id") }
    let taken = try taskVersions(of: occasion.participant, task: nil).contains { $0.uuid == draft.uuid }
    if taken { throw CareError.invalidTask(field: "uuid") }
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
