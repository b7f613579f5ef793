/// The languages of the message catalogue; plans may carry texts in others too.
public enum Language: String, Hashable, Sendable, CaseIterable {
  case english = "en"
  case german = "de"
}

/// A text of a plan: one for everybody, or one a language.
struct PlanText: Hashable, Sendable {
  /// English where there is one, else the first that was written.
  var main: String
  var translations: [(language: String, text: String)] = []

  func text(in language: Language?) -> String {
    translations.first { $0.language == language?.rawValue }?.text ?? main
  }

  static func == (a: PlanText, b: PlanText) -> Bool {
    a.main == b.main && a.translations.elementsEqual(b.translations) { $0 == $1 }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(main) }
}
