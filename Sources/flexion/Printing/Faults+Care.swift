import Care
import JSONText

extension Faults {
  static func words(_ error: CareError) -> Failure {
    if case .storeUnavailable(let fault) = error { return words(fault) }
    return refused(error.code, message(error), field: error.field, hint: hint(error))
  }

  private static func message(_ error: CareError) -> String {
    switch error {
    case .invalidSchedule(let element, let field, let problem):
      "schedule\(element.map { " element \($0)" } ?? ""): `\(field)` \(problem.words)"
    case .invalidParticipant: "the participant has no usable id"
    case .invalidTask(let field): "field `\(field)` of the task is not usable"
    case .invalidValue(let field): "field `\(field)` of the value is not usable"
    case .invalidSurvey(let field, let problem): "survey: `\(field)` \(problem.words)"
    case .invalidAnswer(let item, let problem): "answer to `\(item)`: \(problem.words)"
    case .formIncomplete(let step, let missing):
      missing.isEmpty
        ? "the survey is not finished: step `\(step)` comes next"
        : "step `\(step)` lacks an answer to \(missing.map { "`\($0)`" }.joined(separator: ", "))"
    case .duplicateTask(let id): "task `\(id)` exists already"
    case .unknownTask(let id): "there is no task `\(id)`"
    case .deletedTask(let id): "task `\(id)` was deleted"
    case .endedTask(let id): "task `\(id)` was ended"
    case .notEnded(let task): "task `\(task)` is neither ended nor deleted"
    case .coversOutcome(let task, let occurrence):
      "task `\(task)` has an outcome of occurrence \(occurrence) at or after the new start"
    case .noSuchOccurrence(let task, let occurrence): "task `\(task)` has no occurrence \(occurrence)"
    case .nothingDue(let task, let day): "task `\(task)` has no event on \(day)"
    case .versionNotInForce(let task, let occurrence):
      "occurrence \(occurrence) of `\(task)` belongs to another version of the task"
    case .duplicateOutcome(let task, let occurrence, let existing):
      "occurrence \(occurrence) of `\(task)` has the outcome \(existing) already"
    case .unknownOutcome: "there is no such outcome"
    case .futureEvent(let task, let occurrence): "occurrence \(occurrence) of `\(task)` lies in the future"
    case .pastEvent(let task, let occurrence):
      "occurrence \(occurrence) of `\(task)` lies in the past, which the plan closes"
    case .notRetakable(let task): "task `\(task)` is done and may not be repeated"
    case .notDeletable(let task): "the outcome of `\(task)` may not be deleted any more"
    case .gateClosed(let task): "task `\(task)` waits for another task"
    case .malformedResult(let identifier): "result `\(identifier)` does not have the shape of a result"
    case .unknownMeasurement: "there is no such measurement"
    case .unknownCalibration: "there is no such calibration of this participant"
    case .unknownParticipant: "there is no such participant in the store"
    case .storeUnavailable: "the store cannot be used"
    }
  }

  private static func hint(_ error: CareError) -> String? {
    switch error {
    case .unknownTask, .duplicateTask: "`flexion feed` shows the tasks of a day"
    case .deletedTask, .endedTask: "a deleted or ended task must be reopened"
    case .coversOutcome: "give a later first day with --from"
    case .unknownMeasurement, .unknownOutcome: "`flexion outcomes list` shows what there is"
    case .unknownCalibration: "`flexion calibrations` shows what there is"
    case .duplicateOutcome: "undo it first"
    default: nil
    }
  }

  static func words(_ fault: StoreFault) -> Failure {
    let path = fault.path
    func failure(_ code: String, _ message: String, _ exit: ExitCode, _ hint: String?) -> Failure {
      let detail = fault.detail.isEmpty ? "" : " (\(fault.detail))"
      return Failure(code, message + detail, exit: exit, file: path, hint: hint)
    }
    return switch fault.kind {
    case .badAddress: failure("badAddress", "no store address", .usage, "write sqlite:PATH")
    case .missing:
      failure(
        "noStore", "there is no store", .noInput, "`flexion plan apply FILE` or `process --store` makes one")
    case .notPermitted:
      failure("notPermitted", "the store may not be used", .notPermitted, "check owner and rights")
    case .othersCanWrite:
      failure(
        "othersCanWrite", "others may write the store", .notPermitted, "run chmod go-w on file and folder")
    case .readOnly:
      failure("readOnly", "the store cannot be written", .notPermitted, "check rights and mount")
    case .cannotCreate:
      failure("cannotCreate", "the store cannot be created", .cannotCreate, "check the folder")
    case .notAStore: failure("notAStore", "this is no store", .dataRefused, "name another file")
    case .newerSchema:
      failure(
        "newerSchema", "the store was written by a newer version", .configuration, "update this program")
    case .olderSchema:
      failure(
        "olderSchema", "the store is of an older version", .configuration, "a verb that writes migrates it")
    case .damaged: failure("damaged", "the store is damaged", .inputOutput, "restore a backup")
    case .busy: failure("busy", "another process holds the store", .tryAgain, "try again")
    case .full: failure("diskFull", "the disk is full", .inputOutput, "nothing was half stored; make room")
    case .inputOutput:
      failure("inputOutput", "the store cannot be read or written", .inputOutput, "check the disk")
    case .occupied:
      failure("occupied", "something lies there already", .cannotCreate, "name an empty place")
    case .badBackup:
      failure(
        "badBackup", "the backup is not what its manifest says", .dataRefused, "take another backup")
    case .constraint:
      failure(
        "constraint", "the store refused a row", .programFault,
        "this is a mistake of the program, please report it")
    case .unexpected:
      failure("unexpected", "the store failed", .inputOutput, "run again, restore a backup if it stays")
    }
  }

  static func words(_ error: JSONSyntaxError) -> Failure {
    var failure = refused(
      "invalidJSON", error.problem.words + (error.column > 0 ? ", column \(error.column)" : ""))
    failure.line = error.line > 0 ? error.line : nil
    return failure
  }
}

extension CareError.ScheduleProblem {
  fileprivate var words: String {
    switch self {
    case .missing: "is missing"
    case .outOfRange: "is out of range"
    case .mustBePositive: "must be above zero"
    case .endNotAfterStart: "must lie after the start"
    case .clockUnitsInAllDay: "holds hours, minutes or seconds, which whole days do not have"
    case .unknownZone: "is no known time zone"
    case .unknownUnit: "is no unit of time"
    }
  }
}

extension JSONSyntaxError.Problem {
  fileprivate var words: String {
    switch self {
    case .expected(let what): "expected \(what)"
    case .invalidSyntax: "this is no JSON"
    case .endOfText: "the text ends too early"
    case .textAfterEnd: "text behind the end of the value"
    case .duplicateKey: "a key stands twice"
    case .numberTooLarge: "a number is too large"
    case .invalidUTF8: "the text is not UTF-8"
    case .nulCharacter: "a text holds a zero character"
    case .tooDeep(let limit): "nested deeper than \(limit)"
    case .tooLarge(let limit): "larger than \(limit) bytes"
    case .outOfMemory: "out of memory"
    }
  }
}
