import Care
import JSONText

extension TaskContent {
  /// The questions of the task with the texts of a language; nil for a task that asks none.
  ///
  /// They travel with the version as the plan wrote them, so an answer is always read by the questions that were asked.
  public func questions(in language: Language? = nil) throws(PlanError) -> Survey? {
    guard survey != nil, let detail = details["survey"] else { return nil }
    return try SurveyReader(language: language).survey(JSONCursor(detail.json, at: "survey"))
  }

  /// The buttons of a custom task; nil for every other task.
  public var panel: ButtonPanel? {
    guard case .list(let labels)? = details["custom"]?["buttons"] else { return nil }
    let buttons = labels.compactMap { label in
      if case .text(let text) = label { text } else { nil }
    }
    return try? ButtonPanel(buttons: buttons)
  }

  /// How a result of the task becomes values; nil for a task that is only ticked.
  public func extractor() throws(PlanError) -> Extractor? {
    if let survey = try questions() { return .answers(survey) }
    if let knee { return .motion(MotionExtractor(numbers: knee.extract)) }
    return panel.map(Extractor.taps)
  }
}
