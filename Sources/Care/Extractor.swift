/// How the result of a task becomes values: declared with the task, applied when it is done.
public enum Extractor: Hashable, Sendable {
  /// Every answer of the survey's forms.
  case answers(Survey)
  case motion(MotionExtractor)
  /// The taps of a panel of buttons.
  case taps(ButtonPanel)

  /// nil means no outcome: nothing is stored, and the caller says so.
  public func extract(from result: TaskResult, createdDate: Instant) throws(CareError) -> Extraction? {
    switch self {
    case .answers(let survey):
      try AnswerExtractor(survey: survey).extract(from: result, createdDate: createdDate)
    case .motion(let motion):
      motion.values(from: result, createdDate: createdDate).map { Extraction(values: $0) }
    case .taps(let panel): try panel.extract(from: result, createdDate: createdDate)
    }
  }
}

/// What an outcome is made of.
public struct Extraction: Hashable, Sendable {
  public var values: [OutcomeValue]
  public var details: Detail

  public init(values: [OutcomeValue], details: Detail = .none) {
    self.values = values
    self.details = details
  }
}

/// Answers of forms in the order of the survey's definition, whatever the order in the tree.
///
/// The kind is the item id, numbers are doubles, the unit is that of the item; a choice of several gives one text value for
/// each choice taken. Details list `answers` with step, item and whether it was touched.
struct AnswerExtractor {
  let survey: Survey

  /// nil if a form of an ordered survey or an answer of a required item is missing.
  ///
  /// A skipped form gives no values; where every answer that was required was skipped, there is no outcome. A navigable
  /// survey may pass by forms, but not by all.
  func extract(from result: TaskResult, createdDate: Instant) throws(CareError) -> Extraction? {
    var found: [(step: SurveyStep, item: FormItem, answer: SurveyAnswer)] = []
    var isAnswered = false
    var skipsRequired = false
    let forms = survey.steps.filter(\.isForm)
    for step in forms {
      guard let stepResult = result.step(step.id) else {
        if survey.navigation == nil { return nil }
        continue
      }
      let answers = try answers(of: step, in: stepResult)
      if step.isOptional, answers.allSatisfy({ $0 == nil }) {
        skipsRequired = skipsRequired || step.items.contains(where: \.isRequired)
        continue
      }
      isAnswered = true
      for (item, answer) in zip(step.items, answers) {
        if let answer {
          found.append((step, item, answer))
        } else if item.isRequired, isVisible(item, of: step, in: result) {
          return nil
        }
      }
    }
    if !isAnswered, skipsRequired || !forms.contains(where: { result.step($0.id) != nil }) { return nil }
    return Extraction(
      values: found.flatMap { values(of: $0.answer, $0.item, createdDate) },
      details: details(found))
  }

  /// One an item; nil where it is unanswered. A leaf that is no answer, or answers another type, is malformed.
  private func answers(of step: SurveyStep, in result: StepResult) throws(CareError) -> [SurveyAnswer?] {
    var answers: [SurveyAnswer?] = []
    for item in step.items {
      guard let leaf = result.leaf(item.id) else {
        answers.append(nil)
        continue
      }
      guard case .answer(let answer) = leaf.content,
        answer.map({ item.format.kind.hasType($0.value) }) ?? true
      else { throw .malformedResult(identifier: item.id) }
      answers.append(answer)
    }
    return answers
  }

  private func isVisible(_ item: FormItem, of step: SurveyStep, in result: TaskResult) -> Bool {
    item.visibility?.holds { reference in
      let here = AnswerReference(step: reference.step ?? step.id, item: reference.item)
      return (result.answer(to: here) ?? result.answer(to: reference))?.value
    } ?? true
  }

  private func values(of answer: SurveyAnswer, _ item: FormItem, _ createdDate: Instant) -> [OutcomeValue] {
    answer.data.map { datum in
      OutcomeValue(
        datum.number.map { .double($0) } ?? datum, kind: item.id, units: item.format.unit,
        createdDate: createdDate)
    }
  }

  private func details(
    _ found: [(step: SurveyStep, item: FormItem, answer: SurveyAnswer)]
  ) -> Detail {
    let answers = found.map { found in
      Detail.map([
        .init("step", .text(found.step.id)), .init("item", .text(found.item.id)),
        .init("touched", .boolean(found.answer.isTouched)),
      ])
    }
    return .map([.init("survey", .text(survey.id)), .init("answers", .list(answers))])
  }
}

extension AnswerFormat.Kind {
  /// Whether an answer could be one of this format at all; bounds were checked when it was given.
  fileprivate func hasType(_ value: SurveyAnswer.Value) -> Bool {
    switch (self, value) {
    case (.scale, .single(let datum)), (.continuous, .single(let datum)), (.numeric, .single(let datum)):
      datum.number?.isFinite ?? false
    case (.boolean, .single(.boolean)): true
    case (.textScale, .single(.text)), (.text, .single(.text)): true
    case (.choice(let format), .single(.text)): !format.allowsSeveral
    case (.choice(let format), .several): format.allowsSeveral
    case (.date, .single(.text)), (.date, .single(.date)): true
    default: false
    }
  }
}
