import Care
import JSONText
import Testing

@testable import Assessment

extension CareVector {
  func formState() throws -> JSONValue {
    let fields = try input.fields(only: ["formOptional", "items", "answers"])
    let answers = try fields.required("answers").anyFields()
    let items = try fields.required("items").list().map { cursor in try item(cursor, answers) }
    let step = try SurveyStep(
      id: "form", isOptional: fields.required("formOptional").bool(), items: items)
    var run = SurveyRun(try Survey(id: "survey", steps: [step]))
    for item in items {
      guard let cursor = answers[item.id] else { continue }
      let isNumber = if case .numeric = item.format.kind { true } else { false }
      let answer =
        try isNumber ? SurveyAnswer.Value(number: cursor) : SurveyAnswer.Value(literal: cursor)
      // A refused answer stays and blocks the form.
      try? run.answer(item.id, answer)
    }
    return .object(["canContinue": .bool(run.canContinue), "canSkip": .bool(run.canSkip)])
  }

  private func item(_ cursor: JSONCursor, _ answers: JSONFields) throws -> FormItem {
    let fields = try cursor.fields(only: ["id", "required", "numeric"])
    let id = try fields.required("id").text()
    let format: AnswerFormat
    if let bounds = try fields["numeric"]?.fields(only: ["min", "max"]) {
      let numeric = try NumericFormat(
        .decimal, minimum: bounds["min"]?.number(), maximum: bounds["max"]?.number())
      format = AnswerFormat(.numeric(numeric))
    } else {
      format = try AnswerFormat(taking: answers[id].map { try SurveyAnswer.Value(literal: $0) })
    }
    return FormItem(id: id, isRequired: try fields.required("required").bool(), format: format)
  }

  func formResult() throws -> JSONValue {
    let fields = try input.fields(only: ["skip", "items", "answers"])
    let answers = try fields.required("answers").anyFields()
    let items = try fields.required("items").list().map { cursor in
      let id = try cursor.text()
      let answer = try answers[id].map { try SurveyAnswer.Value(literal: $0) }
      return FormItem(id: id, format: try AnswerFormat(taking: answer))
    }
    var run = SurveyRun(try Survey(id: "survey", steps: [SurveyStep(id: "form", items: items)]))
    for item in items {
      try run.answer(item.id, answers[item.id].map { try SurveyAnswer.Value(literal: $0) })
    }
    if try fields.required("skip").bool() { try run.skip() } else { try run.next() }
    let form = try #require(try run.finish(.completed)?.step("form"))
    let results = form.leaves.map { leaf in
      JSONValue.object([
        "id": .string(leaf.identifier), "answer": leaf.surveyAnswer?.value.json ?? .null,
      ])
    }
    return .object(["results": .array(results)])
  }

  func formValidate() throws -> JSONValue {
    let ids = try input.fields(only: ["items"]).required("items").list().map { cursor in try cursor.text() }
    do {
      _ = try SurveyStep(id: "form", items: ids.map { FormItem(id: $0, format: AnswerFormat(.boolean)) })
      return .object(["valid": .bool(true)])
    } catch {
      return .object(["valid": .bool(false)])
    }
  }

  private func survey(_ cursor: JSONCursor) throws -> Survey {
    try Survey(id: "survey", steps: cursor.list().map { try SurveyStep(id: $0.text()) })
  }

  func taskValidate() throws -> JSONValue {
    let steps = try input.fields(only: ["steps"]).required("steps")
    do {
      _ = try survey(steps)
      return .object(["valid": .bool(true)])
    } catch is CareError {
      return .object(["valid": .bool(false)])
    }
  }

  func taskNext() throws -> JSONValue {
    let fields = try input.fields(only: ["steps", "from"])
    let survey = try survey(fields.required("steps"))
    let next = try fields.required("from").list().map { cursor -> JSONValue in
      let from = cursor.value == .null ? nil : try cursor.text()
      return .optional(survey.next(after: from)?.id)
    }
    return .object(["next": .array(next)])
  }

  func extractCheckin() throws -> JSONValue { extract(SampleSurveys.checkin) }

  func extractCheckin5() throws -> JSONValue { extract(SampleSurveys.checkin5) }

  /// A malformed tree stores nothing either.
  private func extract(_ survey: Survey) -> JSONValue {
    do {
      let result = try TaskResult(json: input.value)
      let extraction = try Extractor.answers(survey).extract(from: result, createdDate: .earliest)
      return CareVector.json(extraction?.values)
    } catch {
      return .object([
        "error": .string(error.code), "values": .null, "kinds": .null, "count": .integer(0),
      ])
    }
  }

  private static func json(_ values: [OutcomeValue]?) -> JSONValue {
    .object([
      "values": values.map { .array($0.map(\.json)) } ?? .null, "count": .integer(values?.count ?? 0),
      "kinds": values.map { .array($0.map { .optional($0.kind) }) } ?? .null,
    ])
  }
}
