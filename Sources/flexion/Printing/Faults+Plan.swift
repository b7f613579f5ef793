import Assessment
import JSONText

extension Faults {
  static func words(_ error: PlanError) -> Failure {
    var failure: Failure =
      switch error {
      case .syntax(let syntax): words(syntax)
      case .field(let field): words(field)
      case .invalid(_, let problem): refused("invalidPlan", problem.words)
      case .refused(_, let care): words(care)
      }
    failure.code = error.code
    failure.field = error.path
    if let path = error.path { failure.message = "`\(path)`: \(failure.message)" }
    return failure
  }

  static func words(_ error: JSONFieldError) -> Failure {
    let message: String
    var hint: String?
    switch error.problem {
    case .missing: message = "is missing"
    case .unknownKey(let known):
      message = "is no known key"
      let key = error.path.split(separator: ".").last.map(String.init) ?? error.path
      hint =
        NearestName.of(key, in: known).map { "did you mean `\($0)`?" }
        ?? "known are: \(known.joined(separator: ", "))"
    case .wrongKind(let expected, let found): message = "expected \(expected), found \(found)"
    }
    return refused("invalidField", message, field: error.path, hint: hint)
  }
}

extension PlanError.Problem {
  fileprivate var words: String {
    switch self {
    case .empty: "must not be empty"
    case .notOneOf(let allowed): "must be one of \(allowed.joined(separator: ", "))"
    case .noDate:
      "is no date; expected YYYY-MM-DD, a time with offset, or D, today, now with steps such as +1week"
    case .noClockTime: "is no time of day; expected hh:mm"
    case .unknownZone: "is no known time zone"
    case .unknownReference(let name): "names `\(name)`, which does not exist in the plan"
    case .duplicate(let name): "`\(name)` stands twice"
    case .mustBePositive: "must be above zero"
    case .tooMany(let limit): "more than \(limit)"
    case .mustHave(let count): "must be a list of \(count)"
    case .lacksOneOf(let keys): "lacks one of \(keys.joined(separator: ", "))"
    case .onlyBeside(let key): "means nothing without `\(key)`"
    case .noAnswer: "must be a number, a text, true, false, or a list of texts"
    case .noLanguage: "is no language; expected two letters such as en or de"
    case .neverReached: "comes after a rule of the same step that always holds"
    }
  }
}
