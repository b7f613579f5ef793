import Foundation

/// The key of an event and of its outcome, also between devices.
public struct EventKey: Hashable, Sendable {
  public var taskVersion: UUID
  public var occurrence: Int

  public init(taskVersion: UUID, occurrence: Int) {
    self.taskVersion = taskVersion
    self.occurrence = occurrence
  }
}

/// One occurrence of the task version that rules at its start, with its answer.
public struct CareEvent: Hashable, Sendable {
  public var task: CareTask
  public var occurrence: ScheduleEvent
  /// The live outcome; an event is completed as soon as there is one, even without values.
  public var outcome: Outcome?

  public init(task: CareTask, occurrence: ScheduleEvent, outcome: Outcome? = nil) {
    self.task = task
    self.occurrence = occurrence
    self.outcome = outcome
  }

  public var key: EventKey { EventKey(taskVersion: task.uuid, occurrence: occurrence.number) }
  public var isCompleted: Bool { outcome != nil }

  /// The local day an event belongs to: that of its start, or its own date.
  public func day(in reader: Zone) -> LocalDate { occurrence.date ?? reader.date(at: occurrence.start) }

  /// Start, then task uuid as text, then number.
  public static func precedes(_ a: CareEvent, _ b: CareEvent) -> Bool {
    let (first, second) = (a.task.uuid.uuidString, b.task.uuid.uuidString)
    return (a.occurrence.start, first, a.occurrence.number) < (
      b.occurrence.start, second, b.occurrence.number
    )
  }
}

/// One version of the answer to one event.
public struct Outcome: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable { case normal, tombstone }

  public var participant: ParticipantID
  /// The same for all versions.
  public var id: UUID
  public var uuid: UUID
  public var predecessors: [UUID]
  public var kind: Kind
  public var task: String
  public var event: EventKey
  /// Copied when saved; dated queries go by them.
  public var eventStart: Instant
  public var eventEnd: Instant
  /// Of an all-day event.
  public var eventDate: LocalDate?
  /// In the order of the survey or of the extractor; kept through save, restart and export.
  public var values: [OutcomeValue]
  public var effectiveDate: Instant
  public var created: Instant
  public var notes: [String]
  public var details: Detail

  public init(
    participant: ParticipantID, id: UUID, uuid: UUID, predecessors: [UUID] = [], kind: Kind = .normal,
    task: String, event: EventKey, eventStart: Instant, eventEnd: Instant, eventDate: LocalDate? = nil,
    values: [OutcomeValue] = [], effectiveDate: Instant, created: Instant, notes: [String] = [],
    details: Detail = .none
  ) {
    self.participant = participant
    self.id = id
    self.uuid = uuid
    self.predecessors = predecessors
    self.kind = kind
    self.task = task
    self.event = event
    self.eventStart = eventStart
    self.eventEnd = eventEnd
    self.eventDate = eventDate
    self.values = values
    self.effectiveDate = effectiveDate
    self.created = created
    self.notes = notes
    self.details = details
  }

  public func day(in reader: Zone) -> LocalDate { eventDate ?? reader.date(at: eventStart) }

  /// Of the versions of one outcome in their order of creation: the latest effective, among equals the last
  /// created; nil once it is deleted.
  public static func current(of versions: [Outcome]) -> Outcome? {
    if versions.contains(where: { $0.kind == .tombstone }) { return nil }
    return versions.reduce(nil) { best, next in
      best.map { $0.effectiveDate > next.effectiveDate } ?? false ? best : next
    }
  }

  /// The current row of each outcome that is live, in the order in which the outcomes were first made.
  public static func live(of versions: [Outcome]) -> [Outcome] {
    var order: [UUID] = []
    var chains: [UUID: [Outcome]] = [:]
    for version in versions {
      if chains[version.id] == nil { order.append(version.id) }
      chains[version.id, default: []].append(version)
    }
    return order.compactMap { current(of: chains[$0] ?? []) }
  }
}
