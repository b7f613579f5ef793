import JSONText

/// An error in words: what happened, where, what was expected, what to do; and the code it ends with.
struct Failure: Error, Equatable {
  /// Stable name for scripts.
  var code: String
  var message: String
  var exit: ExitCode
  var field: String?
  var file: String?
  var line: Int?
  var byte: Int?
  var hint: String?

  init(
    _ code: String, _ message: String, exit: ExitCode, field: String? = nil, file: String? = nil,
    line: Int? = nil, byte: Int? = nil, hint: String? = nil
  ) {
    self.code = code
    self.message = message
    self.exit = exit
    self.field = field
    self.file = file
    self.line = line
    self.byte = byte
    self.hint = hint
  }

  /// One line: `walk.csv:14: message; hint`.
  var words: String {
    var place = file ?? ""
    if let line { place += ":\(line)" } else if let byte { place += ": byte \(byte)" }
    let words = place.isEmpty ? message : "\(place): \(message)"
    return Self.oneLine(hint.map { "\(words); \($0)" } ?? words)
  }

  /// The same failure with its file, where the room that found it does not know it.
  func naming(_ file: String) -> Failure {
    var named = self
    named.file = self.file ?? file
    return named
  }

  /// The member `error` of the failure shape; keys without a value are left out.
  var json: JSONObject {
    var object: JSONObject = ["code": .string(code), "message": .string(Self.oneLine(message))]
    object["field"] = field.map { .string($0) }
    object["file"] = file.map { .string($0) }
    object["line"] = line.map { .integer($0) }
    object["byte"] = byte.map { .integer($0) }
    object["hint"] = hint.map { .string($0) }
    return object
  }

  /// The whole answer of a failed run.
  var answer: JSONObject {
    [
      "schema": .string("flexion/error/1"), "ok": .bool(false), "error": .object(json),
      "exit": .integer(Int(exit.rawValue)),
    ]
  }

  /// File names and texts of a recording may hold anything; a terminal must not see it as control codes.
  private static func oneLine(_ text: String) -> String {
    String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "?" : $0 }))
  }
}
