import Care

/// One question in words: what is asked, what fits, what the ends of a scale mean, what Enter would take.
struct QuestionText {
  let item: FormItem
  let shown: SurveyAnswer?
  let messages: Messages

  init(_ item: FormItem, shown: SurveyAnswer?, _ messages: Messages) {
    self.item = item
    self.shown = shown
    self.messages = messages
  }

  /// The question, then what fits; a scale of words has a line for each.
  var lines: [String] {
    let name = item.text.isEmpty ? item.id : item.text
    let unit = item.format.unit.map { " [\($0)]" } ?? ""
    var notes = [fitting].filter { !$0.isEmpty }
    if !item.isRequired { notes.append(messages[.mayStayEmpty]) }
    if let shown {
      notes.append(messages[.enterTakes, item.format.shown(shown.value)])
      if !item.isRequired { notes.append(messages[.clearKey]) }
    }
    return ["", name + unit, "  " + notes.joined(separator: "; ")]
  }

  /// What an answer looks like.
  var fitting: String {
    let format = item.format
    switch format.kind {
    case .scale(let scale):
      let range = range("\(scale.minimum)", "\(scale.maximum)")
      return scale.step == 1 ? range : "\(range), \(messages[.steps, "\(scale.step)"])"
    case .continuous(let scale):
      let range = range(
        format.shown(.single(.double(scale.minimum))), format.shown(.single(.double(scale.maximum))))
      return scale.digits == 0 ? range : "\(range), \(messages[.decimals, "\(scale.digits)"])"
    case .textScale(let scale): return messages[.oneOf, names(scale.choices)]
    case .choice(let choice):
      return messages[choice.allowsSeveral ? .severalOf : .oneOf, names(choice.choices)]
    case .numeric(let numeric): return words(numeric)
    case .boolean: return messages[.yesOrNo]
    case .text(let text): return messages[.text, "\(text.maximumLength)"]
    case .date(let date): return messages[date.style == .date ? .date : .moment]
    }
  }

  /// "1 (none) to 10 (worst)".
  private func range(_ minimum: String, _ maximum: String) -> String {
    messages[.range, end(minimum, item.format.minimumLabel), end(maximum, item.format.maximumLabel)]
  }

  /// A label that only repeats the unit stands without brackets.
  private func end(_ number: String, _ label: String?) -> String {
    guard let label, !label.isEmpty else { return number }
    return label == item.format.unit ? "\(number) \(label)" : "\(number) (\(label))"
  }

  private func words(_ numeric: NumericFormat) -> String {
    let kind = messages[numeric.style == .integer ? .wholeNumber : .number]
    let bounds = [
      numeric.minimum.map { messages[.atLeast, messages.plain($0)] },
      numeric.maximum.map { messages[.atMost, messages.plain($0)] },
    ]
    return ([kind] + bounds.compactMap(\.self)).joined(separator: ", ")
  }

  private func names(_ choices: [Choice]) -> String { choices.map(\.text).joined(separator: ", ") }
}
