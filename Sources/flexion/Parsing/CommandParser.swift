import DecimalText

/// Arguments and environment in, a request or a usage error out. It prints nothing and ends nothing.
struct CommandParser {
  let verbs: [Verb]
  let environment: [String: String]

  init(verbs: [Verb] = CommandTable.verbs, environment: [String: String]) {
    self.verbs = verbs
    self.environment = environment
  }

  /// - Parameter arguments: what stands behind the name of the program.
  func parse(_ arguments: [String]) throws(UsageError) -> Request {
    guard !arguments.isEmpty else { throw .nothingAsked }
    var rest = arguments[...]
    if let group = groupHelp(arguments) { return group }
    let verb = try takeVerb(&rest)
    var request = Request(verb: verb)
    try takeFlags(rest, into: &request)
    if request.has("help"), verb.path != ["help"], let help = verbs.first(where: { $0.path == ["help"] }) {
      let general = GlobalFlags.all.map(\.name)
      return Request(
        verb: help, values: request.values.filter { general.contains($0.key) }, arguments: verb.path)
    }
    addEnvironment(to: &request)
    for flag in verb.allFlags { try check(flag, request.list(flag.name)) }
    if let flag = verb.flags.first(where: { $0.isRequired && !request.has($0.name) }) {
      throw .flagMissing(flag.name, placeholder: flag.placeholder ?? "", verb: verb.name)
    }
    try checkArguments(request)
    return request
  }

  /// `simulate --help`: help on a word that begins several verbs.
  private func groupHelp(_ arguments: [String]) -> Request? {
    guard let first = arguments.first,
      arguments.dropFirst().contains(where: { $0 == "--help" || $0 == "-h" }),
      !verbs.contains(where: { $0.path == [first] }), verbs.contains(where: { $0.path.first == first }),
      arguments.dropFirst().allSatisfy({ $0.hasPrefix("-") }),
      let help = verbs.first(where: { $0.path == ["help"] })
    else { return nil }
    let general = arguments.dropFirst().filter { $0 == "--json" }.isEmpty ? [:] : ["json": [""]]
    return Request(verb: help, values: general, arguments: [first])
  }

  // MARK: Verb

  /// The longest path that the words begin with. Global flags may stand before the verb.
  private func takeVerb(_ rest: inout ArraySlice<String>) throws(UsageError) -> Verb {
    var early: [String] = []
    while let word = rest.first, word.hasPrefix("-"), word != "-" {
      if word == "--version" { return try alias("version", &rest) }
      if word == "--help" || word == "-h" { return try alias("help", &rest) }
      guard let flag = flag(word, of: GlobalFlags.all) else {
        throw unknownFlag(word, among: GlobalFlags.all, verb: "")
      }
      early.append(rest.removeFirst())
      if flag.takesValue, !word.contains("="), let value = rest.popFirst() { early.append(value) }
    }
    guard let first = rest.first else { throw .nothingAsked }
    let longest = verbs.filter { rest.starts(with: $0.path) }.max { $0.path.count < $1.path.count }
    if let verb = longest {
      rest = early[...] + rest.dropFirst(verb.path.count)
      return verb
    }
    let children = verbs.filter { $0.path.first == first && $0.path.count > 1 }.map { $0.path[1] }
    guard children.isEmpty else { throw childError(first, rest.dropFirst().first, children) }
    throw .unknownVerb(first, nearest: NearestName.of(first, in: Set(verbs.map { $0.path[0] }).sorted()))
  }

  private func alias(_ name: String, _ rest: inout ArraySlice<String>) throws(UsageError) -> Verb {
    guard let verb = verbs.first(where: { $0.path == [name] }) else {
      throw .unknownVerb(name, nearest: nil)
    }
    rest.removeFirst()
    return verb
  }

  private func childError(_ parent: String, _ word: String?, _ children: [String]) -> UsageError {
    guard let word, !word.hasPrefix("-") else { return .verbNeeded(after: parent, choices: children) }
    let nearest = NearestName.of(word, in: children).map { "\(parent) \($0)" }
    return .unknownVerb("\(parent) \(word)", nearest: nearest ?? "\(parent) \(children[0])")
  }

  // MARK: Flags

  private func takeFlags(_ words: ArraySlice<String>, into request: inout Request) throws(UsageError) {
    var rest = words
    while let word = rest.popFirst() {
      if word == "--" {
        request.arguments += rest
        return
      }
      guard word.hasPrefix("-"), word != "-" else {
        request.arguments.append(word)
        continue
      }
      guard let flag = flag(word, of: request.verb.allFlags) else {
        throw unknownFlag(word, among: request.verb.allFlags, verb: request.verb.name)
      }
      let value = try takeValue(of: flag, word, &rest)
      if request.has(flag.name), !flag.isList, flag.value != .count { throw .repeatedFlag(flag.name) }
      request.values[flag.name, default: []].append(value)
    }
  }

  private func flag(_ word: String, of flags: [Flag]) -> Flag? {
    if word.hasPrefix("--") {
      let name = word.dropFirst(2).prefix { $0 != "=" }
      return flags.first { $0.name == name }
    }
    let letters = word.dropFirst()
    return letters.count == 1 ? flags.first { $0.short == letters.first } : nil
  }

  private func takeValue(of flag: Flag, _ word: String, _ rest: inout ArraySlice<String>) throws(UsageError)
    -> String
  {
    let attached = word.firstIndex(of: "=").map { String(word[word.index(after: $0)...]) }
    guard flag.takesValue else {
      if attached != nil { throw .valueNotTaken(flag: flag.name) }
      return ""
    }
    if let attached { return attached }
    // A word that is itself a flag is a forgotten value; a lone "-" and negative numbers are values.
    guard let next = rest.first, !next.hasPrefix("--"), !Self.shortFlags.contains(next) else {
      throw .valueMissing(flag: flag.name, placeholder: flag.placeholder ?? "VALUE")
    }
    return rest.removeFirst()
  }

  private static let shortFlags: Set<String> = ["-h", "-q", "-v", "-n", "-o", "-j"]

  private func unknownFlag(_ word: String, among flags: [Flag], verb: String) -> UsageError {
    let name = String(word.drop { $0 == "-" }.prefix { $0 != "=" })
    return .unknownFlag(word, verb: verb, nearest: NearestName.of(name, in: flags.map(\.name)))
  }

  // MARK: Values

  private func addEnvironment(to request: inout Request) {
    for flag in request.verb.allFlags where !request.has(flag.name) {
      guard let name = flag.environment, let value = environment[name], !value.isEmpty else { continue }
      request.values[flag.name] = [value]
    }
  }

  private func check(_ flag: Flag, _ values: [String]) throws(UsageError) {
    for value in values {
      guard let expected = FlagCheck.objection(to: value, for: flag.value) else { continue }
      throw .invalidValue(flag: flag.name, value: value, expected: expected)
    }
  }

  private func checkArguments(_ request: Request) throws(UsageError) {
    var left = request.arguments.count
    for argument in request.verb.arguments {
      let isNeeded = argument.count == .one || argument.count == .oneOrMore
      if isNeeded, left == 0 { throw .argumentMissing(argument.name, verb: request.verb.name) }
      let takesAll = argument.count == .oneOrMore || argument.count == .any
      left = takesAll ? 0 : max(0, left - 1)
    }
    guard left == 0 else {
      throw .argumentUnexpected(request.arguments[request.arguments.count - left], verb: request.verb.name)
    }
  }
}
