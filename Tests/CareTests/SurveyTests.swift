import Care
import Testing

/// An item with a whole scale.
func scaleItem(
  _ id: String, _ range: ClosedRange<Double> = 0...10, isRequired: Bool = true, defaultValue: Int? = nil,
  visibility: AnswerPredicate? = nil
) throws -> FormItem {
  let scale = try WholeScale(minimum: range.lowerBound, maximum: range.upperBound, step: 1)
  let format = AnswerFormat(.scale(scale), defaultValue: defaultValue.map { .single(.integer($0)) })
  return FormItem(id: id, isRequired: isRequired, format: format, visibility: visibility)
}

func whole(_ value: Int) -> SurveyAnswer.Value { .single(.integer(value)) }

@Suite struct `A survey` {
  private func answered(_ item: String, _ comparison: AnswerPredicate.Comparison, _ value: Int)
    -> AnswerPredicate
  {
    .compares(AnswerReference(item: item), comparison, .integer(value))
  }

  private func forms(_ ids: [String]) throws -> [SurveyStep] {
    try ids.map { try SurveyStep(id: $0, items: [scaleItem("\($0).item", isRequired: false)]) }
  }

  @Test func `has steps of different ids, when it is built and when one is appended`() throws {
    #expect(throws: CareError.invalidSurvey(field: "steps.a", .duplicate)) {
      try Survey(id: "s", steps: forms(["a", "b", "a"]))
    }
    var survey = try Survey(id: "s", steps: forms(["a", "b"]))
    #expect(throws: CareError.self) { try survey.append(SurveyStep(id: "b")) }
    #expect(survey.steps.count == 2)
    try survey.append(SurveyStep(id: "c"))
    #expect(survey.next(after: "b")?.id == "c")
  }

  @Test func `in order goes from nothing to the first step and from the last to none`() throws {
    let survey = try Survey(id: "s", steps: forms(["a", "b"]))
    #expect(survey.next(after: nil)?.id == "a")
    #expect(survey.next(after: "a")?.id == "b")
    #expect(survey.next(after: "b") == nil)
    #expect(survey.next(after: "zzz") == nil)
    #expect(try Survey(id: "s", steps: []).next(after: nil) == nil)
  }

  @Test func `with rules takes the first branch that holds, else the rule's default, else the order`() throws
  {
    let rule = SurveyNavigation.Rule(
      [
        .init(if: answered("a.item", .atLeast, 8), goTo: .end),
        .init(if: answered("a.item", .atLeast, 5), goTo: .step("c")),
        .init(if: answered("a.item", .atLeast, 4), goTo: .step("d")),
      ], otherwise: .step("d"))
    let survey = try Survey(
      id: "s", steps: forms(["a", "b", "c", "d"]), navigation: SurveyNavigation(rules: ["a": rule]))
    func next(_ value: Int?) -> String? { survey.next(after: "a") { _ in value.map(whole) }?.id }
    #expect(next(9) == nil)
    #expect(next(6) == "c")
    #expect(next(4) == "d")
    #expect(next(1) == "d")
    #expect(next(nil) == "d")
    #expect(survey.next(after: "b")?.id == "c")
  }

  @Test func `leaves out steps as long as their condition holds`() throws {
    let condition = answered("a.item", .equals, 0)
    let navigation = SurveyNavigation(leftOut: ["b": condition, "c": condition])
    let survey = try Survey(id: "s", steps: forms(["a", "b", "c", "d"]), navigation: navigation)
    #expect(survey.next(after: "a") { _ in whole(0) }?.id == "d")
    #expect(survey.next(after: "a") { _ in whole(1) }?.id == "b")
    let first = SurveyNavigation(leftOut: ["a": .all([])])
    #expect(try Survey(id: "s", steps: forms(["a", "b"]), navigation: first).next(after: nil)?.id == "b")
  }

  @Test func `that leaves out a circle of steps comes to its end`() throws {
    let navigation = SurveyNavigation(
      rules: ["b": .init([], otherwise: .step("a"))], leftOut: ["a": .all([]), "b": .all([])])
    let survey = try Survey(id: "s", steps: forms(["a", "b", "c"]), navigation: navigation)
    #expect(survey.next(after: nil) == nil)
  }

  @Test func `refuses rules about what does not exist`() throws {
    let bad = [
      SurveyNavigation(rules: ["x": .init([])]),
      SurveyNavigation(rules: ["a": .init([], otherwise: .step("x"))]),
      SurveyNavigation(rules: ["a": .init([.init(if: answered("x", .equals, 1), goTo: .end)])]),
      SurveyNavigation(leftOut: ["x": .all([])]),
      SurveyNavigation(leftOut: ["a": .answered(AnswerReference(step: "x", item: "a.item"))]),
    ]
    for navigation in bad {
      #expect(throws: CareError.self, "\(navigation)") {
        try Survey(id: "s", steps: forms(["a", "b"]), navigation: navigation)
      }
    }
  }

  @Test func `asks conditions of every kind`() {
    let answers: AnswerPredicate.LookUp = { reference in
      [
        "n": .single(.integer(5)), "d": .single(.double(5)), "t": .single(.text("x")),
        "m": .several(["a", "b"]),
      ][
        reference.item]
    }
    func holds(_ item: String, _ comparison: AnswerPredicate.Comparison, _ datum: OutcomeValue.Datum) -> Bool
    {
      AnswerPredicate.compares(AnswerReference(item: item), comparison, datum).holds(answers)
    }
    #expect(holds("n", .equals, .double(5)))
    #expect(holds("d", .atMost, .integer(5)))
    #expect(!holds("n", .lessThan, .integer(5)))
    #expect(holds("n", .greaterThan, .double(4.5)))
    #expect(holds("t", .equals, .text("x")))
    #expect(!holds("t", .equals, .integer(5)))
    #expect(holds("m", .contains, .text("b")))
    #expect(!holds("m", .equals, .text("b")))
    #expect(!holds("none", .atLeast, .integer(0)))
    let known = AnswerPredicate.answered(AnswerReference(item: "n"))
    let unknown = AnswerPredicate.answered(AnswerReference(item: "none"))
    #expect(AnswerPredicate.any([known, unknown]).holds(answers))
    #expect(!AnswerPredicate.all([known, unknown]).holds(answers))
    #expect(AnswerPredicate.not(unknown).holds(answers))
  }
}
