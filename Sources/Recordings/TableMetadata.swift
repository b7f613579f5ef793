import DecimalText
import Inertial

/// What the lines above a table say about the whole recording (docs/Formats.md).
///
/// Our own form is a comment `# flexion: side=left start=2026-05-01T08:00:00Z rate=100`. Lines of makers such as
/// `Sample Rate:,128,Hz` or `// Update Rate: 100.0Hz` give the rate.
struct TableMetadata {
  var side: BodySide?
  /// ns since 1970.
  var start: Int64?
  /// Hz.
  var rate: Double?
  var findings: [ImportFinding] = []

  init(linesAbove lines: [TextLines.Line]) {
    for line in lines where !line.isBlank {
      let text = line.comment ?? line.text.trimmed
      if line.comment != nil, text.lowercased().hasPrefix("flexion:") {
        takePairs(text.dropFirst("flexion:".count), line: line.number)
      } else if rate == nil {
        rate = Self.statedRate(text)
      }
    }
  }

  private mutating func takePairs(_ text: Substring, line: Int) {
    for pair in text.split(whereSeparator: \.isWhitespace) {
      let parts = pair.split(separator: "=", maxSplits: 1)
      let value = parts.count == 2 ? String(parts[1]) : ""
      let isKnown: Bool
      switch parts[0].lowercased() {
      case "side":
        side = BodySide(rawValue: value.lowercased())
        isKnown = side != nil
      case "start":
        start = Timestamp.parse(value)
        isKnown = start != nil
      case "rate":
        rate = DecimalText.parse(value).flatMap { $0 > 0 ? $0 : nil }
        isKnown = rate != nil
      default:
        isKnown = true
      }
      if !isKnown {
        findings.append(ImportFinding(.headerContradiction, .doubtful, first: .init(line: line)))
      }
    }
  }

  /// The number after a word for the rate; nil when the line speaks of something else.
  private static func statedRate(_ text: String) -> Double? {
    let lower = text.lowercased()
    let keys = ["sample rate", "sampling rate", "update rate", "output rate", "outputrate", "samplerate"]
    guard let key = keys.first(where: lower.hasPrefix) else { return nil }
    let number = lower.dropFirst(key.count).drop { !$0.isNumber }.prefix { $0.isNumber || $0 == "." }
    return DecimalText.parse(number).flatMap { $0 > 0 ? $0 : nil }
  }
}
