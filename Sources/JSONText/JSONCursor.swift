/// A place inside a JSON text, for reading files that people write: every refusal names the path of the field.
public struct JSONCursor: Sendable {
  public var value: JSONValue
  /// Such as `tasks[2].schedule.start`; empty at the top.
  public var path: String

  public init(_ value: JSONValue, at path: String = "") {
    self.value = value
    self.path = path
  }

  public func text() throws(JSONFieldError) -> String {
    guard case .string(let text) = value else { throw wrongKind("text") }
    return text
  }

  public func bool() throws(JSONFieldError) -> Bool {
    guard case .bool(let value) = value else { throw wrongKind("boolean") }
    return value
  }

  /// A whole number written without point and exponent.
  public func integer() throws(JSONFieldError) -> Int {
    guard case .integer(let value) = value else { throw wrongKind("integer") }
    return value
  }

  public func number() throws(JSONFieldError) -> Double {
    switch value {
    case .integer(let value): return Double(value)
    case .number(let value), .fixed(let value, _): return value
    default: throw wrongKind("number")
    }
  }

  public func list() throws(JSONFieldError) -> [JSONCursor] {
    guard case .array(let values) = value else { throw wrongKind("list") }
    return values.enumerated().map { JSONCursor($1, at: "\(path)[\($0)]") }
  }

  /// The members of an object that may have no other keys than these.
  public func fields(only known: [String]) throws(JSONFieldError) -> JSONFields {
    let fields = try anyFields()
    if let key = fields.object.keys.first(where: { !known.contains($0) }) {
      throw JSONFieldError(path: fields.path(of: key), problem: .unknownKey(known: known))
    }
    return fields
  }

  public func anyFields() throws(JSONFieldError) -> JSONFields {
    guard case .object(let object) = value else { throw wrongKind("object") }
    return JSONFields(object: object, path: path)
  }

  private func wrongKind(_ expected: String) -> JSONFieldError {
    JSONFieldError(path: path, problem: .wrongKind(expected: expected, found: value.kind))
  }
}

/// The members of one object. An explicit `null` reads as absent.
public struct JSONFields: Sendable {
  public let object: JSONObject
  public let path: String

  public subscript(key: String) -> JSONCursor? {
    guard let value = object[key], value != .null else { return nil }
    return JSONCursor(value, at: path(of: key))
  }

  public func required(_ key: String) throws(JSONFieldError) -> JSONCursor {
    guard let cursor = self[key] else { throw JSONFieldError(path: path(of: key), problem: .missing) }
    return cursor
  }

  /// Members in their order, `null` ones too.
  public var cursors: [(key: String, cursor: JSONCursor)] {
    object.members.map { ($0.key, JSONCursor($0.value, at: path(of: $0.key))) }
  }

  func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }
}

/// What is wrong with a field, and which one.
public struct JSONFieldError: Error, Equatable, Sendable {
  public enum Problem: Equatable, Sendable {
    case missing
    case unknownKey(known: [String])
    case wrongKind(expected: String, found: String)
  }

  public var path: String
  public var problem: Problem

  public init(path: String, problem: Problem) {
    self.path = path
    self.problem = problem
  }
}
