import Care
import Foundation
import JSONText

extension OutcomeValue {
  /// The full form: `type`, `value`, `kind`, `units`, `createdDate`; kind and units only where they exist.
  public var json: JSONValue {
    var object: JSONObject = ["type": .string(datum.typeName), "value": datum.json]
    object["kind"] = kind.map(JSONValue.string)
    object["units"] = units.map(JSONValue.string)
    object["createdDate"] = .string(createdDate.rfc3339)
    return .object(object)
  }

  /// Reads the full form; a value that does not fit its type is refused.
  public init(json value: JSONValue) throws {
    let fields = try JSONCursor(value).fields(only: ["type", "value", "kind", "units", "createdDate"])
    let datum = try Datum(type: try fields.required("type"), value: try fields.required("value"))
    let created = try Instant(valueDate: fields.required("createdDate"))
    self.init(
      datum, kind: try fields["kind"]?.text(), units: try fields["units"]?.text(), createdDate: created)
  }

  /// As people read it: degrees with two decimals.
  public var printed: String {
    let number: String =
      switch datum {
      case .double(let value) where units == "deg": JSONValue.fixed(value, decimals: 2).compactText
      case .double(let value): "\(value)"
      case .integer(let value): "\(value)"
      case .boolean(let value): value ? "yes" : "no"
      case .text(let text): text
      case .binary(let bytes): "\(bytes.count) bytes"
      case .date(let instant): instant.rfc3339
      }
    return [kind, number, units].compactMap { $0 }.joined(separator: " ")
  }
}

extension OutcomeValue.Datum {
  var json: JSONValue {
    switch self {
    case .integer(let value): .integer(value)
    case .double(let value): .number(value)
    case .boolean(let value): .bool(value)
    case .text(let text): .string(text)
    case .binary(let bytes): .string(Data(bytes).base64EncodedString())
    case .date(let instant): .string(instant.rfc3339)
    }
  }

  /// A whole number is a fine double; nothing else changes its type.
  init(type: JSONCursor, value: JSONCursor) throws {
    switch try type.text() {
    case "integer": self = .integer(try value.integer())
    case "double": self = .double(try value.number())
    case "boolean": self = .boolean(try value.bool())
    case "text": self = .text(try value.text())
    case "date": self = .date(try Instant(valueDate: value))
    case "binary":
      guard let bytes = Data(base64Encoded: try value.text()) else {
        throw CareError.invalidValue(field: value.path)
      }
      self = .binary([UInt8](bytes))
    default: throw CareError.invalidValue(field: type.path)
    }
  }
}

extension Instant {
  /// RFC 3339 text, or seconds since 2001-01-01T00:00:00Z.
  fileprivate init(valueDate cursor: JSONCursor) throws {
    let instant: Instant? =
      if case .string(let text) = cursor.value {
        Instant(rfc3339: text)
      } else {
        Instant(secondsSince1970: try cursor.number() + 978_307_200)
      }
    guard let instant else { throw CareError.invalidValue(field: cursor.path) }
    self = instant
  }
}

extension Detail {
  init(_ value: JSONValue) {
    switch value {
    case .null: self = .none
    case .bool(let value): self = .boolean(value)
    case .integer(let value): self = .integer(value)
    case .number(let value), .fixed(let value, _): self = .double(value)
    case .string(let text): self = .text(text)
    case .array(let values): self = .list(values.map { Detail($0) })
    case .object(let object): self = .map(object.members.map { Entry($0.key, Detail($0.value)) })
    }
  }

  public var json: JSONValue {
    switch self {
    case .none: return .null
    case .boolean(let value): return .bool(value)
    case .integer(let value): return .integer(value)
    case .double(let value): return .number(value)
    case .text(let text): return .string(text)
    case .list(let details): return .array(details.map(\.json))
    case .map(let entries):
      var object: JSONObject = [:]
      for entry in entries { object[entry.key] = entry.value.json }
      return .object(object)
    }
  }
}
