/// What has been entered into one form so far; nothing of it is stored.
///
/// A refused answer is remembered as refused and blocks the form until it is mended or cleared, also on an optional item.
/// Defaults are shown; they become answers by `touch`, or untouched where the form accepts that.
public struct FormEntry: Hashable, Sendable {
  public let step: SurveyStep
  private var given: [String: SurveyAnswer.Value] = [:]
  public private(set) var problems: [String: AnswerProblem] = [:]

  public init(_ step: SurveyStep) { self.step = step }

  /// Takes an answer, rounded to what is stored; nil, an empty text and a choice of nothing take it away.
  public mutating func answer(_ id: String, _ value: SurveyAnswer.Value?) throws(CareError) {
    guard let item = step.item(id) else { throw .invalidAnswer(item: id, .unknownItem) }
    given[id] = nil
    problems[id] = nil
    guard let value, !value.isEmpty else { return }
    do {
      given[id] = try item.format.accept(value)
    } catch {
      problems[id] = error
      throw .invalidAnswer(item: id, error)
    }
  }

  /// Makes the default that is shown an answer, as if it had been entered.
  public mutating func touch(_ id: String) throws(CareError) {
    guard let item = step.item(id) else { throw .invalidAnswer(item: id, .unknownItem) }
    if given[id] == nil, problems[id] == nil { try answer(id, item.format.effectiveDefault) }
  }

  /// What stands on the page: the answer given, else the default, untouched; nil for an empty item.
  public func shown(_ id: String) -> SurveyAnswer? {
    if let value = given[id] { return SurveyAnswer(value) }
    guard problems[id] == nil, let item = step.item(id), let value = item.format.effectiveDefault else {
      return nil
    }
    // What is shown is what would be stored: a default is rounded like an answer.
    let stored = (try? item.format.accept(value)) ?? value
    return SurveyAnswer(stored, isTouched: false)
  }

  /// What would be stored: an untouched default only where the form accepts it; nil for unanswered and hidden items.
  public func answer(to id: String, _ earlier: AnswerPredicate.LookUp = { _ in nil }) -> SurveyAnswer? {
    guard let shown = shown(id), shown.isTouched || step.acceptsDefaults else { return nil }
    return isVisible(id, earlier) ? shown : nil
  }

  /// - Parameter earlier: the answers of other steps.
  public func isVisible(_ id: String, _ earlier: AnswerPredicate.LookUp = { _ in nil }) -> Bool {
    guard let item = step.item(id) else { return false }
    return item.visibility?.holds { reference in
      guard reference.step ?? step.id == step.id, step.item(reference.item) != nil else {
        return earlier(reference)
      }
      return given[reference.item]
    } ?? true
  }

  /// Required items on the page without an answer, in their order.
  public func missing(_ earlier: AnswerPredicate.LookUp = { _ in nil }) -> [String] {
    step.items.filter { $0.isRequired && isVisible($0.id, earlier) && answer(to: $0.id, earlier) == nil }
      .map(\.id)
  }

  /// Every present answer is valid and every required visible item is answered.
  public func canContinue(_ earlier: AnswerPredicate.LookUp = { _ in nil }) -> Bool {
    problem(earlier) == nil
  }

  /// Why it cannot go on: the first invalid answer in order, else what is missing.
  public func problem(_ earlier: AnswerPredicate.LookUp = { _ in nil }) -> CareError? {
    for item in step.items where isVisible(item.id, earlier) {
      if let problem = problems[item.id] { return .invalidAnswer(item: item.id, problem) }
    }
    let missing = missing(earlier)
    return missing.isEmpty ? nil : .formIncomplete(step: step.id, missing: missing)
  }

  public var canSkip: Bool { step.isOptional && step.isForm }

  /// One leaf an item in the order of the form; unanswered ones too.
  public func result(_ earlier: AnswerPredicate.LookUp = { _ in nil }) -> StepResult {
    StepResult(
      identifier: step.id,
      leaves: step.items.map {
        LeafResult(identifier: $0.id, content: .answer(answer(to: $0.id, earlier)))
      })
  }

  /// The result of a form that was skipped: every item without an answer.
  public static func skipped(_ step: SurveyStep) -> StepResult {
    StepResult(
      identifier: step.id, leaves: step.items.map { LeafResult(identifier: $0.id, content: .answer(nil)) })
  }
}
