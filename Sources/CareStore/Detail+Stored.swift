import Care
import JSONText

extension JSONValue {
  init(_ detail: Detail) {
    switch detail {
    case .none: self = .null
    case .boolean(let value): self = .bool(value)
    case .integer(let value): self = .integer(value)
    case .double(let value): self = .number(value)
    case .text(let text): self = .string(text)
    case .list(let details): self = .array(details.map { JSONValue($0) })
    case .map(let entries):
      var object: JSONObject = [:]
      for entry in entries { object[entry.key] = JSONValue(entry.value) }
      self = .object(object)
    }
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
}

extension OutcomeValue {
  /// Of a target inside a schedule; values of outcomes have columns of their own.
  var stored: JSONValue {
    let value: JSONValue =
      switch datum {
      case .integer(let value): .integer(value)
      case .double(let value): .number(value)
      case .boolean(let value): .bool(value)
      case .text(let text): .string(text)
      case .date(let instant): .string(instant.rfc3339)
      case .binary(let bytes): .array(bytes.map { .integer(Int($0)) })
      }
    return .object([
      "type": .string(datum.typeName), "value": value, "kind": .optional(kind), "units": .optional(units),
      "createdDate": .string(createdDate.rfc3339),
    ])
  }

  init(stored cursor: JSONCursor) throws {
    let fields = try cursor.anyFields()
    let value = try fields.required("value")
    let datum: Datum? =
      switch try fields.required("type").text() {
      case "integer": .integer(try value.integer())
      case "double": .double(try value.number())
      case "boolean": .boolean(try value.bool())
      case "text": .text(try value.text())
      case "date": Instant(rfc3339: try value.text()).map(Datum.date)
      case "binary": .binary(try value.list().map { byte in UInt8(truncatingIfNeeded: try byte.integer()) })
      default: nil
      }
    guard let datum, let created = try fields.instant("createdDate") else {
      throw CareError.invalidValue(field: cursor.path)
    }
    self.init(
      datum, kind: try fields["kind"]?.text(), units: try fields["units"]?.text(), createdDate: created)
  }
}

extension JSONFields {
  func choice<Choice: RawRepresentable<String>>(_ key: String) throws -> Choice {
    guard let choice = Choice(rawValue: try required(key).text()) else {
      throw CareError.invalidValue(field: key)
    }
    return choice
  }

  func choices<Choice: RawRepresentable<String>>(_ key: String) throws -> [Choice] {
    try required(key).list().map { cursor in
      guard let choice = Choice(rawValue: try cursor.text()) else {
        throw CareError.invalidValue(field: cursor.path)
      }
      return choice
    }
  }

  func instant(_ key: String) throws -> Instant? {
    guard let text = try self[key]?.text() else { return nil }
    guard let instant = Instant(rfc3339: text) else { throw CareError.invalidValue(field: key) }
    return instant
  }

  func date(_ key: String) throws -> LocalDate? {
    guard let text = try self[key]?.text() else { return nil }
    guard let date = LocalDate(text) else { throw CareError.invalidValue(field: key) }
    return date
  }

  func zone(_ key: String) throws -> Zone? {
    guard let name = try self[key]?.text() else { return nil }
    guard let zone = Zone(name) else { throw CareError.invalidValue(field: key) }
    return zone
  }
}
