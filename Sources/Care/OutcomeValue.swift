/// One typed datum of an outcome.
public struct OutcomeValue: Hashable, Sendable {
  /// Integer 1 and double 1.0 are two different things.
  public enum Datum: Hashable, Sendable {
    case integer(Int)
    case double(Double)
    case boolean(Bool)
    case text(String)
    case binary([UInt8])
    case date(Instant)
  }

  public var datum: Datum
  public var kind: String?
  public var units: String?
  public var createdDate: Instant

  public init(_ datum: Datum, kind: String? = nil, units: String? = nil, createdDate: Instant) {
    self.datum = datum
    self.kind = kind
    self.units = units
    self.createdDate = createdDate
  }
}

extension OutcomeValue.Datum {
  /// The name of the type in every stored and printed form.
  public var typeName: String {
    switch self {
    case .integer: "integer"
    case .double: "double"
    case .boolean: "boolean"
    case .text: "text"
    case .binary: "binary"
    case .date: "date"
    }
  }

  /// Integer and double as a number; every other type has none.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}

extension Sequence where Element == OutcomeValue {
  /// The first number of this kind; nil, never 0, if there is none.
  public func number(ofKind kind: String) -> Double? {
    lazy.filter { $0.kind == kind }.compactMap(\.datum.number).first
  }
}

/// A free map on an outcome or a task, in the order in which it was written.
public indirect enum Detail: Hashable, Sendable {
  case none
  case boolean(Bool)
  case integer(Int)
  case double(Double)
  case text(String)
  case list([Detail])
  case map([Entry])

  public struct Entry: Hashable, Sendable {
    public var key: String
    public var value: Detail

    public init(_ key: String, _ value: Detail) {
      self.key = key
      self.value = value
    }
  }

  public static func optional(_ text: String?) -> Detail { text.map(Detail.text) ?? .none }
  public static func optional(_ number: Double?) -> Detail { number.map(Detail.double) ?? .none }

  /// The member of a map; nil for other kinds and unknown keys.
  public subscript(key: String) -> Detail? {
    guard case .map(let entries) = self else { return nil }
    return entries.first { $0.key == key }?.value
  }
}
