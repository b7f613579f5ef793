import Care

/// A survey asked line by line, one question after the other, as at a terminal. Nothing is stored by it.
///
/// Show `question`, then hand what was typed to `enter`; its lines say what was wrong. It is over when `end` is there.
/// An empty line takes what is shown, `<` goes back, `>` leaves an optional form out, `-` takes an answer away.
public struct SurveyDialogue: Sendable {
  public enum End: Equatable, Sendable {
    case completed(TaskResult)
    case left(FinishReason)
  }

  private(set) var run: SurveyRun
  public private(set) var end: End?
  private let messages: Messages
  /// The question on the page; nil: the page is read, or its first question comes next.
  private var item: String?
  /// Steps whose heading stands on the screen already.
  private var headed: String?

  public init(_ survey: Survey, in messages: Messages) {
    run = SurveyRun(survey)
    self.messages = messages
    item = run.visibleItems.first?.id
  }

  // MARK: What is shown

  /// The lines of the question that waits for an answer; the heading of its page before the first.
  public mutating func question() -> [String] {
    guard let step = run.step else { return [] }
    var lines: [String] = []
    if headed != step.id {
      headed = step.id
      let heading = [step.title, step.text].compactMap(\.self)
      lines += [""] + heading
      if step.isForm { lines.append(messages[.keys] + (run.canSkip ? " " + messages[.skipKey] : "")) }
    }
    guard let item = item.flatMap({ step.item($0) }) else { return lines + [messages[.goOn]] }
    return lines + QuestionText(item, shown: run.entry?.shown(item.id), messages).lines
  }

  // MARK: What is typed

  /// - Parameter line: without its end; nil when nothing more can come, which leaves the survey.
  /// - Returns: what is to be mended, in one line; empty when all is well.
  public mutating func enter(_ line: String?) -> [String] {
    guard end == nil else { return [] }
    guard let line else {
      leave(.discarded)
      return []
    }
    switch line {
    case "<": return goBack()
    case ">": return skip()
    case "-" where item != nil: return answer(nil)
    case "": return takeShown()
    default: return item == nil ? goOn() : type(line)
    }
  }

  public mutating func leave(_ reason: FinishReason) {
    _ = try? run.finish(reason)
    end = .left(reason)
  }

  private mutating func goBack() -> [String] {
    let items = run.visibleItems.map(\.id)
    if let item, let place = items.firstIndex(of: item), place > 0 {
      self.item = items[place - 1]
      return []
    }
    guard run.back() else { return [messages[.nothingBefore]] }
    headed = nil
    item = run.visibleItems.last?.id
    return []
  }

  private mutating func skip() -> [String] {
    guard run.canSkip, (try? run.skip()) != nil else { return [messages[.cannotSkip]] }
    open()
    return []
  }

  /// Enter: what stands there is taken, a default becomes an answer.
  private mutating func takeShown() -> [String] {
    guard let item else { return goOn() }
    try? run.touch(item)
    return advance(from: item)
  }

  private mutating func type(_ text: String) -> [String] {
    guard let item = item.flatMap({ run.step?.item($0) }) else { return [] }
    do throws(AnswerProblem) {
      return answer(try item.format.value(typed: text))
    } catch {
      return [messages.words(error)]
    }
  }

  private mutating func answer(_ value: SurveyAnswer.Value?) -> [String] {
    guard let item else { return [] }
    let before = run
    do throws(CareError) {
      try run.answer(item, value)
    } catch {
      // What was refused is told at once and forgotten, so that it blocks nothing later.
      run = before
      guard case .invalidAnswer(_, let problem) = error else { return [] }
      return [messages.words(problem)]
    }
    return advance(from: item)
  }

  /// To the next question of the page, or off the page behind the last.
  private mutating func advance(from id: String) -> [String] {
    if isMissing(id) { return [messages[.answerNeeded]] }
    let items = run.visibleItems.map(\.id)
    if let place = items.firstIndex(of: id), place + 1 < items.count {
      item = items[place + 1]
      return []
    }
    return goOn()
  }

  /// Whether a required question has no answer yet.
  private func isMissing(_ id: String) -> Bool {
    guard let step = run.step, step.item(id)?.isRequired ?? false else { return false }
    guard let shown = run.entry?.shown(id) else { return true }
    return !shown.isTouched && !step.acceptsDefaults
  }

  private mutating func goOn() -> [String] {
    do throws(CareError) {
      try run.next()
    } catch {
      // Something before this question waits for an answer.
      if case .formIncomplete(_, let missing) = error { item = missing.first ?? item }
      if case .invalidAnswer(let id, _) = error { item = id }
      return [messages[.answerNeeded]]
    }
    open()
    return []
  }

  private mutating func open() {
    item = run.visibleItems.first?.id
    guard run.isAtEnd else { return }
    if let result = try? run.finish(.completed) { end = .completed(result) } else { end = .left(.failed) }
  }
}
