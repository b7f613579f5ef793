import JSONText

/// `help [VERB]`: texts and JSON from the command table.
enum HelpVerb {
  static func run(_ call: Invocation) throws -> Answer {
    let words = call.request.arguments
    let verbs = CommandTable.verbs
    guard let first = words.first else { return Answer(text: HelpText.overview, json: json(verbs)) }
    if let verb = verbs.first(where: { $0.path == words }) {
      return Answer(text: HelpText.screen(verb), json: json([verb]))
    }
    let group = verbs.filter { $0.path.first == first }
    if words.count == 1, !group.isEmpty { return Answer(text: HelpText.group(first), json: json(group)) }
    let word = words.joined(separator: " ")
    throw UsageError.unknownVerb(word, nearest: NearestName.of(word, in: verbs.map(\.name)))
  }

  private static func json(_ verbs: [Verb]) -> JSONObject {
    [
      "verbs": .array(verbs.map(json)),
      "flags": .array(GlobalFlags.all.map(json)),
      "exit_codes": .array(
        ExitCode.allCases.map {
          .object(["code": .integer(Int($0.rawValue)), "meaning": .string($0.meaning)])
        }),
    ]
  }

  private static func json(_ verb: Verb) -> JSONValue {
    .object([
      "name": .string(verb.name), "purpose": .string(verb.purpose), "usage": .string(HelpText.usage(verb)),
      "details": .string(verb.details),
      "arguments": .array(
        verb.arguments.map { .object(["name": .string($0.name), "help": .string($0.help)]) }),
      "flags": .array(verb.flags.map(json)),
      "examples": .array(
        verb.examples.map { .object(["line": .string($0.line), "meaning": .string($0.meaning)]) }),
    ])
  }

  private static func json(_ flag: Flag) -> JSONValue {
    var object: JSONObject = ["name": .string("--" + flag.name)]
    object["short"] = flag.short.map { .string("-\($0)") }
    object["value"] = flag.placeholder.map { .string($0) }
    if case .choice(let choices) = flag.value { object["choices"] = .array(choices.map { .string($0) }) }
    object["default"] = flag.defaultValue.map { .string($0) }
    object["environment"] = flag.environment.map { .string($0) }
    object["list"] = flag.isList ? .bool(true) : nil
    object["help"] = .string(flag.help)
    return .object(object)
  }
}
