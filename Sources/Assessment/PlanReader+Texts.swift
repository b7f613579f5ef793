import Care
import JSONText

extension JSONCursor {
  /// A text, or an object with one a language: `{"en": "Left knee", "de": "Linkes Knie"}`.
  func planWords() throws(PlanError) -> PlanText {
    guard case .object(let object) = value else { return PlanText(main: try planText()) }
    var translations: [(language: String, text: String)] = []
    for member in object.members {
      let cursor = JSONCursor(member.value, at: "\(path).\(member.key)")
      guard member.key.utf8.count == 2, member.key.utf8.allSatisfy({ (97...122).contains($0) }) else {
        throw .invalid(path: cursor.path, .noLanguage)
      }
      translations.append((member.key, try cursor.planText()))
    }
    guard let first = translations.first else { throw .invalid(path: path, .empty) }
    return PlanText(
      main: translations.first { $0.language == "en" }?.text ?? first.text, translations: translations)
  }
}

/// The translated texts of a task; they travel with the version, in its details.
struct TaskWords {
  private var entries: [Detail.Entry] = []

  /// The text for everybody; the others are kept under this name.
  mutating func read(_ cursor: JSONCursor?, as name: String) throws(PlanError) -> String? {
    guard let cursor else { return nil }
    let words = try cursor.planWords()
    if !words.translations.isEmpty {
      entries.append(
        .init(name, .map(words.translations.map { .init($0.language, .text($0.text)) })))
    }
    return words.main
  }

  /// nil where every text is for everybody.
  var detail: Detail? { entries.isEmpty ? nil : .map(entries) }
}

extension TaskContent {
  /// The same task with the texts of a language, where the plan has them.
  public func worded(in language: Language) -> TaskContent {
    guard let words = details["translations"] else { return self }
    func translated(_ name: String, _ main: String?) -> String? {
      guard case .text(let text)? = words[name]?[language.rawValue] else { return main }
      return text
    }
    var content = self
    content.title = translated("title", title)
    content.text = translated("text", text)
    content.instructions = translated("instructions", instructions)
    if let knee {
      let steps = knee.appended.map { step in
        KneeTask.Step(
          id: step.id, title: translated("append.\(step.id).title", step.title),
          text: translated("append.\(step.id).text", step.text))
      }
      content.knee = try? KneeTask(
        limb: knee.limb, options: knee.options, appended: steps, extract: knee.extract,
        selection: knee.selection)
    }
    return content
  }
}
