import DecimalText

extension AnswerFormat {
  /// An accepted value as people read it: a continuous scale with all its digits, a choice by its text.
  ///
  /// Without the unit. Reading it with `value(typed:)` gives the same value.
  public func shown(_ value: SurveyAnswer.Value) -> String {
    switch (kind, value) {
    case (.continuous(let scale), .single(let datum)):
      datum.number.map { DecimalText.fixed($0, decimals: scale.digits) } ?? ""
    case (.textScale(let scale), .single(.text(let id))): scale.choices.text(of: id)
    case (.choice(let format), .single(.text(let id))): format.choices.text(of: id)
    case (.choice(let format), .several(let ids)): ids.map(format.choices.text).joined(separator: ", ")
    case (_, .single(let datum)): datum.plainText
    case (_, .several(let ids)): ids.joined(separator: ", ")
    }
  }

  /// What somebody typed or gave as a flag, ready for `accept`; an empty text is no answer.
  ///
  /// Numbers may have a decimal comma, choices are named by id or text, several by commas between them.
  public func value(typed text: String) throws(AnswerProblem) -> SurveyAnswer.Value? {
    let text = text.trimmingBlanks
    if text.isEmpty { return nil }
    switch kind {
    case .scale, .continuous, .numeric:
      guard let number = DecimalText.parse(text) ?? DecimalText.parse(withComma: text) else {
        throw .wrongType(expected: "number")
      }
      return .single(.double(number))
    case .boolean:
      guard let value = AnswerFormat.truthWords[text.lowercased()] else {
        throw .wrongType(expected: "boolean")
      }
      return .single(.boolean(value))
    case .textScale(let scale): return .single(.text(scale.choices.id(named: text) ?? text))
    case .choice(let format):
      let whole = format.choices.id(named: text)
      guard format.allowsSeveral, whole == nil else { return .single(.text(whole ?? text)) }
      return .several(
        text.split(separator: ",").map { part in
          let name = String(part).trimmingBlanks
          return format.choices.id(named: name) ?? name
        })
    case .text, .date: return .single(.text(text))
    }
  }

  private static let truthWords: [String: Bool] = [
    "true": true, "yes": true, "y": true, "1": true, "ja": true, "j": true,
    "false": false, "no": false, "n": false, "0": false, "nein": false,
  ]
}

extension OutcomeValue.Datum {
  fileprivate var plainText: String {
    switch self {
    case .integer(let value): "\(value)"
    case .double(let value): Int(exactly: value).map(String.init) ?? "\(value)"
    case .boolean(let value): value ? "yes" : "no"
    case .text(let text): text
    case .binary(let bytes): "\(bytes.count) bytes"
    case .date(let instant): instant.rfc3339
    }
  }
}

extension [Choice] {
  fileprivate func text(of id: String) -> String { first { $0.id == id }?.text ?? id }

  /// An id goes before a text; texts are compared without case.
  fileprivate func id(named name: String) -> String? {
    (first { $0.id == name } ?? first { $0.text.lowercased() == name.lowercased() })?.id
  }
}

extension DecimalText {
  fileprivate static func parse(withComma text: String) -> Double? {
    text.utf8.contains(UInt8(ascii: "."))
      ? nil : parse(text.replacing(UInt8(ascii: ","), with: UInt8(ascii: ".")))
  }
}

extension String {
  fileprivate var trimmingBlanks: String {
    let blanks = drop { $0.isWhitespace }
    return String(blanks.reversed().drop { $0.isWhitespace }.reversed())
  }

  fileprivate func replacing(_ byte: UInt8, with other: UInt8) -> String {
    String(decoding: utf8.map { $0 == byte ? other : $0 }, as: UTF8.self)
  }
}
