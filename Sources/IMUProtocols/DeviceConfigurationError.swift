/// Why the text of a device file, or of a board's description of itself, cannot be used.
public enum DeviceConfigurationError: Error, Hashable, Sendable {
  /// No JSON from this line on, counted from 1.
  case damaged(line: Int)
  /// JSON, but not one object.
  case notAnObject
  /// A key that nothing reads: "unit".
  case unknownKey(key: String, known: [String])
  /// A key whose value is unknown or of the wrong kind: "units.acc".
  case badValue(key: String, expected: ExpectedValue)
  /// Axes that are no signed permutation, or a mirrored one.
  case badAxes(segment: String)
  /// Two sensors that are said to sit at one place: "T" and "U", both on the thigh.
  case samePlace(String, String, segment: String)
  /// A protocol that carries no means to find the start of a frame: "razor_binary".
  case withoutHeader(protocol: String)
}

/// What stands behind a key of a device file.
public enum ExpectedValue: Hashable, Sendable {
  case oneOf([String])
  case number(ClosedRange<Double>)
  case wholeNumber(ClosedRange<Int64>)
  case text
  /// Strings whose characters are bytes, none above U+00FF.
  case commands
  /// A column that counts, or one with the time.
  case counterColumn
  /// So many different names at most.
  case names(maximum: Int)
  case object
}
