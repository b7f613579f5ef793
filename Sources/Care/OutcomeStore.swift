import Foundation

/// Who acts for whom, when and in which zone: every rule takes these as arguments.
public struct Occasion: Hashable, Sendable {
  public var participant: ParticipantID
  /// Stored with each row; never a secret.
  public var actor: String
  public var now: Instant
  /// The reader's zone: days are its days.
  public var zone: Zone

  public init(participant: ParticipantID = .me, actor: String, now: Instant, zone: Zone) {
    self.participant = participant
    self.actor = actor
    self.now = now
    self.zone = zone
  }

  public var today: LocalDate { zone.date(at: now) }
}

/// Keeps tasks, measurements and outcomes; rows are only ever added.
///
/// An engine only reads and appends rows; what may be appended is decided by the rules on `CareLedger`, which
/// are the same for every engine. Engines throw `StoreFault`, rules throw `CareError`.
public protocol OutcomeStore: Sendable {
  /// One consistent state, however many queries.
  func read<Answer: Sendable>(_ body: @Sendable (any CareRecords) throws -> Answer) async throws -> Answer

  /// All or nothing, serialised against every other writer of the store, durable when it returns.
  ///
  /// `body` may be run only inside the call; it must not keep the ledger.
  func write<Answer: Sendable>(
    as actor: String, at now: Instant, _ body: @Sendable (any CareLedger) throws -> Answer
  ) async throws -> Answer

  /// Moves whenever any process has changed the store; cheap enough to be asked many times a second.
  func changeCount() async throws -> Int
}

/// The rows of a store, in the order in which they were added.
public protocol CareRecords {
  func participants() throws -> [ParticipantID]
  /// Every version, of one task or of all.
  func taskVersions(of participant: ParticipantID, task: String?) throws -> [CareTask]
  /// Of any participant: a uuid is never given twice.
  func taskVersion(_ uuid: UUID) throws -> CareTask?
  /// Every version of the outcomes that fit.
  func outcomeVersions(_ filter: OutcomeFilter) throws -> [Outcome]
  /// Whether any outcome of the task is live, on whatever day; reads no more than it must.
  func hasLiveOutcome(of participant: ParticipantID, task: String) throws -> Bool
  func measurements(_ filter: MeasurementFilter) throws -> [StoredMeasurement]
  /// All of a participant, oldest first.
  func calibrations(of participant: ParticipantID) throws -> [StoredCalibration]
  /// The latest of this plan; nil if it was never applied.
  func planStart(of participant: ParticipantID, plan: String) throws -> PlanStart?
  /// Who did what to which record: the newest ones, oldest first.
  func auditEntries(newest count: Int) throws -> [AuditEntry]
}

public protocol CareLedger: CareRecords {
  func append(_ task: CareTask) throws
  func append(_ outcome: Outcome) throws
  /// The same key again is the same measurement, and `isNew` is false.
  func keep(_ record: MeasurementRecord) throws -> (stored: StoredMeasurement, isNew: Bool)
  /// The same key again is the same calibration, and `isNew` is false.
  func keep(_ record: CalibrationRecord) throws -> (stored: StoredCalibration, isNew: Bool)
  /// Replaces an earlier attachment of the measurement; the earlier row stays.
  func attach(_ stored: StoredMeasurement, to attachment: MeasurementAttachment) throws
  func append(_ start: PlanStart, of participant: ParticipantID) throws
  /// For acts that add no row of their own; every appended row has its entry already.
  func append(_ entry: AuditEntry) throws
}

public struct MeasurementFilter: Hashable, Sendable {
  public var participant: ParticipantID
  public var number: Int?
  public var event: EventKey?
  /// Only those that belong to no event.
  public var unattached: Bool

  public init(
    participant: ParticipantID, number: Int? = nil, event: EventKey? = nil, unattached: Bool = false
  ) {
    self.participant = participant
    self.number = number
    self.event = event
    self.unattached = unattached
  }
}

/// What `D`, `today` and `now` of a plan mean, fixed when it was first applied.
public struct PlanStart: Hashable, Sendable {
  public var plan: String
  public var firstDay: LocalDate
  public var appliedAt: Instant
  public var zone: Zone

  public init(plan: String, firstDay: LocalDate, appliedAt: Instant, zone: Zone) {
    self.plan = plan
    self.firstDay = firstDay
    self.appliedAt = appliedAt
    self.zone = zone
  }
}
