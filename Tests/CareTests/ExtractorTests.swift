import Care
import Testing

@Suite struct `An extractor of answers` {
  private func leaf(_ id: String, _ datum: OutcomeValue.Datum?) -> LeafResult {
    LeafResult(identifier: id, content: .answer(datum.map { SurveyAnswer(.single($0)) }))
  }

  private func extract(_ survey: Survey, _ steps: [StepResult]) throws(CareError) -> Extraction? {
    try Extractor.answers(survey)
      .extract(from: TaskResult(identifier: "s", steps: steps), createdDate: .earliest)
  }

  private func survey() throws -> Survey {
    try Survey(
      id: "s",
      steps: [
        SurveyStep(
          id: "f", isOptional: false, items: [scaleItem("pain"), scaleItem("sleep", isRequired: false)])
      ])
  }

  @Test func `gives values in the order of the survey, numbers as doubles`() throws {
    let step = StepResult(identifier: "f", leaves: [leaf("sleep", .integer(11)), leaf("pain", .integer(4))])
    let values = try extract(survey(), [step])?.values
    #expect(values?.map(\.kind) == ["pain", "sleep"])
    #expect(values?.map(\.datum) == [.double(4), .double(11)])
  }

  @Test func `gives nothing without the form or a required answer, and less without an optional one`() throws
  {
    let survey = try survey()
    #expect(try extract(survey, []) == nil)
    #expect(try extract(survey, [StepResult(identifier: "g", leaves: [leaf("pain", .integer(4))])]) == nil)
    #expect(try extract(survey, [StepResult(identifier: "f", leaves: [leaf("sleep", .integer(1))])]) == nil)
    let unanswered = [leaf("pain", nil), leaf("sleep", .integer(1))]
    #expect(try extract(survey, [StepResult(identifier: "f", leaves: unanswered)]) == nil)
    let short = try extract(survey, [StepResult(identifier: "f", leaves: [leaf("pain", .integer(4))])])
    #expect(short?.values.map(\.kind) == ["pain"])
  }

  @Test func `takes the newest of repeated results`() throws {
    let first = StepResult(identifier: "f", leaves: [leaf("pain", .integer(1))])
    let second = StepResult(identifier: "f", leaves: [leaf("pain", .integer(2)), leaf("pain", .integer(3))])
    #expect(try extract(survey(), [first, second])?.values.map(\.datum) == [.double(3)])
  }

  @Test func `finds leaves of another kind or type malformed`() throws {
    let file = LeafResult(identifier: "pain", content: .file(path: "x", sha256: ""))
    for leaf in [
      file, leaf("pain", .text("four")), leaf("pain", .boolean(true)), leaf("pain", .double(.nan)),
    ] {
      #expect(throws: CareError.malformedResult(identifier: "pain")) {
        try extract(survey(), [StepResult(identifier: "f", leaves: [leaf])])
      }
    }
  }

  @Test func `gives one text a choice taken, with the kind of the item and in the order of the list`() throws
  {
    let list = ["a", "b", "c"].map { Choice(id: $0) }
    let format = AnswerFormat(.choice(try ChoiceFormat(list, allowsSeveral: true)))
    let survey = try Survey(
      id: "s", steps: [SurveyStep(id: "f", items: [FormItem(id: "where", format: format)])])
    let run = try SurveyRun.answering(survey, with: ["where": .several(["c", "a"])])
    let values = try Extractor.answers(survey).extract(from: run.result, createdDate: .earliest)?.values
    #expect(values?.map(\.datum) == [.text("a"), .text("c")])
    #expect(values?.map(\.kind) == ["where", "where"])
  }

  @Test func `says of each answer whether it was touched`() throws {
    let step = try SurveyStep(
      id: "f", acceptsDefaults: true, items: [scaleItem("a", defaultValue: 5), scaleItem("b")])
    let survey = try Survey(id: "s", steps: [step])
    let run = try SurveyRun.answering(survey, with: ["b": whole(5)])
    let details = try Extractor.answers(survey).extract(from: run.result, createdDate: .earliest)?.details
    guard case .list(let answers)? = details?["answers"] else {
      Issue.record("no list of answers")
      return
    }
    #expect(answers.map { $0["item"] } == [.text("a"), .text("b")])
    #expect(answers.map { $0["touched"] } == [.boolean(false), .boolean(true)])
  }

  @Test func `lets a form be skipped beside others, but not alone`() throws {
    let optional = try SurveyStep(id: "o", items: [scaleItem("o.item")])
    let skipped = FormEntry.skipped(optional)
    let alone = try Survey(id: "s", steps: [optional])
    #expect(try extract(alone, [skipped]) == nil)
    let both = try Survey(id: "s", steps: [optional, SurveyStep(id: "f", items: [scaleItem("pain")])])
    let answered = StepResult(identifier: "f", leaves: [leaf("pain", .integer(4))])
    #expect(try extract(both, [skipped, answered])?.values.map(\.kind) == ["pain"])
  }

  @Test func `lets rules pass by a form`() throws {
    let steps = try ["a", "b", "c"].map { try SurveyStep(id: $0, items: [scaleItem("\($0).item")]) }
    let survey = try Survey(
      id: "s", steps: steps, navigation: SurveyNavigation(rules: ["a": .init([], otherwise: .step("c"))]))
    let run = try SurveyRun.answering(survey, with: ["a.item": whole(1), "c.item": whole(3)])
    let values = try Extractor.answers(survey).extract(from: run.result, createdDate: .earliest)?.values
    #expect(values?.map(\.kind) == ["a.item", "c.item"])
    #expect(try extract(survey, []) == nil)
  }
}

