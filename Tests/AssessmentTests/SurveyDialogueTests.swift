import Care
import JSONText
import Testing

@testable import Assessment

@Suite struct `A survey asked line by line` {
  private let messages = Messages(.english)

  private func dialogue(_ survey: Survey, typing lines: [String?]) -> (SurveyDialogue, [String]) {
    var dialogue = SurveyDialogue(survey, in: messages)
    var objections: [String] = []
    for line in lines {
      _ = dialogue.question()
      objections += dialogue.enter(line)
    }
    return (dialogue, objections)
  }

  private func answers(_ dialogue: SurveyDialogue) throws -> [SurveyAnswer?] {
    guard case .completed(let result)? = dialogue.end else { return [] }
    return result.steps.flatMap(\.leaves).map(\.surveyAnswer)
  }

  @Test func `takes what is typed, and defaults by Enter`() throws {
    let (dialogue, objections) = dialogue(SampleSurveys.checkin5, typing: ["3", "", "10", "36,8", "-"])
    #expect(objections == [])
    let given: [SurveyAnswer?] = [
      SurveyAnswer(.single(.integer(3))), SurveyAnswer(.single(.integer(5))),
      SurveyAnswer(.single(.integer(10))), SurveyAnswer(.single(.double(36.8))), nil,
    ]
    #expect(try answers(dialogue) == given)
  }

  @Test func `objects at once, in one line, and asks again`() throws {
    let (dialogue, objections) = dialogue(
      SampleSurveys.checkin, typing: ["eleven", "11", "4.5", "", "4", "13", "11"])
    #expect(
      objections == [
        "must be a number", "must be at most 10", "must be a whole number", "An answer is needed here.",
        "must be at most 12",
      ])
    #expect(
      try answers(dialogue) == [SurveyAnswer(.single(.integer(4))), SurveyAnswer(.single(.integer(11)))])
  }

  @Test func `goes back and shows what was given`() throws {
    var dialogue = SurveyDialogue(SampleSurveys.checkin, in: messages)
    #expect(dialogue.enter("<") == ["There is nothing before this."])
    #expect(dialogue.enter("4") == [])
    #expect(dialogue.enter("<") == [])
    #expect(dialogue.question().joined().contains("Enter takes 4"))
    #expect(dialogue.enter("7") == [])
    #expect(dialogue.enter("11") == [])
    #expect(try answers(dialogue).first == SurveyAnswer(.single(.integer(7))))
  }

  @Test func `a form that must be answered cannot be left out, an optional one can`() throws {
    let (kept, objections) = dialogue(SampleSurveys.checkin, typing: [">"])
    #expect(kept.end == nil)
    #expect(objections == ["This form cannot be left out."])
    let item = SampleSurveys.scale("a", 0, 3, required: true)
    let survey = try Survey(id: "s", steps: [SurveyStep(id: "f", items: [item])])
    let (skipped, none) = dialogue(survey, typing: [">"])
    #expect(none == [])
    #expect(try answers(skipped) == [nil])
  }

  @Test func `ends without a result when it is left`() {
    let (left, _) = dialogue(SampleSurveys.checkin, typing: ["4", nil])
    #expect(left.end == .left(.discarded))
  }

  @Test func `goes over several pages in both directions`() throws {
    let pages = ["a", "b"].map { SampleSurveys.scale($0, 0, 3, required: true) }
    let steps =
      try [SurveyStep(id: "read", title: "Read this")]
      + pages.map { try SurveyStep(id: "f." + $0.id, items: [$0]) }
    let (dialogue, objections) = dialogue(
      try Survey(id: "s", steps: steps), typing: ["", "1", "<", "2", "<", "<", "", "", "3"])
    #expect(objections == [])
    #expect(
      try answers(dialogue) == [SurveyAnswer(.single(.integer(2))), SurveyAnswer(.single(.integer(3)))])
  }

  @Test func `shows range, end labels, unit and default`() throws {
    var fever = SurveyDialogue(SampleSurveys.checkin5, in: messages)
    for _ in 0..<3 { _ = fever.enter("5") }
    let text = fever.question().joined(separator: "\n")
    #expect(text.contains("35.00 to 42.00"))
    #expect(text.contains("[°C]") && text.contains("Enter takes 37.00"))
  }
}

@Suite struct `The message catalogue` {
  @Test(arguments: Language.allCases) func `has every text in every language`(language: Language) throws {
    let catalogue = try #require(Messages.catalogues[language])
    for message in Message.allCases {
      let text = try #require(catalogue[message], "\(message)")
      #expect(!text.isEmpty, "\(message)")
      let places = { (text: String) in Set(["{0}", "{1}"].filter(text.contains)) }
      #expect(places(text) == places(Messages(.english)[message]), "\(message)")
    }
  }

  @Test(arguments: Language.allCases)
  func `gives no advice, grade, alarm, dose or exercise`(language: Language) {
    let words = [
      "should", "recommend", "advice", "advise", "warning", "alarm", "danger", "abnormal", "healthy", "good",
      "bad", "poor", "excellent", "critical", "severe", "doctor", "dose", "exercise", "improve", "worse",
      "sollten", "empfehl", "warnung", "gefahr", "auffällig", "gesund", "schlecht", "gut", "arzt", "dosis",
      "übung", "besser", "schlechter", "kritisch", "notfall", "emergency",
    ]
    for message in Message.allCases {
      let parts = Messages(language)[message].lowercased().split { !$0.isLetter }
      for word in words { #expect(!parts.contains { $0.hasPrefix(word) }, "\(message): \(word)") }
    }
  }
}

@Suite struct `A text of a plan` {
  @Test func `may be given per language, for every part of task and survey`() throws {
    let text = #"""
      {"plan":"p","tasks":[{"id":"t","title":{"de":"Knie","en":"Knee"},"knee":{"limb":"left","append":[
      {"id":"bye","title":{"en":"Bye","de":"Ende"}}]},"schedule":{"perDay":1,"startDay":"2026-03-02"}},
      {"id":"q","survey":"s","schedule":{"perDay":1,"startDay":"2026-03-02"}}],"surveys":[{"id":"s","steps":[
      {"instruction":"i","text":{"en":"Read","de":"Lies"}},{"form":"f","items":[{"id":"a","text":"Same",
      "minLabel":{"en":"none","de":"keine"},"choices":[{"id":"x","text":{"en":"Yes","de":"Ja"}}]}]}]}]}
      """#
    let now = try #require(Instant(rfc3339: "2026-03-02T12:00:00Z"))
    let drafts = try PlanFile(text).drafts(Occasion(actor: "t", now: now, zone: .utc))
    let (knee, questions) = (drafts[0].content, drafts[1].content)
    #expect(knee.title == "Knee" && knee.worded(in: .german).title == "Knie")
    #expect(knee.worded(in: .german).knee?.appended.first?.title == "Ende")
    let german = try #require(try questions.questions(in: .german))
    #expect(german.steps[0].text == "Lies")
    let item = german.steps[1].items[0]
    #expect(item.text == "Same" && item.format.minimumLabel == "keine")
    #expect(item.format.shown(.single(.text("x"))) == "Ja")
    #expect(try questions.questions()?.steps[0].text == "Read")
  }
}
