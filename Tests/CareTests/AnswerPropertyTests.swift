import Care
import Inertial
import Testing

@Suite struct `Random surveys` {
  private func format(_ random: inout SplitMix64) throws -> AnswerFormat {
    let list = (0..<Int.random(in: 2...8, using: &random)).map { Choice(id: "c\($0)") }
    switch Int.random(in: 0..<7, using: &random) {
    case 0:
      let step = Double(Int.random(in: 1...5, using: &random))
      let minimum = Double(Int.random(in: -50...50, using: &random))
      let steps = Double(Int.random(in: 1...13, using: &random))
      return AnswerFormat(
        .scale(try WholeScale(minimum: minimum, maximum: minimum + steps * step, step: step)))
    case 1: return AnswerFormat(.continuous(try ContinuousScale(minimum: -5, maximum: 5, digits: 3)))
    case 2: return AnswerFormat(.textScale(try TextScale(list)))
    case 3: return AnswerFormat(.numeric(try NumericFormat(.integer, minimum: -3, maximum: 3)))
    case 4: return AnswerFormat(.boolean)
    case 5: return AnswerFormat(.choice(try ChoiceFormat(list, allowsSeveral: Bool.random(using: &random))))
    default: return AnswerFormat(.text(try TextFormat(maximumLength: 5)))
    }
  }

  private func answer(_ random: inout SplitMix64) -> SurveyAnswer.Value {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return .single(.integer(Int.random(in: -60...60, using: &random)))
    case 1: return .single(.double(Double.random(in: -60...60, using: &random)))
    case 2: return .single(.boolean(Bool.random(using: &random)))
    case 3: return .single(.text("c\(Int.random(in: 0..<9, using: &random))"))
    case 4: return .several(["c1", "c\(Int.random(in: 0..<4, using: &random))"])
    default: return .single(.double([Double.nan, .infinity, -.infinity].randomElement(using: &random)!))
    }
  }

  /// What was accepted is accepted again and unchanged, and every accepted answer of a completed form becomes values.
  @Test func `store what they accepted and nothing else`() throws {
    var random = SplitMix64(seed: 1035)
    for _ in 0..<500 {
      let items = try (0..<Int.random(in: 1...5, using: &random)).map { number in
        FormItem(
          id: "i\(number)", isRequired: Bool.random(using: &random), format: try format(&random))
      }
      let survey = try Survey(id: "s", steps: [SurveyStep(id: "f", items: items)])
      var run = SurveyRun(survey)
      for item in items {
        let value = answer(&random)
        guard (try? run.answer(item.id, value)) != nil else {
          #expect(!run.canContinue, "a refused answer blocks")
          try run.answer(item.id, nil)
          continue
        }
        let stored = try #require(run.entry?.answer(to: item.id)?.value)
        #expect(try item.format.accept(stored) == stored)
      }
      let answered = items.filter { run.entry?.answer(to: $0.id) != nil }
      let isComplete = items.allSatisfy { item in !item.isRequired || answered.contains { $0.id == item.id } }
      #expect(run.canContinue == isComplete)
      guard isComplete else { continue }
      try run.next()
      let result = try #require(try run.finish(.completed))
      let values = try Extractor.answers(survey).extract(from: result, createdDate: .earliest)?.values ?? []
      var kinds: [String] = []
      for case let kind? in values.map(\.kind) where kinds.last != kind { kinds.append(kind) }
      #expect(kinds == answered.map(\.id))
    }
  }

  /// Steps in any order forwards, back and by skipping: no stop, and the result holds what was left forwards.
  @Test func `may be walked in any way`() throws {
    var random = SplitMix64(seed: 135)
    for _ in 0..<200 {
      let ids = (0..<Int.random(in: 1...4, using: &random)).map { "s\($0)" }
      let steps = try ids.map { try SurveyStep(id: $0, items: [scaleItem("\($0).item", defaultValue: 5)]) }
      let skipped = SurveyNavigation(
        leftOut: [ids.last!: .compares(AnswerReference(item: "s0.item"), .atLeast, .integer(8))])
      var run = SurveyRun(try Survey(id: "s", steps: steps, navigation: skipped))
      var expected: [String] = []
      for _ in 0..<30 {
        guard let step = run.step else {
          guard Bool.random(using: &random), run.back() else { break }
          expected.removeLast()
          continue
        }
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          try run.answer("\(step.id).item", whole(Int.random(in: 0...10, using: &random)))
          try run.next()
          expected.append(step.id)
        case 1:
          try run.skip()
          expected.append(step.id)
        case 2: try run.touch("\(step.id).item")
        default: if run.back() { expected.removeLast() }
        }
        #expect(run.result.steps.map(\.identifier) == expected)
      }
    }
  }
}
