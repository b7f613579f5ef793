import Care
import JSONText

// The stored form of lists inside a measurement. It changes only with a migration.
extension MeasurementRecord {
  var storedRepetitions: String {
    JSONValue.array(
      repetitions.map { one in
        .object([
          "from": .number(one.from), "to": .number(one.to), "minimum": .number(one.minimum),
          "maximum": .number(one.maximum), "range": .number(one.range),
        ])
      }
    ).compactText
  }

  static func repetitions(stored text: String) throws -> [Repetition] {
    try JSONCursor(JSONValue(parsing: text)).list().map { cursor in
      let fields = try cursor.anyFields()
      return Repetition(
        from: try fields.number("from"), to: try fields.number("to"), minimum: try fields.number("minimum"),
        maximum: try fields.number("maximum"), range: try fields.number("range"))
    }
  }

  var storedFlags: String {
    JSONValue.array(
      flags.map { flag in
        .object([
          "code": .string(flag.code), "effect": .string(flag.effect.rawValue),
          "from": flag.from.map(JSONValue.number) ?? .null, "to": flag.to.map(JSONValue.number) ?? .null,
          "value": flag.value.map(JSONValue.number) ?? .null, "text": .string(flag.text),
        ])
      }
    ).compactText
  }

  static func flags(stored text: String) throws -> [Flag] {
    try JSONCursor(JSONValue(parsing: text)).list().map { cursor in
      let fields = try cursor.anyFields()
      let effect = try fields.required("effect")
      guard let effect = Flag.Effect(rawValue: try effect.text()) else {
        throw CareError.invalidValue(field: "effect")
      }
      return Flag(
        code: try fields.required("code").text(), effect: effect, from: try fields["from"]?.number(),
        to: try fields["to"]?.number(), value: try fields["value"]?.number(),
        text: try fields.required("text").text())
    }
  }
}

extension JSONFields {
  /// A number that could not be printed, such as one that was not finite, reads back as not a number.
  fileprivate func number(_ key: String) throws -> Double { try self[key]?.number() ?? .nan }
}
