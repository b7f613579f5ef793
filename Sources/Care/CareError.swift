import Foundation

/// Every refusal of the rules of care. Nothing is stored when one is thrown.
public enum CareError: Error, Equatable, Sendable {
  public enum ScheduleProblem: Equatable, Sendable {
    case missing, outOfRange, mustBePositive, endNotAfterStart, clockUnitsInAllDay, unknownZone, unknownUnit
  }

  case invalidSchedule(element: Int?, field: String, ScheduleProblem)
  case invalidParticipant
  case invalidTask(field: String)
  case invalidValue(field: String)
  /// A definition of questions that cannot be asked.
  case invalidSurvey(field: String, SurveyProblem)
  case invalidAnswer(item: String, AnswerProblem)
  /// Required items of this step have no answer, or the survey is not at its end.
  case formIncomplete(step: String, missing: [String])
  case duplicateTask(id: String)
  case unknownTask(id: String)
  /// The way back is to reopen it.
  case deletedTask(id: String)
  /// As a deleted one, it comes back only when it is reopened.
  case endedTask(id: String)
  /// A task that is live cannot be reopened.
  case notEnded(task: String)
  /// A live outcome lies at or after the wanted effective date.
  case coversOutcome(task: String, occurrence: Int)
  case noSuchOccurrence(task: String, occurrence: Int)
  /// No event of the task starts on the day.
  case nothingDue(task: String, day: LocalDate)
  case versionNotInForce(task: String, occurrence: Int)
  case duplicateOutcome(task: String, occurrence: Int, existing: UUID)
  case unknownOutcome
  case futureEvent(task: String, occurrence: Int)
  /// The plan closes past days.
  case pastEvent(task: String, occurrence: Int)
  case notRetakable(task: String)
  case notDeletable(task: String)
  case gateClosed(task: String)
  /// A leaf directly below the task, a missing layer or a leaf of the wrong kind.
  case malformedResult(identifier: String)
  case unknownMeasurement
  case unknownCalibration
  case unknownParticipant
  case storeUnavailable(StoreFault)

  /// The field or item at fault, where a definition or an answer was refused.
  public var field: String? {
    switch self {
    case .invalidSchedule(_, let field, _), .invalidTask(let field), .invalidValue(let field),
      .invalidSurvey(let field, _), .invalidAnswer(let field, _):
      field
    case .formIncomplete(_, let missing): missing.first
    default: nil
    }
  }

  /// The stable name that scripts see.
  public var code: String {
    switch self {
    case .invalidSchedule: "invalidSchedule"
    case .invalidParticipant: "invalidParticipant"
    case .invalidTask, .invalidSurvey: "invalidTask"
    case .invalidAnswer: "invalidAnswer"
    case .formIncomplete: "formIncomplete"
    case .invalidValue: "invalidValue"
    case .duplicateTask: "duplicateTask"
    case .unknownTask: "unknownTask"
    case .deletedTask: "deletedTask"
    case .endedTask: "endedTask"
    case .notEnded: "notEnded"
    case .coversOutcome: "coversOutcome"
    case .noSuchOccurrence: "noSuchOccurrence"
    case .nothingDue: "noSuchOccurrence"
    case .versionNotInForce: "versionNotInForce"
    case .duplicateOutcome: "duplicateOutcome"
    case .unknownOutcome: "unknownOutcome"
    case .futureEvent: "futureEvent"
    case .pastEvent: "pastEvent"
    case .notRetakable: "notRetakable"
    case .notDeletable: "notDeletable"
    case .gateClosed: "gateClosed"
    case .malformedResult: "malformedResult"
    case .unknownMeasurement: "unknownMeasurement"
    case .unknownCalibration: "unknownCalibration"
    case .unknownParticipant: "unknownParticipant"
    case .storeUnavailable: "storeUnavailable"
    }
  }
}

/// Why a store could not be used. Nothing is half done when one is thrown.
public struct StoreFault: Error, Equatable, Sendable {
  public enum Kind: String, Equatable, Sendable {
    /// The address names no kind of store that exists.
    case badAddress
    /// Nothing is there, and nothing was to be made.
    case missing
    /// Rights of file or folder, or others may write it.
    case notPermitted
    case othersCanWrite
    case readOnly
    case cannotCreate
    case notAStore
    case newerSchema
    case olderSchema
    case damaged
    /// Another process held the lock for longer than the wait.
    case busy
    case full
    case inputOutput
    /// Something lies where a store or a backup was to be made.
    case occupied
    /// A backup that is not what its manifest says.
    case badBackup
    /// A row that the rules forbid: the last net below the checks.
    case constraint
    case unexpected
  }

  public var kind: Kind
  public var path: String
  /// The engine's own number or name for it, for a report of the fault.
  public var detail: String

  public init(_ kind: Kind, path: String, detail: String = "") {
    self.kind = kind
    self.path = path
    self.detail = detail
  }
}
