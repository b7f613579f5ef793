import Assessment
import Care

extension SurveyProblem {
  var words: String {
    switch self {
    case .duplicate: "stands twice"
    case .empty: "is empty"
    case .notWhole: "must be a whole number"
    case .outOfRange: "is out of range"
    case .maximumNotAboveMinimum: "must lie above the other bound"
    case .stepDoesNotDivide: "does not divide the distance of the bounds"
    case .tooFew(let least): "must have at least \(least)"
    case .tooMany(let most): "may have at most \(most)"
    case .unknownStep: "names a step that does not exist"
    case .unknownItem: "names an item that does not exist"
    case .endless: "never comes to an end with these answers"
    }
  }
}

extension AnswerProblem {
  /// Errors are told in English; a survey at the terminal has its own language.
  var words: String { Messages(.english).words(self) }
}
