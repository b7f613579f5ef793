import IMUProtocols

extension Faults {
  static func words(_ error: DeviceConfigurationError) -> Failure {
    let hint = "docs/Devices.md says what a device file holds"
    return switch error {
    case .damaged(let line):
      refused("invalidDevice", "this is no JSON from here on", field: "device", line: line, hint: hint)
    case .notAnObject:
      refused(
        "invalidDevice", "expected one JSON object that describes the device", field: "device", hint: hint)
    case .unknownKey(let key, let known):
      refused(
        "invalidDevice", "nothing reads `\(key)`", field: key,
        hint: "known are \(known.joined(separator: ", "))")
    case .badValue(let key, let expected):
      refused("invalidDevice", "`\(key)` needs \(expected.words)", field: key, hint: hint)
    case .badAxes(let segment):
      refused(
        "invalidDevice", "the axes of the \(segment) are no turned right-handed frame",
        field: "axes.\(segment)",
        hint: "write three of x, y, z with signs, such as -y,x,z")
    case .samePlace(let first, let second, let segment):
      refused(
        "invalidDevice", "`\(first)` and `\(second)` cannot both sit on the \(segment)", field: "sensors",
        hint: "a leg has one sensor on each of its segments")
    case .withoutHeader(let name):
      refused(
        "withoutHeader", "`\(name)` marks no start of a frame: one lost byte would shift every number",
        field: "protocol", hint: "let the device send its text output")
    }
  }

  static func words(_ error: RawLogError) -> Failure {
    switch error {
    case .notARawLog:
      refused("notARawLog", "this is no raw log", hint: "name a file that `stream --record` wrote")
    case .unknownFormat(let version):
      refused(
        "unknownFormat", "the raw log has format \(version)", hint: "a newer version of this program reads it"
      )
    case .damagedHeader:
      refused("damagedFile", "the beginning of the raw log is damaged", byte: 0, hint: "copy it again")
    }
  }
}

extension ExpectedValue {
  /// Behind "`baud` needs".
  fileprivate var words: String {
    switch self {
    case .oneOf(let words):
      words.count == 1 ? "\"\(words[0])\"" : "one of " + words.map { "\"\($0)\"" }.joined(separator: ", ")
    case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .wholeNumber(let range) where range.upperBound == .max:
      "a whole number of at least \(range.lowerBound)"
    case .wholeNumber(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .text: "a text"
    case .commands: "a list of texts of characters up to U+00FF"
    case .counterColumn: "a column that counts, such as \"counter\" or \"seq\""
    case .names(let maximum): "a list of at most \(maximum) different names"
    case .object: "an object"
    }
  }
}
