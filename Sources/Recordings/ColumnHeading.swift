import Inertial

/// One heading taken apart: "thigh_acc_x (m/s^2)" is the words thigh, acc, x and the unit text m/s^2.
struct ColumnHeading {
  let text: String
  /// Lower-case words: split at marks, at changes of case, before and after numbers.
  let words: [Word]
  /// Unit as written, in brackets or as the last part of the name; nil when there is none.
  let unit: String?

  init(_ text: String) {
    self.text = text
    let (name, unit) = Self.splitUnit(text)
    words = Self.words(name)
    self.unit = unit
  }

  struct Word: Equatable {
    var text: String
    /// Nothing stands between this word and the one before: "A1B2" is four words and one name.
    var isJoined: Bool
  }

  // MARK: Unit

  private static func splitUnit(_ text: String) -> (name: String, unit: String?) {
    let text = text.trimmed
    for (opening, closing) in [("(", ")"), ("[", "]")] as [(Character, Character)] where text.last == closing
    {
      guard let start = text.firstIndex(of: opening) else { continue }
      let unit = text[text.index(after: start)..<text.index(before: text.endIndex)]
      return (String(text[..<start]), String(unit))
    }
    let lower = text.lowercased()
    for suffix in suffixes where lower.hasSuffix(suffix) && lower.count > suffix.count {
      return (String(text.dropLast(suffix.count)), String(suffix.dropFirst()))
    }
    return (text, nil)
  }

  /// Units that are written as the end of a name, the long ones first.
  private static let suffixes: [String] = [
    "m/s/s", "m/s^2", "m/s2", "m/s²", "m_s2", "m_s_2", "m_s^2", "ms^-2", "mps2", "ms2", "mg", "g", "rad/s",
    "rad_s",
    "rads", "radps", "rps", "deg/s", "deg_s", "degs", "degps", "dps", "mdps", "ut", "µt", "microt",
    "microtesla",
    "mt", "nt", "gauss", "mgauss", "s", "sec", "seconds", "ms", "us", "µs", "ns",
  ].sorted { $0.count > $1.count }.flatMap { ["_" + $0, " " + $0] }

  // MARK: Words

  static func words(_ name: String) -> [Word] {
    name.split(whereSeparator: { !($0.isLetter || $0.isNumber) }).flatMap { part in
      let texts = FusedName.split(part.lowercased()) ?? camelWords(String(part))
      return texts.enumerated().map { Word(text: $0.element, isJoined: $0.offset > 0) }
    }
  }

  /// The words as one name, with "_" where something stood between them.
  static func name(_ words: [Word]) -> String {
    words.enumerated().reduce("") { name, word in
      word.offset == 0 ? word.element.text : name + (word.element.isJoined ? "" : "_") + word.element.text
    }
  }

  /// "motionRotationRateX" into four words, "LFemur" into two, "acc1" into two.
  private static func camelWords(_ part: String) -> [String] {
    let characters = Array(part)
    var words: [String] = []
    var word = ""
    for (place, character) in characters.enumerated() {
      if place > 0, isBoundary(characters, place) {
        words.append(word.lowercased())
        word = ""
      }
      word.append(character)
    }
    return words + [word.lowercased()]
  }

  private static func isBoundary(_ characters: [Character], _ place: Int) -> Bool {
    let before = characters[place - 1]
    let here = characters[place]
    if before.isNumber != here.isNumber { return true }
    if before.isLowercase && here.isUppercase { return true }
    guard before.isUppercase, here.isUppercase, place + 1 < characters.count else { return false }
    return characters[place + 1].isLowercase
  }
}

/// Names that run quantity, axis and number together: "accX", "gyroz2", "ax", "gx1".
enum FusedName {
  private static let stems = [
    "accelerometer", "acceleration", "accel", "acc", "gyroscope", "gyros", "gyro", "gyr", "magnetometer",
    "magn",
    "mag", "omega", "gf", "a", "g", "w", "m",
  ]

  /// The words of a fused name, given in lower case; nil when it is none.
  static func split(_ name: String) -> [String]? {
    let digits = String(name.reversed().prefix { $0.isASCII && $0.isNumber }.reversed())
    let letters = String(name.dropLast(digits.count))
    guard let axis = letters.last, "xyz".contains(axis) else { return nil }
    let stem = String(letters.dropLast())
    guard stems.contains(stem) else { return nil }
    return digits.isEmpty ? [stem, String(axis)] : [stem, String(axis), digits]
  }
}

extension StringProtocol {
  /// Without blanks at both ends.
  var trimmed: String {
    var rest = self[...]
    while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
    while rest.last?.isWhitespace == true { rest = rest.dropLast() }
    return String(rest)
  }
}
