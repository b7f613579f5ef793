import JSONText
import Testing

@Suite struct `The line of a field` {
  private let text = Array(
    """
    {
      "a": [ 1,
        { "b": "x\\"}]", "c.d": 2 },
        []
      ],
      "a2": {
        "b": null
      }
    }
    """.utf8)

  @Test(arguments: [
    ("", 1), ("a", 2), ("a[0]", 2), ("a[1].b", 3), ("a[1].c.d", 3), ("a[2]", 4), ("a2", 6), ("a2.b", 7),
    // What is not there stands where it would have to be.
    ("a2.missing", 6), ("a[1].missing", 3), ("a[2].b", 4), ("zz", 1),
  ])
  func `is found by its path`(path: String, line: Int) { #expect(JSONPlace.line(of: path, in: text) == line) }

  @Test func `of a text that is cut is some line`() {
    for count in 0..<text.count { #expect(JSONPlace.line(of: "a2.b", in: Array(text.prefix(count))) >= 1) }
  }
}
