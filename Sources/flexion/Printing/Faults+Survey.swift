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
  var words: String {
    switch self {
    case .wrongType(let expected): "must be a \(expected)"
    case .notANumber: "must be a finite number"
    case .notWhole: "must be a whole number"
    case .below(let minimum): "must be at least \(AnswerProblem.plain(minimum))"
    case .above(let maximum): "must be at most \(AnswerProblem.plain(maximum))"
    case .offGrid(let step): "must lie on the scale, in steps of \(step)"
    case .notAChoice(let allowed): "must be one of \(allowed.joined(separator: ", "))"
    case .takenTwice(let choice): "takes `\(choice)` twice"
    case .tooLong(let limit): "is longer than \(limit) characters"
    case .noDate: "is no date"
    case .before(let earliest): "must not lie before \(earliest)"
    case .after(let latest): "must not lie after \(latest)"
    case .unknownItem: "there is no such item"
    }
  }

  /// A bound without a needless point and zero.
  private static func plain(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}
