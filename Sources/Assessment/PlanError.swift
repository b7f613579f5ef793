import Care
import JSONText

/// Why a plan was refused. Nothing of it is stored.
public enum PlanError: Error, Equatable, Sendable {
  /// What a field says cannot be.
  public enum Problem: Equatable, Sendable {
    case empty
    /// What is allowed instead.
    case notOneOf([String])
    case noDate
    case noClockTime
    case unknownZone
    case unknownReference(String)
    case duplicate(String)
    case mustBePositive
    case tooMany(limit: Int)
    /// A list of another length.
    case mustHave(count: Int)
    /// None of these keys is there.
    case lacksOneOf([String])
    /// The key means something only together with another.
    case onlyBeside(String)
    /// No value that somebody could answer.
    case noAnswer
    /// No language of two letters.
    case noLanguage
    /// A rule behind one that always holds.
    case neverReached
  }

  case syntax(JSONSyntaxError)
  case field(JSONFieldError)
  case invalid(path: String, Problem)
  /// A rule of care, at the place of the plan that breaks it.
  case refused(path: String, CareError)

  public var code: String {
    switch self {
    case .syntax, .field, .invalid: "invalidPlan"
    case .refused(_, let error): error.code
    }
  }

  /// Such as `tasks[2].schedule.start`; nil if the text is no JSON.
  public var path: String? {
    switch self {
    case .syntax: nil
    case .field(let error): error.path
    case .invalid(let path, _), .refused(let path, _): path
    }
  }
}

extension PlanError {
  /// The line of the file at fault, counted from 1.
  public func line(in text: [UInt8]) -> Int? {
    if case .syntax(let error) = self { return error.line > 0 ? error.line : nil }
    return path.map { JSONPlace.line(of: $0, in: text) }
  }
}
