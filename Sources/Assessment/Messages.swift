import Care

/// What command line and page say to people; `{0}` and `{1}` are filled in.
public enum Message: String, Hashable, Sendable, CaseIterable {
  // Cards and the ring of a day.
  case begin, completed, noTasks, nothingDue, doneOfOne, doneOfMany, noCards, notYet, earlierResult
  case video, image, buttons
  // Questions.
  case answerNeeded, mayStayEmpty, range, steps, decimals, oneOf, severalOf, yesOrNo, date, moment, number
  case wholeNumber, atLeast, atMost, text, enterTakes, keys, skipKey, clearKey, nothingBefore, cannotSkip
  case goOn, page, yes, no
  // A knee task; `{0}` is the side.
  case left, right, kneeHappens, kneeSit, kneePlaceOfTwo, kneePlaceOfOne, kneeMove, kneeStartOfTwo
  case kneeStartOfOne, kneeBack, kneeDone, pressEnter, keepStill, nowStraighten, measured
  // A panel of buttons.
  case tapKeys, taps, noSuchKey
  // How it ended.
  case stored, nothingStored, cancelled
  // Why an answer is not taken.
  case mustBeNumber, mustBeYesOrNo, mustBeText, mustBeFinite, mustBeWhole, offGrid, notAChoice, takenTwice
  case tooLong, noDate, before, after, noSuchItem
}

/// The catalogue in one language.
public struct Messages: Hashable, Sendable {
  public let language: Language

  public init(_ language: Language = .english) { self.language = language }

  static let catalogues: [Language: [Message: String]] = [.english: english, .german: german]

  public subscript(_ message: Message, _ values: String...) -> String {
    let pattern = Messages.catalogues[language]?[message] ?? message.rawValue
    return values.enumerated().reduce(pattern) { text, value in
      text.replacing("{\(value.offset)}", with: value.element)
    }
  }

  public func words(_ label: CardState.Label) -> String {
    switch label {
    case .begin: self[.begin]
    case .completed: self[.completed]
    }
  }

  /// Why an answer is not taken, in one line.
  public func words(_ problem: AnswerProblem) -> String {
    switch problem {
    case .wrongType("boolean"): self[.mustBeYesOrNo]
    case .wrongType("number"): self[.mustBeNumber]
    case .wrongType: self[.mustBeText]
    case .notANumber: self[.mustBeFinite]
    case .notWhole: self[.mustBeWhole]
    case .below(let minimum): self[.atLeast, plain(minimum)]
    case .above(let maximum): self[.atMost, plain(maximum)]
    case .offGrid(let step): self[.offGrid, "\(step)"]
    case .notAChoice(let allowed): self[.notAChoice, allowed.joined(separator: ", ")]
    case .takenTwice(let choice): self[.takenTwice, choice]
    case .tooLong(let limit): self[.tooLong, "\(limit)"]
    case .noDate: self[.noDate]
    case .before(let earliest): self[.before, earliest]
    case .after(let latest): self[.after, latest]
    case .unknownItem: self[.noSuchItem]
    }
  }

  /// A number without a needless point and zero.
  func plain(_ number: Double) -> String { Int(exactly: number).map(String.init) ?? "\(number)" }
}
