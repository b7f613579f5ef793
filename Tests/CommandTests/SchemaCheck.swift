import Foundation
import JSONText
import TestSupport

/// The part of JSON Schema that docs/schemas use: type, const, enum, required, properties, additionalProperties,
/// items, anyOf, local $ref.
struct SchemaCheck {
  private let root: JSONObject

  /// The schema of a shape such as `flexion/process/1`.
  init(shape: String) throws {
    let name = shape.split(separator: "/").dropFirst().first.map(String.init) ?? shape
    let text = try Data(
      contentsOf: URL(fileURLWithPath: "\(SharedData.packageRoot)/docs/schemas/\(name).json"))
    guard case .object(let object) = try JSONValue(parsing: [UInt8](text)) else { throw NotAnObject() }
    root = object
  }

  struct NotAnObject: Error {}

  /// What does not fit, with its place; empty for a value that fits.
  func faults(in value: JSONValue) -> [String] { faults(value, root, at: "") }

  private func faults(_ value: JSONValue, _ schema: JSONObject, at place: String) -> [String] {
    var found: [String] = []
    if case .string(let path)? = schema["$ref"] {
      guard let target = resolve(path) else { return ["\(place): unknown $ref \(path)"] }
      found += faults(value, target, at: place)
    }
    if let wanted = schema["const"], wanted != value { found.append("\(place): not \(wanted.compactText)") }
    if case .array(let allowed)? = schema["enum"], !allowed.contains(value) {
      found.append("\(place): \(value.compactText) is none of \(JSONValue.array(allowed).compactText)")
    }
    if let type = schema["type"], !types(type).contains(where: { fits(value, $0) }) {
      found.append("\(place): \(value.kind) instead of \(type.compactText)")
    }
    if case .array(let choices)? = schema["anyOf"] {
      let results = choices.map { choice -> [String] in
        guard case .object(let object) = choice else { return ["no schema"] }
        return faults(value, object, at: place)
      }
      if !results.contains([]) { found.append("\(place): fits none: \(results)") }
    }
    return found + members(value, schema, at: place)
  }

  private func members(_ value: JSONValue, _ schema: JSONObject, at place: String) -> [String] {
    var found: [String] = []
    if case .object(let object) = value {
      if case .array(let names)? = schema["required"] {
        for case .string(let name) in names where object[name] == nil { found.append("\(place): no \(name)") }
      }
      if case .object(let properties)? = schema["properties"] {
        for member in object.members {
          // An undocumented key is a fault of the schema.
          let inner = properties[member.key] ?? schema["additionalProperties"]
          guard case .object(let inner)? = inner else {
            found.append("\(place): \(member.key) is not in the schema")
            continue
          }
          found += faults(member.value, inner, at: "\(place)/\(member.key)")
        }
      }
    }
    if case .array(let items) = value, case .object(let inner)? = schema["items"] {
      for (index, item) in items.enumerated() { found += faults(item, inner, at: "\(place)/\(index)") }
    }
    return found
  }

  private func resolve(_ path: String) -> JSONObject? {
    guard case .object(let definitions)? = root["$defs"], let name = path.split(separator: "/").last,
      case .object(let target)? = definitions[String(name)]
    else { return nil }
    return target
  }

  private func types(_ type: JSONValue) -> [String] {
    switch type {
    case .string(let name): [name]
    case .array(let names): names.compactMap { if case .string(let name) = $0 { name } else { nil } }
    default: []
    }
  }

  private func fits(_ value: JSONValue, _ type: String) -> Bool {
    switch (type, value) {
    case ("null", .null), ("boolean", .bool), ("integer", .integer), ("number", .integer),
      ("number", .number),
      ("string", .string), ("array", .array), ("object", .object):
      true
    default: false
    }
  }
}

/// The one JSON value on standard output, checked against the schema that it names.
struct JSONOutput {
  let object: JSONObject
  let faults: [String]

  struct NotOneObject: Error { var text: String }

  init(_ run: BuiltProgram.Outcome) throws {
    guard run.output.hasSuffix("\n"), run.output.dropLast().firstIndex(of: "\n") == nil,
      case .object(let object) = try JSONValue(parsing: Array(run.output.utf8)),
      case .string(let shape)? = object["schema"]
    else { throw NotOneObject(text: String(run.output.prefix(200)) + run.errors) }
    self.object = object
    faults = try SchemaCheck(shape: shape).faults(in: .object(object))
  }

  subscript(key: String) -> JSONValue? { object[key] }

  /// The code of a failure.
  var errorCode: String? {
    guard case .object(let error)? = object["error"], case .string(let code)? = error["code"] else {
      return nil
    }
    return code
  }
}
