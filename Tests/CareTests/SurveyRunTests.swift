import Care
import Testing

@Suite struct `A form` {
  private func entry(
    isOptional: Bool = false, acceptsDefaults: Bool = false, _ items: [FormItem]
  ) throws -> FormEntry {
    FormEntry(
      try SurveyStep(id: "f", isOptional: isOptional, acceptsDefaults: acceptsDefaults, items: items))
  }

  @Test func `has items of different ids`() {
    #expect(throws: CareError.invalidSurvey(field: "items.pain", .duplicate)) {
      try entry([scaleItem("pain"), scaleItem("pain")])
    }
  }

  @Test func `goes on once every required item has a valid answer`() throws {
    var form = try entry([scaleItem("a"), scaleItem("b", isRequired: false)])
    #expect(form.problem() == .formIncomplete(step: "f", missing: ["a"]))
    try form.answer("a", whole(3))
    #expect(form.canContinue())
    #expect(!form.canSkip)
    try form.answer("a", nil)
    #expect(!form.canContinue())
  }

  @Test func `of optional items may stay empty`() throws {
    #expect(try entry([scaleItem("a", isRequired: false)]).canContinue())
  }

  @Test func `that is optional may be skipped but not left half answered`() throws {
    let form = try entry(isOptional: true, [scaleItem("a")])
    #expect(form.canSkip && !form.canContinue())
  }

  @Test func `is blocked by an invalid answer of an optional item until it is mended or cleared`() throws {
    var form = try entry([scaleItem("a", isRequired: false)])
    #expect(throws: CareError.invalidAnswer(item: "a", .above(maximum: 10))) {
      try form.answer("a", whole(11))
    }
    #expect(!form.canContinue())
    #expect(form.answer(to: "a") == nil)
    #expect(form.problem() == .invalidAnswer(item: "a", .above(maximum: 10)))
    var mended = form
    try mended.answer("a", whole(10))
    #expect(mended.canContinue())
    try form.answer("a", nil)
    #expect(form.canContinue())
  }

  @Test func `does not know other items`() throws {
    var form = try entry([scaleItem("a")])
    #expect(throws: CareError.invalidAnswer(item: "z", .unknownItem)) { try form.answer("z", whole(1)) }
  }

  @Test func `shows a default that is no answer until it is touched`() throws {
    var form = try entry([scaleItem("a", defaultValue: 5)])
    #expect(form.shown("a") == SurveyAnswer(whole(5), isTouched: false))
    #expect(form.answer(to: "a") == nil && !form.canContinue())
    try form.touch("a")
    #expect(form.answer(to: "a") == SurveyAnswer(whole(5)))
    #expect(form.canContinue())
  }

  @Test func `marks an answer that equals the default as touched`() throws {
    var form = try entry([scaleItem("a", defaultValue: 5)])
    try form.answer("a", whole(5))
    #expect(form.answer(to: "a")?.isTouched == true)
  }

  @Test func `may accept defaults, which are stored as untouched`() throws {
    let form = try entry(
      acceptsDefaults: true, [scaleItem("a", defaultValue: 5), scaleItem("b", isRequired: false)])
    #expect(form.canContinue())
    #expect(form.answer(to: "a") == SurveyAnswer(whole(5), isTouched: false))
    #expect(form.result().leaves.map(\.surveyAnswer?.isTouched) == [false, nil])
  }

  @Test func `shows a default with the digits it would be stored with`() throws {
    let kind = AnswerFormat.Kind.continuous(try ContinuousScale(minimum: 35, maximum: 42, digits: 2))
    let format = AnswerFormat(kind, defaultValue: .single(.double(37.125)))
    var form = try entry([FormItem(id: "fever", format: format)])
    let shown = form.shown("fever")?.value
    try form.touch("fever")
    #expect(shown == .single(.double(37.12)))
    #expect(form.answer(to: "fever")?.value == shown)
  }

  @Test func `asks hidden items only when their condition holds`() throws {
    let condition = AnswerPredicate.compares(AnswerReference(item: "a"), .atLeast, .integer(5))
    var form = try entry([scaleItem("a"), scaleItem("b", visibility: condition)])
    try form.answer("a", whole(1))
    #expect(form.canContinue())
    try form.answer("a", whole(7))
    #expect(form.missing() == ["b"])
    try form.answer("b", whole(2))
    try form.answer("a", whole(1))
    #expect(form.answer(to: "b") == nil, "what is hidden is not stored")
  }
}

@Suite struct `A run through a survey` {
  private func survey(_ steps: [SurveyStep], _ navigation: SurveyNavigation? = nil) throws -> Survey {
    try Survey(id: "s", steps: steps, navigation: navigation)
  }

  private func form(_ id: String, isOptional: Bool = false, defaultValue: Int? = nil) throws -> SurveyStep {
    try SurveyStep(
      id: id, isOptional: isOptional, items: [scaleItem("\(id).item", defaultValue: defaultValue)])
  }

  @Test func `gives one result a step, in order`() throws {
    var run = SurveyRun(try survey([SurveyStep(id: "hello"), form("a"), form("b")]))
    try run.next()
    try run.answer("a.item", whole(4))
    try run.next()
    try run.answer("b.item", whole(11 - 1))
    try run.next()
    #expect(run.isAtEnd)
    let result = try #require(try run.finish(.completed))
    #expect(result.steps.map(\.identifier) == ["hello", "a", "b"])
    #expect(result.step("a")?.leaf("a.item")?.answer == .integer(4))
  }

