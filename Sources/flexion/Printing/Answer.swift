import JSONText

/// What a verb gives back: one result in the three forms in which it can be printed.
struct Answer {
  /// For people: finished lines.
  var text: String
  /// Members behind `schema` and `ok`.
  var json: JSONObject
  /// For `--jsonl`: the members of the list, one a line.
  var lines: [JSONValue]
  var exit: ExitCode
  /// The verb has printed everything itself, as it came.
  private(set) var isPrinted = false

  /// The answer of a live verb.
  static func printed(exit: ExitCode) -> Answer {
    var answer = Answer(text: "", json: [:], exit: exit)
    answer.isPrinted = true
    return answer
  }

  init(text: String, json: JSONObject, lines: [JSONValue] = [], exit: ExitCode = .done) {
    self.text = text
    self.json = json
    self.lines = lines
    self.exit = exit
  }

  /// One value with the name of its shape in front.
  func envelope(schema: String) -> JSONValue {
    var object: JSONObject = ["schema": .string(schema), "ok": .bool(exit.isSuccess)]
    for member in json.members where member.key != "schema" && member.key != "ok" {
      object[member.key] = member.value
    }
    return .object(object)
  }
}
