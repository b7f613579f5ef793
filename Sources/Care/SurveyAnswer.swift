/// What was answered to one item of a form.
public struct SurveyAnswer: Hashable, Sendable {
  public enum Value: Hashable, Sendable {
    case single(OutcomeValue.Datum)
    /// Ids of the choices taken, each once, in the order of the definition.
    case several([String])
  }

  public var value: Value
  /// false: a default that nobody touched, and that the form accepts.
  public var isTouched: Bool

  public init(_ value: Value, isTouched: Bool = true) {
    self.value = value
    self.isTouched = isTouched
  }

  /// One datum each; several for a multiple choice.
  public var data: [OutcomeValue.Datum] { value.data }
}

extension SurveyAnswer.Value {
  public var data: [OutcomeValue.Datum] {
    switch self {
    case .single(let datum): [datum]
    case .several(let choices): choices.map(OutcomeValue.Datum.text)
    }
  }

  /// An empty text and a choice of nothing are no answers.
  var isEmpty: Bool {
    switch self {
    case .single(.text(let text)): text.isEmpty
    case .single: false
    case .several(let choices): choices.isEmpty
    }
  }
}

/// Why an answer was refused.
public enum AnswerProblem: Error, Hashable, Sendable {
  case wrongType(expected: String)
  case notANumber
  case notWhole
  case below(minimum: Double)
  case above(maximum: Double)
  /// Between two steps of the scale.
  case offGrid(step: Int)
  case notAChoice(allowed: [String])
  case takenTwice(String)
  case tooLong(limit: Int)
  case noDate
  case before(String)
  case after(String)
  /// The form has no such item.
  case unknownItem
}

/// Why a survey cannot be built.
public enum SurveyProblem: Hashable, Sendable {
  case duplicate
  case empty
  case notWhole
  case outOfRange
  case maximumNotAboveMinimum
  /// The distance of the bounds is no multiple of the step.
  case stepDoesNotDivide
  case tooFew(least: Int)
  case tooMany(most: Int)
  case unknownStep
  case unknownItem
  /// The same answers lead back again and again.
  case endless
}
