import DecimalText

/// Text that is safe between tags and inside attributes; characters that XML 1.0 forbids are left out.
func escapedXML(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    case "\u{0}"..."\u{8}", "\u{B}", "\u{C}", "\u{E}"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": continue
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// A drawing coordinate: two decimals are a hundredth of a pixel, and the same bytes everywhere.
func coordinate(_ value: Double) -> String { DecimalText.fixed(value, decimals: 2) }

/// A number without decimals it does not need: 30, 2.5.
func shortNumber(_ value: Double, decimals: Int = 2) -> String {
  var text = DecimalText.fixed(value, decimals: decimals)
  guard text.contains(".") else { return text }
  while text.hasSuffix("0") { text.removeLast() }
  if text.hasSuffix(".") { text.removeLast() }
  return text
}

/// A printed number as degrees on a picture, with the typographic minus.
func degreesLabel(_ number: String) -> String {
  (number.hasPrefix("-") ? "\u{2212}" + number.dropFirst() : number) + "\u{B0}"
}
