import Care
import JSONText

extension SurveyReader {
  /// Of `rules` those of one step are tried in their order; a rule without `if` holds always.
  ///
  /// ```json
  /// "rules": [{"after": "pain", "if": {"item": "pain", "atMost": 2}, "goTo": "sleep"}, {"after": "sleep", "goTo": "end"}],
  /// "skips": [{"step": "details", "if": {"not": {"item": "pain", "answered": true}}}]
  /// ```
  /// - Returns: nil for an ordered survey.
  func navigation(_ fields: JSONFields) throws(PlanError) -> SurveyNavigation? {
    let (rules, skips) = (fields["rules"], fields["skips"])
    guard try fields["navigable"]?.planBool() ?? (rules != nil || skips != nil) else {
      if let cursor = rules ?? skips { throw .invalid(path: cursor.path, .onlyBeside("navigable")) }
      return nil
    }
    var navigation = SurveyNavigation()
    for cursor in try rules?.planList() ?? [] { try read(rule: cursor, into: &navigation) }
    for cursor in try skips?.planList() ?? [] {
      let fields = try cursor.planFields(["step", "if"])
      let step = try fields.planRequired("step").planName()
      let condition = try predicate(try fields.planRequired("if"))
      navigation.leftOut[step] = navigation.leftOut[step].map { .any([$0, condition]) } ?? condition
    }
    return navigation
  }

  private func read(rule cursor: JSONCursor, into navigation: inout SurveyNavigation) throws(PlanError) {
    let fields = try cursor.planFields(["after", "if", "goTo"])
    let step = try fields.planRequired("after").planName()
    let name = try fields.planRequired("goTo").planName()
    let destination: SurveyNavigation.Destination = name == "end" ? .end : .step(name)
    var rule = navigation.rules[step] ?? SurveyNavigation.Rule([])
    if rule.otherwise != nil { throw .invalid(path: cursor.path, .neverReached) }
    if let cursor = fields["if"] {
      rule.branches.append(.init(if: try predicate(cursor), goTo: destination))
    } else {
      rule.otherwise = destination
    }
    navigation.rules[step] = rule
  }

  /// `{"item": ID, "atLeast": 3}`, `{"item": ID, "answered": true}`, `{"all": [..]}`, `{"any": [..]}`, `{"not": {..}}`.
  func predicate(_ cursor: JSONCursor) throws(PlanError) -> AnswerPredicate {
    for key in ["all", "any", "not"] where cursor.hasMember(key) {
      let inner = try cursor.planFields([key]).planRequired(key)
      if key == "not" { return .not(try predicate(inner)) }
      var parts: [AnswerPredicate] = []
      for cursor in try inner.planList() { parts.append(try predicate(cursor)) }
      if parts.isEmpty { throw .invalid(path: inner.path, .empty) }
      return key == "all" ? .all(parts) : .any(parts)
    }
    let comparisons = AnswerPredicate.Comparison.allCases.map(\.rawValue)
    let fields = try cursor.planFields(["step", "item", "answered"] + comparisons)
    let reference = AnswerReference(
      step: try fields["step"]?.planName(), item: try fields.planRequired("item").planName())
    if let answered = fields["answered"] {
      return try answered.planBool() ? .answered(reference) : .not(.answered(reference))
    }
    for comparison in AnswerPredicate.Comparison.allCases {
      guard let cursor = fields[comparison.rawValue] else { continue }
      guard case .single(let datum)? = SurveyAnswer.Value(json: cursor.value) else {
        throw .invalid(path: cursor.path, .noAnswer)
      }
      return .compares(reference, comparison, datum)
    }
    throw .invalid(path: cursor.path, .lacksOneOf(["answered"] + comparisons))
  }
}
