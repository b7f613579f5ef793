/// A JSON text as values: objects keep the order of their keys, 4 and 4.0 stay two things.
public indirect enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  /// A number written without point and exponent.
  case integer(Int)
  /// A number written with point or exponent; printed in its shortest form, `null` if not finite.
  case number(Double)
  /// For writing only: printed with so many decimals, `null` if not finite.
  case fixed(Double, decimals: Int)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)
}

extension JSONValue {
  public static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  public static func optional(_ value: Double?, decimals: Int) -> JSONValue {
    value.map { .fixed($0, decimals: decimals) } ?? .null
  }

  /// What a reader may call this value in an error.
  public var kind: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .integer: "integer"
    case .number, .fixed: "number"
    case .string: "text"
    case .array: "list"
    case .object: "object"
    }
  }
}

/// Members in the order in which they were written; a key stands once.
///
/// Two objects are equal only if their order is equal too.
public struct JSONObject: Sendable, Equatable, ExpressibleByDictionaryLiteral {
  public struct Member: Sendable, Equatable {
    public var key: String
    public var value: JSONValue
  }

  public private(set) var members: [Member] = []

  public init() {}

  /// The caller knows that no key stands twice.
  init(distinct members: [Member]) { self.members = members }

  /// A repeated key keeps its first place and takes the last value.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    for (key, value) in elements { self[key] = value }
  }

  /// Reads a member; writing keeps the place of an existing key, appends a new one, and nil removes it.
  public subscript(key: String) -> JSONValue? {
    get { members.first { $0.key == key }?.value }
    set {
      let place = members.firstIndex { $0.key == key }
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append(Member(key: key, value: value))
      case (nil, nil): break
      }
    }
  }

  public var keys: [String] { members.map(\.key) }
}
