import Care
import JSONText

/// A survey as it is asked, without anybody to answer: for reading, and for programs that show it themselves.
public struct SurveyText: Sendable {
  private let survey: Survey
  private let messages: Messages

  public init(_ survey: Survey, in messages: Messages) {
    self.survey = survey
    self.messages = messages
  }

  /// A page a step.
  public var text: String {
    var lines: [String] = []
    for (place, step) in survey.steps.enumerated() {
      if survey.steps.count > 1 { lines.append(messages[.page, "\(place + 1)", "\(survey.steps.count)"]) }
      lines += [step.title, step.text].compactMap(\.self)
      for item in step.items {
        let shown = item.format.effectiveDefault.map { SurveyAnswer($0, isTouched: false) }
        lines += QuestionText(item, shown: shown, messages).lines
        lines.append("  --set \(item.id)=")
      }
      lines.append("")
    }
    return lines.joined(separator: "\n")
  }

  public var json: JSONValue {
    .object([
      "id": .string(survey.id), "navigable": .bool(survey.navigation != nil),
      "steps": .array(survey.steps.map(json)),
    ])
  }

  private func json(_ step: SurveyStep) -> JSONValue {
    .object([
      "id": .string(step.id), "title": .optional(step.title), "text": .optional(step.text),
      "optional": .bool(step.isOptional), "accept_defaults": .bool(step.acceptsDefaults),
      "items": .array(step.items.map(json)),
    ])
  }

  private func json(_ item: FormItem) -> JSONValue {
    let format = item.format
    var object: JSONObject = [
      "id": .string(item.id), "text": .string(item.text), "required": .bool(item.isRequired),
      "type": .string(format.kind.name), "expects": .string(QuestionText(item, shown: nil, messages).fitting),
      "unit": .optional(format.unit), "min_label": .optional(format.minimumLabel),
      "max_label": .optional(format.maximumLabel), "vertical": .bool(format.isVertical),
      "default": format.effectiveDefault?.json ?? .null,
    ]
    for member in format.kind.json.members { object[member.key] = member.value }
    return .object(object)
  }
}

extension AnswerFormat.Kind {
  /// As the plan calls it.
  fileprivate var name: String {
    switch self {
    case .scale: "scale"
    case .continuous: "continuous"
    case .textScale: "textScale"
    case .numeric: "numeric"
    case .boolean: "boolean"
    case .choice: "choices"
    case .text: "textAnswer"
    case .date: "date"
    }
  }

  /// Bounds, steps and choices.
  fileprivate var json: JSONObject {
    switch self {
    case .scale(let scale):
      return [
        "minimum": .integer(scale.minimum), "maximum": .integer(scale.maximum), "step": .integer(scale.step),
      ]
    case .continuous(let scale):
      return [
        "minimum": .number(scale.minimum), "maximum": .number(scale.maximum),
        "digits": .integer(scale.digits),
      ]
    case .textScale(let scale): return ["choices": json(scale.choices)]
    case .choice(let choice):
      return ["choices": json(choice.choices), "multiple": .bool(choice.allowsSeveral)]
    case .numeric(let numeric):
      return [
        "style": .string(numeric.style.rawValue), "minimum": numeric.minimum.map(JSONValue.number) ?? .null,
        "maximum": numeric.maximum.map(JSONValue.number) ?? .null,
      ]
    case .text(let text):
      return ["max_length": .integer(text.maximumLength), "multiline": .bool(text.isMultiline)]
    case .date(let date):
      return [
        "style": .string(date.style.rawValue), "earliest": .optional(date.earliest.map { "\($0)" }),
        "latest": .optional(date.latest.map { "\($0)" }),
      ]
    case .boolean: return [:]
    }
  }

  private func json(_ choices: [Choice]) -> JSONValue {
    .array(choices.map { .object(["id": .string($0.id), "text": .string($0.text)]) })
  }
}