  @Test func `does not leave a form that is not complete`() throws {
    var run = SurveyRun(try survey([form("a")]))
    #expect(throws: CareError.formIncomplete(step: "a", missing: ["a.item"])) { try run.next() }
    #expect(throws: CareError.self) { try run.answer("a.item", whole(12)) }
    #expect(throws: CareError.invalidAnswer(item: "a.item", .above(maximum: 10))) { try run.next() }
    #expect(throws: CareError.self) { try run.skip() }
    #expect(throws: CareError.self) { try run.finish(.completed) }
    #expect(run.step?.id == "a")
  }

  @Test func `that goes back shows the answers given, else the default again`() throws {
    var run = SurveyRun(try survey([form("a"), form("b", defaultValue: 5)]))
    try run.answer("a.item", whole(4))
    try run.next()
    try run.answer("b.item", whole(9))
    let isBack = run.back()
    #expect(isBack && run.step?.id == "a")
    #expect(run.entry?.shown("a.item") == SurveyAnswer(whole(4)))
    try run.next()
    #expect(run.entry?.shown("b.item") == SurveyAnswer(whole(9)))
    try run.answer("b.item", nil)
    run.back()
    try run.next()
    #expect(run.entry?.shown("b.item") == SurveyAnswer(whole(5), isTouched: false))
    run.back()
    let isMoved = run.back()
    #expect(!isMoved, "there is nothing before the first step")
  }

  @Test func `that skips, comes back and answers stores the answer`() throws {
    var run = SurveyRun(try survey([form("a", isOptional: true), form("b")]))
    try run.answer("a.item", whole(3))
    try run.skip()
    #expect(run.result.step("a")?.leaves.map(\.surveyAnswer) == [nil])
    run.back()
    #expect(run.entry?.shown("a.item") == nil, "what was typed is discarded")
    try run.answer("a.item", whole(6))
    try run.next()
    try run.answer("b.item", whole(1))
    try run.next()
    let result = try #require(try run.finish(.completed))
    #expect(result.steps.map(\.identifier) == ["a", "b"])
    #expect(result.step("a")?.leaf("a.item")?.answer == .integer(6))
  }

  @Test func `that jumps back forwards keeps both results, and the newest counts`() throws {
    let again = SurveyNavigation.Branch(
      if: .compares(AnswerReference(step: "b", item: "b.item"), .lessThan, .integer(5)), goTo: .step("a"))
    var run = SurveyRun(try survey([form("a"), form("b")], SurveyNavigation(rules: ["b": .init([again])])))
    for (a, b) in [(1, 2), (3, 7)] {
      try run.answer("a.item", whole(a))
      try run.next()
      try run.answer("b.item", whole(b))
      try run.next()
    }
    let result = try #require(try run.finish(.completed))
    #expect(result.steps.map(\.identifier) == ["a", "b", "a", "b"])
    #expect(result.answer(to: AnswerReference(item: "a.item"))?.value == whole(3))
    let values = try Extractor.answers(run.survey).extract(from: result, createdDate: .earliest)?.values
    #expect(values?.map(\.datum) == [.double(3), .double(7)])
  }

  @Test(arguments: FinishReason.allCases)
  func `gives a result only when it is completed`(reason: FinishReason) throws {
    var run = try SurveyRun.answering(survey([form("a")]), with: ["a.item": whole(1)])
    let result = try run.finish(reason)
    #expect((result != nil) == (reason == .completed))
    #expect(run.reason == reason)
  }

  @Test func `that was cancelled cannot be completed afterwards`() throws {
    var run = try SurveyRun.answering(survey([form("a")]), with: ["a.item": whole(1)])
    let results = [try run.finish(.discarded), try run.finish(.completed)]
    #expect(results == [nil, nil])
    #expect(throws: CareError.self) { try run.answer("a.item", whole(2)) }
  }

  @Test func `may be answered in one go`() throws {
    let survey = try survey([
      SurveyStep(id: "hello"), form("a"), form("b", isOptional: true, defaultValue: 5),
    ])
    var short = try SurveyRun.answering(survey, with: ["a.item": whole(1)])
    let skipped = try short.finish(.completed)?.step("b")
    #expect(skipped?.leaves.map(\.surveyAnswer) == [nil])
    let touched = try SurveyRun.answering(survey, with: ["a.item": whole(1)], touchingDefaults: true)
    #expect(touched.result.answer(to: AnswerReference(item: "b.item")) == SurveyAnswer(whole(5)))
    #expect(throws: CareError.formIncomplete(step: "a", missing: ["a.item"])) {
      try SurveyRun.answering(survey, with: [:])
    }
    #expect(throws: CareError.invalidAnswer(item: "c", .unknownItem)) {
      try SurveyRun.answering(survey, with: ["a.item": whole(1), "c": whole(1)])
    }
    #expect(throws: CareError.invalidAnswer(item: "b.item", .above(maximum: 10))) {
      try SurveyRun.answering(survey, with: ["a.item": whole(1), "b.item": whole(99)])
    }
  }

  @Test func `that would never end is told so`() throws {
    let circle = SurveyNavigation(rules: ["b": .init([], otherwise: .step("a"))])
    let survey = try survey([form("a"), form("b")], circle)
    #expect(throws: CareError.self) {
      try SurveyRun.answering(survey, with: ["a.item": whole(1), "b.item": whole(1)])
    }
  }
}
