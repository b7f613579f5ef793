/// What is wrong with a command line.
enum UsageError: Error, Equatable {
  case nothingAsked
  case unknownVerb(String, nearest: String?)
  case verbNeeded(after: String, choices: [String])
  case unknownFlag(String, verb: String, nearest: String?)
  case repeatedFlag(String)
  case valueMissing(flag: String, placeholder: String)
  case valueNotTaken(flag: String)
  case invalidValue(flag: String, value: String, expected: String)
  case flagMissing(String, placeholder: String, verb: String)
  case argumentMissing(String, verb: String)
  case argumentUnexpected(String, verb: String)
  /// Two things that were asked for exclude each other, or one needs another.
  case contradiction(String, hint: String)
}
