/// How somebody left a survey or another task; only `completed` gives a result.
public enum FinishReason: String, Hashable, Sendable, CaseIterable {
  case completed, saved, discarded, failed, earlyTermination

  public var givesResult: Bool { self == .completed }
}

/// One run through a survey: a value that steps forward, back and to its end. Nothing is stored by it.
///
/// A user interface shows `step` with `entry.shown(item)`, calls `answer`, `touch`, `next`, `back`, `skip`, and at the end
/// (`step` is nil) `finish(.completed)`; cancel is `finish(.discarded)`. The result goes to `Extractor.answers`.
public struct SurveyRun: Hashable, Sendable {
  /// One stay at a step.
  private struct Visit: Hashable, Sendable {
    var step: SurveyStep
    var result: StepResult
  }

  public let survey: Survey
  /// The steps that were left forwards, oldest first.
  private var visits: [Visit] = []
  /// What was entered at each step, also at those gone back from.
  private var entries: [String: FormEntry] = [:]
  /// The present step; nil at the end.
  public private(set) var step: SurveyStep?
  /// nil while it runs.
  public private(set) var reason: FinishReason?

  public init(_ survey: Survey) {
    self.survey = survey
    step = survey.next(after: nil)
  }

  /// The present form with what was entered so far; nil at the end.
  public var entry: FormEntry? { step.map { entries[$0.id] ?? FormEntry($0) } }
  public var isAtEnd: Bool { step == nil }
  public var canGoBack: Bool { !visits.isEmpty && reason == nil }
  public var canContinue: Bool { entry?.canContinue(earlier) ?? false }
  public var canSkip: Bool { entry?.canSkip ?? false }
  public var problem: CareError? { entry?.problem(earlier) }
  /// The items on the present page.
  public var visibleItems: [FormItem] {
    guard let entry else { return [] }
    return entry.step.items.filter { entry.isVisible($0.id, earlier) }
  }

  /// Enters an answer of the present form; nil takes it away. A refused one blocks the form.
  public mutating func answer(_ item: String, _ value: SurveyAnswer.Value?) throws(CareError) {
    try change(item) { (entry: inout FormEntry) throws(CareError) in try entry.answer(item, value) }
  }

  /// Makes the shown default an answer.
  public mutating func touch(_ item: String) throws(CareError) {
    try change(item) { (entry: inout FormEntry) throws(CareError) in try entry.touch(item) }
  }

  private mutating func change(
    _ item: String, _ body: (inout FormEntry) throws(CareError) -> Void
  ) throws(CareError) {
    guard reason == nil, var entry else { throw .invalidAnswer(item: item, .unknownItem) }
    // Kept also when it was refused: the form remembers that it is blocked.
    defer { entries[entry.step.id] = entry }
    try body(&entry)
  }

  /// Leaves the present step forwards. Does nothing at the end.
  public mutating func next() throws(CareError) {
    guard reason == nil, let entry else { return }
    if let problem { throw problem }
    leave(entry.step, with: entry.result(earlier))
  }

  /// Leaves an optional form without answers; what was typed is discarded.
  public mutating func skip() throws(CareError) {
    guard reason == nil, let entry else { return }
    guard entry.canSkip else { throw .formIncomplete(step: entry.step.id, missing: entry.missing(earlier)) }
    entries[entry.step.id] = nil
    leave(entry.step, with: FormEntry.skipped(entry.step))
  }

  private mutating func leave(_ step: SurveyStep, with result: StepResult) {
    visits.append(Visit(step: step, result: result))
    self.step = survey.next(after: step.id, answers: earlier)
  }

  /// To the step before in the history, with the answers given there; false at the first step.
  @discardableResult
  public mutating func back() -> Bool {
    guard reason == nil, let last = visits.popLast() else { return false }
    step = last.step
    return true
  }

  /// Ends the run; only `completed` gives a result, and only at the end of the survey.
  public mutating func finish(_ reason: FinishReason) throws(CareError) -> TaskResult? {
    guard reason.givesResult else {
      self.reason = self.reason ?? reason
      return nil
    }
    if let earlierReason = self.reason, !earlierReason.givesResult { return nil }
    if let entry { throw problem ?? .formIncomplete(step: entry.step.id, missing: []) }
    self.reason = reason
    return result
  }

  /// The steps left so far; one that was seen twice is there twice.
  public var result: TaskResult { TaskResult(identifier: survey.id, steps: visits.map(\.result)) }

  /// The newest answers of the steps left so far.
  private var earlier: AnswerPredicate.LookUp {
    let result = result
    return { result.answer(to: $0)?.value }
  }
}

extension TaskResult {
  /// The newest answer of an item, in one step or in any; nil for unanswered and unknown ones.
  public func answer(to reference: AnswerReference) -> SurveyAnswer? {
    let steps = reference.step.map { id in self.steps.filter { $0.identifier == id } } ?? self.steps
    guard let leaf = steps.reversed().lazy.compactMap({ $0.leaf(reference.item) }).first else { return nil }
    return leaf.surveyAnswer
  }
}
