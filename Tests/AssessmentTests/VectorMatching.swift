import Care
import JSONText

/// Only keys of `expected` count; lists agree in length and order; texts that are instants compare as instants.
struct VectorMatching {
  var comparesTypes: Bool
  /// Largest difference of two numbers.
  var tolerance = 1e-9

  /// The first place that differs; nil if all agree.
  func difference(_ actual: JSONValue, _ expected: JSONValue, at path: String) -> String? {
    switch (actual, expected) {
    case (.object(let actual), .object(let expected)): return members(actual, expected, path)
    case (.array(let actual), .array(let expected)):
      if actual.count != expected.count {
        return "\(path): \(actual.count) instead of \(expected.count) items"
      }
      for (index, pair) in zip(actual, expected).enumerated() {
        if let found = difference(pair.0, pair.1, at: "\(path)[\(index)]") { return found }
      }
      return nil
    default:
      return equal(actual, expected)
        ? nil : "\(path): \(actual.compactText) instead of \(expected.compactText)"
    }
  }

  private func members(_ actual: JSONObject, _ expected: JSONObject, _ path: String) -> String? {
    // `"error": true` accepts any error; the answer then holds its code.
    for member in expected.members {
      if member.key == "rangeAtMost" {
        if let found = excess(actual["range"], over: member.value, path) { return found }
        continue
      }
      let found = actual[member.key] ?? .null
      if member.key == "error", member.value == .bool(true), case .string = found { continue }
      if let found = difference(found, member.value, at: "\(path).\(member.key)") { return found }
    }
    return nil
  }

  /// An upper bound of the range; the tolerance does not apply to it.
  private func excess(_ range: JSONValue?, over bound: JSONValue, _ path: String) -> String? {
    guard let range = try? JSONCursor(range ?? .null).number(), let bound = try? JSONCursor(bound).number()
    else { return "\(path).range: no number" }
    return range <= bound ? nil : "\(path).range: \(range) instead of at most \(bound)"
  }

  private func equal(_ actual: JSONValue, _ expected: JSONValue) -> Bool {
    switch (actual, expected) {
    case (.string(let a), .string(let b)):
      if let first = Instant(rfc3339: a), let second = Instant(rfc3339: b) { return first == second }
      return a == b
    case (.integer, .number), (.number, .integer): return !comparesTypes && near(actual, expected)
    case (.number, .number): return near(actual, expected)
    case (.integer, .integer) where !comparesTypes: return near(actual, expected)
    default: return actual == expected
    }
  }

  private func near(_ a: JSONValue, _ b: JSONValue) -> Bool {
    guard let first = try? JSONCursor(a).number(), let second = try? JSONCursor(b).number() else {
      return false
    }
    return abs(first - second) <= tolerance
  }
}

extension JSONValue {
  static func instant(_ instant: Instant?) -> JSONValue { instant.map { .string($0.rfc3339) } ?? .null }
  static func list(_ values: [some BinaryInteger]) -> JSONValue { .array(values.map { .integer(Int($0)) }) }
}
