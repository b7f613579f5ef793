/// The texts of help, made from the command table. A verb fits on a screen of 80 x 40.
enum HelpText {
  static let width = 80

  /// What stands on the screen when nothing was asked.
  static var startScreen: String {
    """
    flexion measures how far a knee bends, from recorded motion sensors or live.

    Start with one of these:
    \(starters)
    All verbs: flexion help       One verb: flexion help VERB
    The manual is the folder docs/ of the source; README.md has the first steps.

    """
  }

  private static var starters: String {
    let names = ["inspect", "process", "stream", "feed", "simulate recording"]
    return names.compactMap { name in
      CommandTable.verbs.first { $0.name == name }.map { row($0.name, $0.purpose, column: 24) }
    }.joined()
  }

  /// All verbs, the flags of every verb, and the exit codes.
  static var overview: String {
    var text = "flexion VERB [arguments] [flags]\nMeasures how far a knee bends.\n\nVerbs:\n"
    for verb in CommandTable.verbs where !isInGroup(verb) { text += row(verb.name, verb.purpose, column: 22) }
    for parent in largeGroups {
      let members = CommandTable.verbs.filter { $0.path.first == parent }
      text += row(parent + " ...", members.map { $0.path[1] }.joined(separator: ", "), column: 22)
    }
    text +=
      "\n"
      + wrapped(
        "Every verb: " + GlobalFlags.all.map(spelling).joined(separator: ", ") + ".", indent: 0, hanging: 2)
    let codes = ExitCode.allCases.map { String($0.rawValue) }.joined(separator: " ")
    text += "\n" + wrapped("Exit codes: \(codes). What they mean: flexion help --json.", indent: 0)
    return text
  }

  /// First words that so many verbs share that the overview has one line for all of them.
  private static var largeGroups: [String] {
    var counts: [String: Int] = [:]
    for verb in CommandTable.verbs where verb.path.count > 1 { counts[verb.path[0], default: 0] += 1 }
    var seen: Set<String> = []
    return CommandTable.verbs.map { $0.path[0] }.filter {
      counts[$0, default: 0] > 3 && seen.insert($0).inserted
    }
  }

  private static func isInGroup(_ verb: Verb) -> Bool {
    verb.path.count > 1 && largeGroups.contains(verb.path[0])
  }

  /// One screen for one verb.
  static func screen(_ verb: Verb) -> String {
    var text = wrapped("Usage: flexion " + usage(verb), indent: 0, hanging: 7)
    text += wrapped(sentence(verb.purpose), indent: 0)
    if !verb.details.isEmpty { text += "\n" + wrapped(verb.details, indent: 0) }
    if !verb.arguments.isEmpty {
      text += "\n"
      for argument in verb.arguments { text += row(argument.usage, argument.help, column: 22) }
    }
    if !verb.flags.isEmpty {
      text += "\nFlags:\n"
      for flag in verb.flags { text += row(spelling(flag), explanation(flag), column: 24) }
    }
    let general = verb.allFlags.dropFirst(verb.flags.count)
    text +=
      "\n" + wrapped("Every verb: " + general.map(spelling).joined(separator: ", "), indent: 0, hanging: 2)
    text += "\nExamples:\n"
    for example in verb.examples { text += "  " + example.line + "\n" }
    return text
  }

  /// The verbs below one word.
  static func group(_ parent: String) -> String {
    var text = "flexion \(parent) ...\n\n"
    for verb in CommandTable.verbs where verb.path.first == parent {
      text += row(verb.name, verb.purpose, column: 22)
    }
    return text
  }

  static func usage(_ verb: Verb) -> String {
    let arguments = verb.arguments.map(\.usage).joined(separator: " ")
    return [verb.name, arguments, verb.flags.isEmpty ? "" : "[flags]"].filter { !$0.isEmpty }.joined(
      separator: " ")
  }

  /// `-o, --out FILE`.
  static func spelling(_ flag: Flag) -> String {
    var text = flag.short.map { "-\($0), " } ?? ""
    text += "--" + flag.name
    if case .choice(let choices) = flag.value, choices.joined(separator: "|").count > 12 {
      return text + " NAME"
    }
    if let placeholder = flag.placeholder { text += " " + placeholder }
    return text
  }

  private static func explanation(_ flag: Flag) -> String {
    var text = flag.help
    if case .choice(let choices) = flag.value, choices.joined(separator: "|").count > 12 {
      text += ": " + choices.joined(separator: ", ")
    }
    if flag.isRequired { text += " (required)" }
    if let value = flag.defaultValue { text += " (default \(value))" }
    if let name = flag.environment { text += " [\(name)]" }
    return text
  }

  private static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  /// A term and its explanation; the explanation starts at a column and is wrapped there.
  private static func row(_ term: String, _ words: String, column: Int) -> String {
    let head = "  " + term
    guard head.count < column else {
      return head.count + 2 + words.count <= width
        ? head + "  " + words + "\n" : head + "\n" + wrapped(words, indent: column)
    }
    let body = wrapped(words, indent: column)
    return head + String(repeating: " ", count: column - head.count) + body.dropFirst(column)
  }

  /// Words in lines of at most 80 columns.
  static func wrapped(_ words: String, indent: Int, hanging: Int = 0) -> String {
    var lines: [String] = []
    var line = String(repeating: " ", count: indent)
    var isEmpty = true
    for word in words.split(separator: " ") {
      if !isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = String(repeating: " ", count: indent + hanging)
        isEmpty = true
      }
      line += isEmpty ? String(word) : " " + word
      isEmpty = false
    }
    return (lines + [line]).joined(separator: "\n") + "\n"
  }

  /// JSON in lines of at most 80 columns, broken behind commas that are no part of a text: still the same JSON.
  static func wrappedJSON(_ json: String, indent: Int) -> String {
    var pieces = [""]
    var isText = false, isEscaped = false
    for character in json {
      pieces[pieces.count - 1].append(character)
      if character == "\"", !isEscaped { isText.toggle() }
      isEscaped = character == "\\" && !isEscaped
      if character == ",", !isText { pieces.append("") }
    }
    let margin = String(repeating: " ", count: indent)
    var lines = [margin]
    for piece in pieces {
      if lines[lines.count - 1].count + piece.count > width, lines[lines.count - 1] != margin {
        lines.append(margin)
      }
      lines[lines.count - 1] += piece
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
