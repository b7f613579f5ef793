extension Faults {
  static func words(_ error: UsageError) -> Failure {
    switch error {
    case .nothingAsked:
      usage("nothingAsked", "no verb given", hint: "`flexion help` lists them")
    case .unknownVerb(let word, let nearest):
      usage("unknownVerb", "unknown verb `\(word)`", hint: meant(nearest) ?? "`flexion help` lists the verbs")
    case .verbNeeded(let parent, let choices):
      usage(
        "verbMissing", "`\(parent)` needs one of: \(choices.joined(separator: ", "))", hint: helpHint(parent))
    case .unknownFlag(let word, let verb, let nearest):
      usage(
        "unknownFlag", "unknown flag `\(word)`\(verb.isEmpty ? "" : " for `\(verb)`")",
        hint: meant(nearest.map { "--\($0)" }) ?? helpHint(verb))
    case .repeatedFlag(let flag):
      usage("repeatedFlag", "flag `--\(flag)` is given twice", field: flag, hint: "give it once")
    case .valueMissing(let flag, let placeholder):
      usage(
        "valueMissing", "flag `--\(flag)` needs a value", field: flag, hint: "write --\(flag) \(placeholder)")
    case .valueNotTaken(let flag):
      usage("valueNotTaken", "flag `--\(flag)` takes no value", field: flag, hint: "write --\(flag)")
    case .invalidValue(let flag, let value, let expected):
      usage("invalidValue", "`\(value)` does not fit `--\(flag)`", field: flag, hint: "expected \(expected)")
    case .flagMissing(let flag, let placeholder, let verb):
      usage("flagMissing", "`\(verb)` needs `--\(flag)`", field: flag, hint: "write --\(flag) \(placeholder)")
    case .argumentMissing(let argument, let verb):
      usage("argumentMissing", "`\(verb)` needs \(argument)", field: argument, hint: helpHint(verb))
    case .argumentUnexpected(let word, let verb):
      usage("argumentUnexpected", "`\(verb)` has no place for `\(word)`", hint: helpHint(verb))
    case .contradiction(let message, let hint):
      usage("contradiction", message, hint: hint)
    }
  }

  private static func usage(_ code: String, _ message: String, field: String? = nil, hint: String) -> Failure
  {
    Failure(code, message, exit: .usage, field: field, hint: hint)
  }

  private static func meant(_ name: String?) -> String? { name.map { "did you mean `\($0)`?" } }

  private static func helpHint(_ verb: String) -> String {
    verb.isEmpty ? "`flexion help` shows how" : "`flexion help \(verb)` shows how"
  }
}
