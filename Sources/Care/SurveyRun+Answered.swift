extension SurveyRun {
  /// Answers a survey in one go, as from flags or a file: every step is passed with the answers that are there for it.
  ///
  /// - Parameters:
  ///   - answers: by item id; each is entered at every form that has the item.
  ///   - touchingDefaults: takes the shown defaults of unanswered items as given.
  /// - Returns: the run at its end; `finish(.completed)` gives the result.
  /// - Throws: `invalidAnswer` for an answer no form can take or an item no visited form has, `formIncomplete` for a
  ///   required item without an answer.
  public static func answering(
    _ survey: Survey, with answers: [String: SurveyAnswer.Value], touchingDefaults: Bool = false
  ) throws(CareError) -> SurveyRun {
    if let unknown = answers.keys.sorted().first(where: { !survey.hasItem($0) }) {
      throw .invalidAnswer(item: unknown, .unknownItem)
    }
    var run = SurveyRun(survey)
    var passes: [String: Int] = [:]
    while let step = run.step {
      // Each pass can only add answers; when no step can add one any more, the way repeats for ever.
      passes[step.id, default: 0] += 1
      guard passes[step.id, default: 0] <= survey.steps.count else {
        throw .invalidSurvey(field: "rules.\(step.id)", .endless)
      }
      for item in step.items {
        if let value = answers[item.id] {
          try run.answer(item.id, value)
        } else if touchingDefaults {
          try run.touch(item.id)
        }
      }
      if run.canContinue { try run.next() } else { try run.leaveIncomplete() }
    }
    return run
  }

  /// A form that nobody answered may be skipped; any other says what is missing.
  private mutating func leaveIncomplete() throws(CareError) {
    let untouched = entry?.step.items.allSatisfy { entry?.answer(to: $0.id) == nil } ?? false
    guard canSkip, untouched, entry?.problems.isEmpty ?? false else { return try next() }
    try skip()
  }
}

extension Survey {
  fileprivate func hasItem(_ id: String) -> Bool { steps.contains { $0.item(id) != nil } }
}
