import Care
import Charts

extension DayFeed {
  /// The day for a terminal: the ring on the left, the cards beside it, a circle an event, filled when it is done.
  ///
  /// Without colours every state still looks different: `●` done, `○` open, `◌` not yet.
  public func page(hasColour: Bool = false) -> String {
    let ink = Ink(isOn: hasColour)
    let ring = completionRing.terminalLines
    let width = ring.map(\.count).max() ?? 0
    let lines = [ink.bold("\(day)  \(ringWords)")] + cardLines(ink)
    var text = ""
    for row in 0..<max(ring.count, lines.count + 1) {
      let drawn = row < ring.count ? ring[row] : ""
      let blanks = String(repeating: " ", count: width - drawn.count)
      let left = ringInk(ink, drawn) + blanks
      let right = row > 0 && row <= lines.count ? lines[row - 1] : ""
      var line = right.isEmpty ? left : left + "   " + right
      while line.last == " " { line.removeLast() }
      text += line + "\n"
    }
    return text
  }

  private var messages: Messages { Messages(language) }

  /// How much of the day is done, in the language of the feed.
  public var ringWords: String {
    switch completionRing.state {
    case .dimmed: messages[.noTasks]
    case .empty: messages[.nothingDue]
    case .zero(1): messages[.doneOfOne, "0"]
    case .zero(let due): messages[.doneOfMany, "0", "\(due)"]
    case .fraction(let done, 1): messages[.doneOfOne, "\(done)"]
    case .fraction(let done, let due): messages[.doneOfMany, "\(done)", "\(due)"]
    }
  }

  private func ringInk(_ ink: Ink, _ line: String) -> String {
    if isFuture { return ink.faint(line) }
    return due > 0 && done == due ? ink.green(line) : line
  }

  private func cardLines(_ ink: Ink) -> [String] {
    var lines = cards.isEmpty ? [messages[.noCards]] : cards.flatMap { self.lines(of: $0, ink) }
    if isFuture, !cards.isEmpty { lines.append(messages[.notYet]) }
    return isFuture ? lines.map(ink.faint) : lines
  }

  private func lines(of card: Card, _ ink: Ink) -> [String] {
    let circles = card.events.map { event in
      event.isCompleted ? ink.green("●") : event.state.opacity < 1 ? "◌" : "○"
    }
    let open = card.events.first { !$0.isCompleted } ?? card.events.last
    let label = open.map { messages.words($0.state.label) } ?? ""
    let title = card.title ?? card.task
    let blanks = String(repeating: " ", count: max(2, 28 - title.count - card.events.count))
    var lines = ["\(circles.joined()) \(title)\(blanks)\(ink.faint(label))"]
    let content = card.content
    for text in [content.text, content.instructions].compactMap(\.self) where open?.isCompleted == false {
      lines += text.wrapped(to: 54).map { "    " + $0 }
    }
    if let asset = content.asset {
      lines.append("    \(messages[asset.kind == .video ? .video : .image]): \(asset.url)")
    }
    for event in card.events {
      let values = event.isCompleted ? event.values : event.lastResult
      if values.isEmpty || values == event.ticks { continue }
      let words = values.map { $0.words(in: messages) }.joined(separator: ", ")
      lines.append("    " + (event.isCompleted ? words : messages[.earlierResult, words]))
    }
    return lines
  }
}

extension DayFeed.Event {
  /// The value of an event that was only ticked: nothing to read.
  fileprivate var ticks: [OutcomeValue] { values.filter { $0.datum == .boolean(true) && $0.kind == nil } }
}

/// Colours of a terminal, or none.
private struct Ink {
  let isOn: Bool

  func bold(_ text: String) -> String { paint(text, "1") }
  func faint(_ text: String) -> String { paint(text, "2") }
  func green(_ text: String) -> String { paint(text, "32") }

  private func paint(_ text: String, _ code: String) -> String {
    isOn && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// Broken between words; a longer word stands alone.
  fileprivate func wrapped(to width: Int) -> [String] {
    split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.count + word.count < width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
  }
}
