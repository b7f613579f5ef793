/// One of the things that can be chosen; the id is what is stored.
public struct Choice: Hashable, Sendable {
  public let id: String
  public let text: String

  public init(id: String, text: String? = nil) {
    self.id = id
    self.text = text ?? id
  }

  static func check(_ choices: [Choice], count: ClosedRange<Int>) throws(CareError) {
    guard choices.count >= count.lowerBound else {
      throw .invalidSurvey(field: "choices", .tooFew(least: count.lowerBound))
    }
    guard choices.count <= count.upperBound else {
      throw .invalidSurvey(field: "choices", .tooMany(most: count.upperBound))
    }
    var known: Set<String> = []
    for choice in choices {
      guard (1...256).contains(choice.id.utf8.count) else {
        throw .invalidSurvey(field: "choices", choice.id.isEmpty ? .empty : .outOfRange)
      }
      guard known.insert(choice.id).inserted else {
        throw .invalidSurvey(field: "choices.\(choice.id)", .duplicate)
      }
    }
  }
}

/// A scale of two to eight words.
public struct TextScale: Hashable, Sendable {
  public let choices: [Choice]

  public init(_ choices: [Choice]) throws(CareError) {
    try Choice.check(choices, count: 2...8)
    self.choices = choices
  }
}

/// One or several out of a list.
public struct ChoiceFormat: Hashable, Sendable {
  public let choices: [Choice]
  public let allowsSeveral: Bool

  public init(_ choices: [Choice], allowsSeveral: Bool = false) throws(CareError) {
    try Choice.check(choices, count: 1...1000)
    self.choices = choices
    self.allowsSeveral = allowsSeveral
  }
}

/// Free text.
public struct TextFormat: Hashable, Sendable {
  /// In characters.
  public let maximumLength: Int
  public let isMultiline: Bool

  /// More than this is no answer to a question.
  public static let longest = 100_000

  public init(maximumLength: Int = 10_000, isMultiline: Bool = false) throws(CareError) {
    guard (1...TextFormat.longest).contains(maximumLength) else {
      throw .invalidSurvey(field: "maximumLength", .outOfRange)
    }
    self.maximumLength = maximumLength
    self.isMultiline = isMultiline
  }
}

/// A local date, or a moment.
///
/// A date has no zone and is kept as its text `YYYY-MM-DD`, so it is the same date for every reader; a moment is RFC 3339
/// text and kept as a date value.
public struct DateFormat: Hashable, Sendable {
  public enum Style: String, Hashable, Sendable, CaseIterable { case date, dateTime }

  public let style: Style
  /// Inclusive dates; of a moment its date as written.
  public let earliest: LocalDate?
  public let latest: LocalDate?

  public init(_ style: Style = .date, earliest: LocalDate? = nil, latest: LocalDate? = nil) throws(CareError)
  {
    if let earliest, let latest, latest < earliest {
      throw .invalidSurvey(field: "latest", .maximumNotAboveMinimum)
    }
    self.style = style
    self.earliest = earliest
    self.latest = latest
  }
}
