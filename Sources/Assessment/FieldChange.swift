import JSONText

/// One field that says something else than before.
public struct FieldChange: Equatable, Sendable {
  /// Such as `schedule[1].last`.
  public var field: String
  /// nil: it was not there.
  public var before: JSONValue?
  /// nil: it is there no more.
  public var after: JSONValue?

  /// The innermost fields that differ, in the order of the old value, then those that are new.
  public static func between(_ before: JSONValue, _ after: JSONValue, at path: String = "") -> [FieldChange] {
    if before == after { return [] }
    switch (before, after) {
    case (.object(let old), .object(let new)):
      let keys = old.keys + new.keys.filter { old[$0] == nil }
      return keys.flatMap { key in
        compare(old[key], new[key], at: path.isEmpty ? key : "\(path).\(key)")
      }
    case (.array(let old), .array(let new)):
      return (0..<max(old.count, new.count)).flatMap { place in
        compare(
          place < old.count ? old[place] : nil, place < new.count ? new[place] : nil, at: "\(path)[\(place)]")
      }
    default: return [FieldChange(field: path, before: before, after: after)]
    }
  }

  private static func compare(_ before: JSONValue?, _ after: JSONValue?, at path: String) -> [FieldChange] {
    guard let before, let after else {
      return before == after ? [] : [FieldChange(field: path, before: before, after: after)]
    }
    return between(before, after, at: path)
  }
}
