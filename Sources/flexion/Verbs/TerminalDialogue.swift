import Assessment
import Care
import Glibc
import SerialPorts

/// Questions at a terminal: lines to standard error, answers from the keyboard; the result alone goes to standard output.
struct TerminalDialogue {
  /// Somebody is there who reads and types.
  static var canAsk: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1 }

  private var keyboard = Keyboard()
  private let console: Console

  init(_ call: Invocation) {
    console = call.console
    StopSignal.watch()
  }

  func say(_ lines: [String]) {
    if !lines.isEmpty { console.drawOnError(lines.map { $0 + "\n" }.joined()) }
  }

  /// What is to be mended.
  func object(_ lines: [String]) {
    say(lines.map { console.hasColour ? "\u{1B}[1;31m! \($0)\u{1B}[0m" : "! \($0)" })
  }

  /// The next line; nil when the keyboard is closed or somebody has pressed Ctrl-C.
  mutating func ask() -> String? {
    console.drawOnError("> ")
    while StopSignal.received == nil {
      if let line = keyboard.line() { return line }
      if keyboard.isClosed { break }
      var waiting = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
      _ = poll(&waiting, 1, 200)
    }
    console.drawOnError("\n")
    return nil
  }
}

/// A survey at the terminal.
enum SurveyPage {
  /// nil when it was left without an end.
  static func result(_ survey: Survey, _ call: Invocation) -> TaskResult? {
    var terminal = TerminalDialogue(call)
    var dialogue = SurveyDialogue(survey, in: Messages(call.language))
    while dialogue.end == nil {
      terminal.say(dialogue.question())
      terminal.object(dialogue.enter(terminal.ask()))
    }
    if case .completed(let result) = dialogue.end { return result }
    return nil
  }
}

/// A panel of buttons at the terminal: the counts are shown after every tap.
enum PanelPage {
  /// nil when it was left by cancel.
  static func taps(_ panel: ButtonPanel, _ content: TaskContent, _ call: Invocation) throws -> ButtonTaps? {
    let messages = Messages(call.language)
    let content = content.worded(in: call.language)
    var terminal = TerminalDialogue(call)
    var taps = ButtonTaps(panel)
    terminal.say(["", content.title, content.instructions, messages[.tapKeys]].compactMap(\.self))
    while true {
      terminal.say(lines(taps))
      guard let line = terminal.ask() else { return nil }
      switch line {
      case "c": return nil
      case "d": return taps
      default:
        guard let number = Int(line), panel.buttons.indices.contains(number - 1) else {
          terminal.object([messages[.noSuchKey]])
          continue
        }
        try taps.tap(panel.buttons[number - 1])
      }
    }
  }

  private static func lines(_ taps: ButtonTaps) -> [String] {
    taps.panel.buttons.enumerated().map { place, label in
      "  [\(place + 1)] \(label): \(taps.counts[label] ?? 0)"
    }
  }
}
