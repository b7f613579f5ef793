import Care
import JSONText

extension SurveyAnswer.Value {
  /// Reads a number, a boolean, a text or a list of texts; nil for anything else. Whether it answers an item is decided
  /// by the item's format.
  public init?(json: JSONValue) {
    switch json {
    case .bool(let value): self = .single(.boolean(value))
    case .integer(let value): self = .single(.integer(value))
    case .number(let value), .fixed(let value, _): self = .single(.double(value))
    case .string(let text): self = .single(.text(text))
    case .array(let values):
      var choices: [String] = []
      for case .string(let text) in values { choices.append(text) }
      guard choices.count == values.count else { return nil }
      self = .several(choices)
    case .null, .object: return nil
    }
  }

  public var json: JSONValue {
    switch self {
    case .single(let datum): datum.json
    case .several(let choices): .array(choices.map(JSONValue.string))
    }
  }
}