@Suite struct `A panel of buttons` {
  private let panel = try! ButtonPanel(buttons: ["Button One", "Button Two", "Button Three"])

  @Test func `stores the sum of taps and the count of every button, zeros included`() throws {
    var taps = ButtonTaps(panel)
    for button in ["Button One", "Button Two", "Button One", "Button One"] { try taps.tap(button) }
    let extraction = try #require(
      try Extractor.taps(panel).extract(from: taps.result(of: "t"), createdDate: .earliest))
    let value = OutcomeValue(.integer(4), kind: "taps", units: "taps", createdDate: .earliest)
    #expect(extraction.values == [value])
    #expect(
      extraction.details
        == .map([
          .init("Button One", .integer(3)), .init("Button Two", .integer(1)),
          .init("Button Three", .integer(0)),
        ]))
  }

  @Test func `knows its own buttons only`() throws {
    var taps = ButtonTaps(panel)
    #expect(throws: CareError.self) { try taps.tap("Button Four") }
    #expect(throws: CareError.self) { try taps.tap("Button One", times: -1) }
    #expect(throws: CareError.self) { try ButtonPanel(buttons: []) }
    #expect(throws: CareError.self) { try ButtonPanel(buttons: ["a", "a"]) }
  }

  @Test func `refuses a result of another shape`() throws {
    let text = LeafResult(identifier: "Button One", content: .answer(SurveyAnswer(.single(.text("3")))))
    let result = TaskResult(
      identifier: "t", steps: [StepResult(identifier: ButtonPanel.step, leaves: [text])])
    #expect(throws: CareError.malformedResult(identifier: "Button One")) {
      try Extractor.taps(panel).extract(from: result, createdDate: .earliest)
    }
    let none = TaskResult(identifier: "t", steps: [])
    #expect(try Extractor.taps(panel).extract(from: none, createdDate: .earliest) == nil)
  }
}

@Suite struct `A task with buttons` {
  private func content(_ buttons: Detail) throws -> TaskContent {
    var content = TaskContent(schedule: try Schedule.perDay(1, from: LocalDate("2026-03-02")!))
    content.details = .map([.init("custom", .map([.init("buttons", buttons)]))])
    return content
  }

  @Test func `has its panel in its details`() throws {
    #expect(try content(.list([.text("a"), .text("b")])).buttonPanel()?.buttons == ["a", "b"])
    #expect(throws: CareError.self) { try content(.list([.text("a"), .integer(1)])).buttonPanel() }
    #expect(throws: CareError.self) { try content(.text("a")).buttonPanel() }
    let plain = TaskContent(schedule: try Schedule.perDay(1, from: LocalDate("2026-03-02")!))
    #expect(try plain.buttonPanel() == nil)
  }
}
