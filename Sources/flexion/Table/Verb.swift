/// One verb of the command line as a value: everything that help, parser and reference know about it.
struct Verb: Sendable {
  /// Words that call it: ["simulate", "recording"].
  let path: [String]
  /// What it does, in half a line.
  let purpose: String
  /// A few sentences below the usage line; empty where purpose and flags say it all.
  var details: String = ""
  var arguments: [Argument] = []
  var flags: [Flag] = []
  var examples: [Example] = []
  /// It prints a list, so `--jsonl` gives one value a line.
  var givesList = false
  /// Does the work. Parsing is over when it is called; nothing is printed before it returns, except by live verbs.
  let run: @Sendable (Invocation) async throws -> Answer

  var name: String { path.joined(separator: " ") }
  /// Name of the JSON shape it prints.
  var schema: String { "flexion/\(path.joined(separator: "-"))/1" }

  /// Own flags first, then those that every verb takes.
  var allFlags: [Flag] {
    flags + GlobalFlags.all.filter { !($0.name == "jsonl" && !givesList) }
  }
}

/// A value that stands without a flag.
struct Argument: Sendable, Equatable {
  enum Count: Sendable, Equatable { case one, optional, oneOrMore, any }

  let name: String
  let count: Count
  let help: String

  init(_ name: String, _ count: Count, _ help: String) {
    self.name = name
    self.count = count
    self.help = help
  }

  var usage: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .oneOrMore: "\(name)..."
    case .any: "[\(name)...]"
    }
  }
}

/// A flag with its value, default and meaning.
struct Flag: Sendable, Equatable {
  /// What may stand behind the flag.
  enum Value: Sendable, Equatable {
    /// Nothing: it is on or off.
    case nothing
    /// Nothing, and saying it twice means more of it.
    case count
    /// Any text; the word is the placeholder in help.
    case text(String)
    case choice([String])
    case integer(String, ClosedRange<Int>)
    /// A decimal number with its unit.
    case number(String, ClosedRange<Double>)
    /// A calendar day YYYY-MM-DD, or `today`.
    case day
    /// An RFC 3339 time with offset.
    case instant
    /// KEY=VALUE.
    case assignment(String)
  }

  let name: String
  let value: Value
  var short: Character?
  /// May be given several times.
  var isList = false
  /// The verb cannot go on without it.
  var isRequired = false
  var defaultValue: String?
  /// Environment variable that stands in for the flag.
  var environment: String?
  let help: String

  init(
    _ name: String, _ value: Value, short: Character? = nil, isList: Bool = false, isRequired: Bool = false,
    default defaultValue: String? = nil, environment: String? = nil, _ help: String
  ) {
    self.name = name
    self.value = value
    self.short = short
    self.isList = isList
    self.isRequired = isRequired
    self.defaultValue = defaultValue
    self.environment = environment
    self.help = help
  }

  var takesValue: Bool { value != .nothing && value != .count }

  /// What stands for the value in usage and help.
  var placeholder: String? {
    switch value {
    case .nothing, .count: nil
    case .text(let name), .integer(let name, _), .number(let name, _), .assignment(let name): name
    case .choice(let choices): choices.joined(separator: "|")
    case .day: "DAY"
    case .instant: "TIME"
    }
  }
}

/// A line that runs as it stands in the folder of the repository.
struct Example: Sendable, Equatable {
  let line: String
  let meaning: String

  init(_ line: String, _ meaning: String) {
    self.line = line
    self.meaning = meaning
  }
}
