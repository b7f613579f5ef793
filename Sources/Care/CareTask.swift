import Foundation

/// Who the data belong to: an opaque pseudonym, never a name or a birth date.
public struct ParticipantID: Hashable, Sendable, CustomStringConvertible {
  public let text: String

  /// The one participant of an embedded store.
  public static let me = ParticipantID(unchecked: "me")

  /// 1 to 128 printing characters without blanks at the ends.
  public init(_ text: String) throws(CareError) {
    let printing = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
    guard (1...128).contains(text.utf8.count), printing, text.first != " ", text.last != " " else {
      throw .invalidParticipant
    }
    self.text = text
  }

  private init(unchecked text: String) { self.text = text }

  public var description: String { text }
}

/// One immutable version of a task: something a participant is asked to do.
public struct CareTask: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    case normal
    /// No events from its effective date on; the past stays.
    case ended
    /// The task and its events leave every ordinary query.
    case tombstone
  }

  public var participant: ParticipantID
  /// The same for all versions, for life.
  public var id: String
  public var uuid: UUID
  public var predecessors: [UUID]
  public var created: Instant
  /// From when this version may rule.
  public var effectiveDate: Instant
  public var kind: Kind
  /// Where it was added; owns all-day events if the task names no zone.
  public var addedIn: Zone
  public var content: TaskContent

  public init(
    participant: ParticipantID, id: String, uuid: UUID, predecessors: [UUID] = [], created: Instant,
    effectiveDate: Instant, kind: Kind = .normal, addedIn: Zone, content: TaskContent
  ) {
    self.participant = participant
    self.id = id
    self.uuid = uuid
    self.predecessors = predecessors
    self.created = created
    self.effectiveDate = effectiveDate
    self.kind = kind
    self.addedIn = addedIn
    self.content = content
  }

  public func zones(reader: Zone) -> ScheduleZones {
    ScheduleZones(reader: reader, task: content.timeZone, addedIn: addedIn)
  }

  func events(reader: Zone) -> EventSequence { EventSequence(content.schedule, zones(reader: reader)) }
}

/// What a version says; two versions with equal content ask for the same thing.
public struct TaskContent: Hashable, Sendable {
  public enum CompletionMode: String, Hashable, Sendable, CaseIterable { case tap, custom }
  public enum TaskType: String, Hashable, Sendable, CaseIterable { case intervention, assessment }

  public var title: String?
  public var text: String?
  public var instructions: String?
  public var groupIdentifier: String?
  public var tags: [String] = []
  /// Name of the task in another system.
  public var remoteID: String?
  public var carePlan: String?
  public var asset: TaskAsset?
  /// Colour of its card, as written in the plan.
  public var tint: String?
  public var type: TaskType = .assessment
  public var completionMode: CompletionMode = .tap
  /// false: a completed event may not be started again or undone by a participant.
  public var resultResettable = true
  /// false keeps the task out of rings and adherence.
  public var impactsAdherence = true
  /// false closes events of past days to participants.
  public var isUsableAfterwards = true
  public var timeZone: Zone?
  public var schedule: Schedule
  public var survey: String?
  /// Until this task is done, the feed holds nothing else.
  public var isOnboarding = false
  public var requirement: TaskRequirement?
  public var knee: KneeTask?
  public var details: Detail = .none

  public init(title: String? = nil, schedule: Schedule) {
    self.title = title
    self.schedule = schedule
  }
}

/// A picture or a film that belongs to a task.
public struct TaskAsset: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable { case image, video }

  public var kind: Kind
  /// As written in the plan.
  public var url: String

  public init(kind: Kind, url: String) {
    self.kind = kind
    self.url = url
  }
}

/// Another task that must be complete before this one shows.
public struct TaskRequirement: Hashable, Sendable {
  public enum Scope: String, Hashable, Sendable, CaseIterable { case ever, sameDay }

  public var task: String
  public var scope: Scope

  public init(task: String, scope: Scope = .ever) {
    self.task = task
    self.scope = scope
  }
}
