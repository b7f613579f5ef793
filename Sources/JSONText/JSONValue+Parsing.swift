import CJansson

/// Bounds against hostile input.
public struct JSONLimits: Sendable {
  public var bytes: Int
  /// Lists and objects inside one another.
  public var depth: Int

  public init(bytes: Int = 64 << 20, depth: Int = 128) {
    self.bytes = bytes
    self.depth = depth
  }
}

extension JSONValue {
  /// Reads one JSON text (RFC 8259, any value at the top); duplicate keys and NUL characters are refused.
  public init(parsing text: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
    guard text.count <= limits.bytes else {
      throw JSONSyntaxError(.tooLarge(limitBytes: limits.bytes), line: 0, column: 0)
    }
    guard !text.isEmpty else { throw JSONSyntaxError(.endOfText, line: 1, column: 0) }
    if let place = firstPlaceDeeper(than: limits.depth, in: text) {
      throw JSONSyntaxError(.tooDeep(limit: limits.depth), line: place.line, column: place.column)
    }
    var error = json_error_t()
    let flags = Int(JSON_REJECT_DUPLICATES | JSON_DECODE_ANY)
    let root = text.withUnsafeBytes {
      json_loadb($0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count, flags, &error)
    }
    guard let root else { throw JSONSyntaxError(error) }
    defer { json_decref(root) }
    self = JSONValue(root)
  }

  public init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONSyntaxError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }

  fileprivate init(_ json: UnsafeMutablePointer<json_t>?) {
    guard let json else {
      self = .null
      return
    }
    switch json.pointee.type {
    case JSON_OBJECT: self = .object(JSONObject(json))
    case JSON_ARRAY: self = .array((0..<json_array_size(json)).map { JSONValue(json_array_get(json, $0)) })
    case JSON_STRING: self = .string(String(cString: json_string_value(json)))
    case JSON_INTEGER: self = .integer(Int(json_integer_value(json)))
    case JSON_REAL: self = .number(json_real_value(json))
    case JSON_TRUE: self = .bool(true)
    case JSON_FALSE: self = .bool(false)
    default: self = .null
    }
  }
}

extension JSONObject {
  fileprivate init(_ json: UnsafeMutablePointer<json_t>) {
    var iterator = json_object_iter(json)
    var read: [Member] = []
    read.reserveCapacity(json_object_size(json))
    while let place = iterator {
      let key = String(cString: json_object_iter_key(place))
      read.append(Member(key: key, value: JSONValue(json_object_iter_value(place))))
      iterator = json_object_iter_next(json, place)
    }
    self.init(distinct: read)
  }
}

extension JSONSyntaxError {
  fileprivate init(_ error: json_error_t) {
    var error = error
    let text = withUnsafeBytes(of: &error.text) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    self.init(Problem(json_error_code(&error), text), line: Int(error.line), column: Int(error.column))
  }
}

extension JSONSyntaxError.Problem {
  /// The library's text reads "':' expected near '...'": only what was expected is kept.
  fileprivate init(_ code: json_error_code, _ text: String) {
    switch code {
    case json_error_duplicate_key: self = .duplicateKey
    case json_error_premature_end_of_input: self = .endOfText
    case json_error_end_of_input_expected: self = .textAfterEnd
    case json_error_numeric_overflow: self = .numberTooLarge
    case json_error_invalid_utf8: self = .invalidUTF8
    case json_error_null_character, json_error_null_byte_in_key: self = .nulCharacter
    case json_error_out_of_memory: self = .outOfMemory
    default:
      let words = text.split(separator: " ")
      let end = words.firstIndex(of: "expected")
      self = end.map { .expected(words[..<$0].joined(separator: " ")) } ?? .invalidSyntax
    }
  }
}

/// Where lists and objects nest deeper than the limit; strings are skipped.
private func firstPlaceDeeper(than limit: Int, in text: [UInt8]) -> (line: Int, column: Int)? {
  var depth = 0
  var line = 1
  var lineStart = 0
  var inString = false
  var escaped = false
  for (place, byte) in text.enumerated() {
    if byte == UInt8(ascii: "\n") { (line, lineStart) = (line + 1, place + 1) }
    if inString {
      inString = escaped || byte != UInt8(ascii: "\"")
      escaped = !escaped && byte == UInt8(ascii: "\\")
      continue
    }
    switch byte {
    case UInt8(ascii: "\""): inString = true
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      depth += 1
      if depth > limit { return (line, place - lineStart + 1) }
    case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
    default: break
    }
  }
  return nil
}
