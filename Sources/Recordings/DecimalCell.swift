import DecimalText

/// What one cell of a numeric column holds.
enum DecimalCell {
  case number(Double)
  /// Empty, `nan`, `-`: no value.
  case missing
  case text

  init(_ bytes: UnsafeRawBufferPointer, decimalComma: Bool) {
    if let value = DecimalText.parse(bytes, decimalComma: decimalComma) {
      self = .number(value)
    } else {
      let word = String(decoding: bytes, as: UTF8.self).lowercased()
      if Self.missingWords.contains(word) {
        self = .missing
      } else if let infinity = Self.infinities[word] {
        self = .number(infinity)
      } else {
        self = .text
      }
    }
  }

  private static let missingWords: Set<String> = [
    "", "nan", "-nan", "-", "--", "na", "n/a", "null", "none", "nil",
  ]
  private static let infinities: [String: Double] = [
    "inf": .infinity, "+inf": .infinity, "-inf": -.infinity, "infinity": .infinity, "-infinity": -.infinity,
  ]
}
