import DecimalText

/// A command line that was understood: a verb and checked values.
struct Request: Sendable {
  let verb: Verb
  /// Values by flag name in the order given; a flag without value holds one empty text for each time it was given.
  var values: [String: [String]] = [:]
  var arguments: [String] = []

  func has(_ flag: String) -> Bool { values[flag] != nil }

  /// How often the flag was given.
  func count(_ flag: String) -> Int { values[flag]?.count ?? 0 }

  /// The value given, else the default of the table.
  func text(_ flag: String) -> String? {
    values[flag]?.last ?? verb.allFlags.first { $0.name == flag }?.defaultValue
  }

  func list(_ flag: String) -> [String] { values[flag] ?? [] }

  /// The parser has checked that these are numbers.
  func number(_ flag: String) -> Double? { text(flag).flatMap { DecimalText.parse($0) } }

  func integer(_ flag: String) -> Int? { text(flag).flatMap { Int($0) } }
}
