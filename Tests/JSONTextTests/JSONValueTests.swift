import JSONText
import Testing

@Suite struct JSONValueTests {
  @Test func `four and four point zero stay two things`() throws {
    let value = try JSONValue(parsing: "[4,4.0,4e0,-0]")
    #expect(value == .array([.integer(4), .number(4), .number(4), .integer(0)]))
    #expect(value.compactText == "[4,4.0,4.0,0]")
  }

  @Test func `keys keep their order`() throws {
    let value = try JSONValue(parsing: #"{"z":1,"a":{"y":null,"b":true},"m":[]}"#)
    #expect(value.compactText == #"{"z":1,"a":{"y":null,"b":true},"m":[]}"#)
  }

  @Test func `a written key keeps its first place`() {
    var object: JSONObject = ["b": .integer(1), "a": .integer(2)]
    object["b"] = .integer(3)
    object["c"] = .null
    object["a"] = nil
    #expect(JSONValue.object(object).compactText == #"{"b":3,"c":null}"#)
  }

  @Test func `text survives with quotes, controls, and characters beyond the plane`() throws {
    let text = "a\"b\\c\n\r\t\u{01}\u{7F}äß€🦵</script>"
    let printed = JSONValue.string(text).compactText
    #expect(printed == "\"a\\\"b\\\\c\\n\\r\\t\\u0001\\u007fäß€🦵</script>\"")
    #expect(try JSONValue(parsing: printed) == .string(text))
  }

  @Test func `numbers that are not finite print null`() {
    let values: [JSONValue] = [.number(.nan), .number(.infinity), .fixed(-.infinity, decimals: 2)]
    #expect(JSONValue.array(values).compactText == "[null,null,null]")
  }

  @Test func `fixed numbers print their decimals and never a negative zero`() {
    let values: [JSONValue] = [
      .fixed(88.456, decimals: 2), .fixed(-0.001, decimals: 2), .fixed(3, decimals: 6),
    ]
    #expect(JSONValue.array(values).compactText == "[88.46,0.00,3.000000]")
  }

  @Test(arguments: [0.1, 1e300, -2.5e-9, Double.leastNonzeroMagnitude, 123_456_789.123])
  func `a double survives in its shortest form`(number: Double) throws {
    #expect(try JSONValue(parsing: JSONValue.number(number).compactText) == .number(number))
  }
}

@Suite struct JSONRefusals {
  @Test func `a duplicate key is refused with its line`() throws {
    let error = try #require(throws: JSONSyntaxError.self) {
      try JSONValue(parsing: "{\"a\":1,\n \"b\":2,\n \"a\":3}")
    }
    #expect(error.problem == .duplicateKey)
    #expect(error.line == 3)
  }

  @Test func `a missing colon is named with its place`() throws {
    let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: "{\n\"a\" 1}") }
    #expect(error == JSONSyntaxError(.expected("':'"), line: 2, column: 5))
  }

  @Test(arguments: [
    ("", JSONSyntaxError.Problem.endOfText), ("{\"a\":", .endOfText), ("[1,2", .endOfText),
    ("1 2", .textAfterEnd), ("99999999999999999999", .numberTooLarge), ("1e999", .numberTooLarge),
    ("\"\\u0000\"", .nulCharacter),
  ])
  func `broken text is refused with its reason`(text: String, problem: JSONSyntaxError.Problem) throws {
    let error = try #require(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
    #expect(error.problem == problem)
  }

  @Test(arguments: [
    "{'a':1}", "[1,]", "{\"a\":1,}", "nul", "+1", "01", ".5", "NaN", "[1] // x", "\u{FEFF}1", "\u{0}",
  ])
  func `what JSON does not know is refused`(text: String) {
    #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: text) }
  }

  @Test func `bytes that are no UTF-8 are refused`() {
    for bytes in [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22]] as [[UInt8]] {
      #expect(throws: JSONSyntaxError.self) { try JSONValue(parsing: bytes) }
    }
  }

  @Test func `nesting beyond the limit is refused at its place, nesting up to it is read`() throws {
    let deep = String(repeating: "[", count: 5) + String(repeating: "]", count: 5)
    #expect(throws: Never.self) { try JSONValue(parsing: deep, limits: JSONLimits(depth: 5)) }
    #expect(throws: JSONSyntaxError(.tooDeep(limit: 4), line: 1, column: 5)) {
      try JSONValue(parsing: deep, limits: JSONLimits(depth: 4))
    }
    #expect(throws: Never.self) { try JSONValue(parsing: "\"[[[[\\\"[\"", limits: JSONLimits(depth: 1)) }
  }

  @Test func `a million brackets do no harm`() {
    let text = String(repeating: "[", count: 1_000_000)
    #expect(throws: JSONSyntaxError(.tooDeep(limit: 128), line: 1, column: 129)) {
      try JSONValue(parsing: text)
    }
  }

  @Test func `text beyond the size limit is refused unread`() {
    #expect(throws: JSONSyntaxError(.tooLarge(limitBytes: 3), line: 0, column: 0)) {
      try JSONValue(parsing: "null", limits: JSONLimits(bytes: 3))
    }
  }
}

@Suite struct JSONCursorTests {
  private func cursor(_ text: String) throws -> JSONCursor { JSONCursor(try JSONValue(parsing: text)) }

  @Test func `a wrong kind names the path of the field`() throws {
    let tasks = try cursor(#"{"tasks":[{"id":"a"},{"id":7}]}"#).anyFields().required("tasks").list()
    let expected = JSONFieldError(
      path: "tasks[1].id", problem: .wrongKind(expected: "text", found: "integer"))
    #expect(throws: expected) { try tasks[1].anyFields().required("id").text() }
  }

  @Test func `an unknown key is refused with its path`() throws {
    #expect(throws: JSONFieldError(path: "idd", problem: .unknownKey(known: ["id"]))) {
      try cursor(#"{"id":"a","idd":1}"#).fields(only: ["id"])
    }
  }

  @Test func `null reads as absent`() throws {
    let fields = try cursor(#"{"end":null}"#).fields(only: ["end"])
    #expect(fields["end"] == nil)
    #expect(throws: JSONFieldError(path: "end", problem: .missing)) { try fields.required("end") }
  }

  @Test func `a double is no integer, an integer is a number`() throws {
    #expect(throws: JSONFieldError.self) { try cursor("4.0").integer() }
    #expect(try cursor("4").number() == 4)
  }
}
