/// Who acts: a participant is bound by rules that staff are not.
public enum ActingRole: String, Hashable, Sendable, CaseIterable { case participant, staff }

/// When, where and by whom an event is acted on. The clock is the caller's.
public struct EventCircumstances: Sendable {
  public var now: Instant
  public var reader: Zone
  public var role: ActingRole
  /// Whether the task that must come first is done.
  public var isRequirementMet: Bool

  /// - Parameter requirement: looks up whether the task that must come first is done; a look-up that fails closes the gate.
  public init(
    now: Instant, reader: Zone, role: ActingRole = .participant, requirement: () throws -> Bool = { true }
  ) {
    self.now = now
    self.reader = reader
    self.role = role
    isRequirementMet = Gate.isOpen(requirement)
  }
}

/// What may be done with one event. Every command and every page asks here.
public enum EventRules {
  /// Refuses to answer: a closed gate, a day after today by local date, a past day that the plan closes, a completed event
  /// that may not be taken again. Staff are bound by none of it.
  public static func checkMayAnswer(_ event: CareEvent, _ circumstances: EventCircumstances) throws(CareError)
  {
    guard circumstances.role == .participant else { return }
    let content = event.task.content
    let (id, number) = (event.task.id, event.occurrence.number)
    if content.requirement != nil, !circumstances.isRequirementMet { throw .gateClosed(task: id) }
    let (day, today) = (event.day(in: circumstances.reader), circumstances.reader.date(at: circumstances.now))
    if day > today { throw .futureEvent(task: id, occurrence: number) }
    if day < today, !content.isUsableAfterwards { throw .pastEvent(task: id, occurrence: number) }
    guard canStart(isCompleted: event.isCompleted, resultResettable: content.resultResettable) else {
      throw .notRetakable(task: id)
    }
  }

  /// Refuses to undo: nothing there, a result that may not be reset, and for participants a response to a survey or a
  /// measurement of an event before today. A mere tick may be undone on past days too.
  public static func checkMayUndo(_ event: CareEvent, _ circumstances: EventCircumstances) throws(CareError) {
    guard event.isCompleted else { throw .unknownOutcome }
    guard circumstances.role == .participant else { return }
    let content = event.task.content
    guard content.resultResettable else { throw .notRetakable(task: event.task.id) }
    let today = circumstances.reader.date(at: circumstances.now)
    let isPast = event.day(in: circumstances.reader) < today
    if isPast, !content.isUsableAfterwards {
      throw .pastEvent(task: event.task.id, occurrence: event.occurrence.number)
    }
    let isResponse = content.survey != nil || content.knee != nil
    if isResponse, isPast { throw .notDeletable(task: event.task.id) }
  }

  /// Every open event, and every completed one whose result may be reset.
  public static func canStart(isCompleted: Bool, resultResettable: Bool) -> Bool {
    !isCompleted || resultResettable
  }

  /// A participant may delete a response if its event starts today (local) or later.
  public static func canDelete(
    eventStart: Instant, now: Instant, reader: Zone, role: ActingRole = .participant
  ) -> Bool {
    role == .staff || reader.date(at: eventStart) >= reader.date(at: now)
  }
}

/// A gate is open only when somebody could say that it is.
public enum Gate {
  /// A look-up that fails counts as no.
  public static func isOpen(_ lookUp: () throws -> Bool) -> Bool { (try? lookUp()) ?? false }
}

/// Which tasks of a day are shown: onboarding alone until it is done, then the others whose gate is open.
public struct FeedGates: Hashable, Sendable {
  private let onboarding: Set<String>
  private let open: Set<String>

  /// - Parameter isDone: whether any live outcome of an onboarding task exists, on whatever day; failing is no.
  public init(onboarding ids: [String], isDone: (String) throws -> Bool) {
    onboarding = Set(ids)
    open = onboarding.filter { id in !Gate.isOpen { try isDone(id) } }
  }

  public var isOnboarded: Bool { open.isEmpty }

  /// - Parameter requirement: whether the task that must come first is done; failing is no.
  public func shows(_ task: String, requirement: () throws -> Bool = { true }) -> Bool {
    if onboarding.contains(task) { return open.contains(task) }
    return isOnboarded && Gate.isOpen(requirement)
  }
}
