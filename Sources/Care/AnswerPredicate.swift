/// Which answer a rule looks at: the newest of this item, in one step or in any.
public struct AnswerReference: Hashable, Sendable {
  public var step: String?
  public var item: String

  public init(step: String? = nil, item: String) {
    self.step = step
    self.item = item
  }
}

/// A condition on the answers so far; without the answer it asks about, a comparison does not hold.
public indirect enum AnswerPredicate: Hashable, Sendable {
  public enum Comparison: String, Hashable, Sendable, CaseIterable {
    case equals, lessThan, atMost, greaterThan, atLeast
    /// The choice is among those taken.
    case contains
  }

  case answered(AnswerReference)
  case compares(AnswerReference, Comparison, OutcomeValue.Datum)
  case all([AnswerPredicate])
  case any([AnswerPredicate])
  case not(AnswerPredicate)

  /// Gives the newest answer; nil for none.
  public typealias LookUp = (AnswerReference) -> SurveyAnswer.Value?

  public func holds(_ answer: LookUp) -> Bool {
    switch self {
    case .answered(let reference): answer(reference) != nil
    case .compares(let reference, let comparison, let datum):
      answer(reference).map { comparison.holds($0, datum) } ?? false
    case .all(let predicates): predicates.allSatisfy { $0.holds(answer) }
    case .any(let predicates): predicates.contains { $0.holds(answer) }
    case .not(let predicate): !predicate.holds(answer)
    }
  }

  var references: [AnswerReference] {
    switch self {
    case .answered(let reference), .compares(let reference, _, _): [reference]
    case .all(let predicates), .any(let predicates): predicates.flatMap(\.references)
    case .not(let predicate): predicate.references
    }
  }
}

extension AnswerPredicate.Comparison {
  fileprivate func holds(_ value: SurveyAnswer.Value, _ datum: OutcomeValue.Datum) -> Bool {
    if self == .contains { return value.data.contains(datum) }
    guard case .single(let answer) = value else { return false }
    switch self {
    case .equals: return answer.compared(with: datum) == 0
    case .lessThan: return answer.compared(with: datum).map { $0 < 0 } ?? false
    case .atMost: return answer.compared(with: datum).map { $0 <= 0 } ?? false
    case .greaterThan: return answer.compared(with: datum).map { $0 > 0 } ?? false
    case .atLeast: return answer.compared(with: datum).map { $0 >= 0 } ?? false
    case .contains: return false
    }
  }
}

extension OutcomeValue.Datum {
  /// Negative, 0 or positive. Numbers and booleans compare with each other, dates by time, texts by their bytes; nil for
  /// any other pair.
  func compared(with other: OutcomeValue.Datum) -> Int? {
    switch (self, other) {
    case (.text(let a), .text(let b)): return a == b ? 0 : a < b ? -1 : 1
    case (.date(let a), .date(let b)): return a == b ? 0 : a < b ? -1 : 1
    default:
      guard let a = comparableNumber, let b = other.comparableNumber, !a.isNaN, !b.isNaN else { return nil }
      return a == b ? 0 : a < b ? -1 : 1
    }
  }

  /// Integer, double, or a boolean as 0 and 1.
  var comparableNumber: Double? {
    if case .boolean(let value) = self { value ? 1 : 0 } else { number }
  }
}
