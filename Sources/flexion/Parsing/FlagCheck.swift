import Care
import DecimalText

/// Does a text fit the kind of value that a flag takes.
enum FlagCheck {
  /// What was expected instead; nil if the value fits.
  static func objection(to value: String, for kind: Flag.Value) -> String? {
    switch kind {
    case .nothing, .count: nil
    case .text: value.isEmpty ? "a text that is not empty" : nil
    case .choice(let choices): choices.contains(value) ? nil : choice(value, choices)
    case .integer(_, let range):
      Int(value).map(range.contains) == true
        ? nil : "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number(_, let range):
      DecimalText.parse(value).map(range.contains) == true
        ? nil : "a number from \(plain(range.lowerBound)) to \(plain(range.upperBound))"
    case .day: value == "today" || LocalDate(value) != nil ? nil : "a day as YYYY-MM-DD, or today"
    case .instant: Instant(rfc3339: value) != nil ? nil : "a time as 2026-11-23T08:00:00+01:00"
    case .assignment(let form): isAssignment(value) ? nil : form
    }
  }

  private static func choice(_ value: String, _ choices: [String]) -> String {
    let list = "one of " + choices.joined(separator: ", ")
    guard let nearest = NearestName.of(value, in: choices) else { return list }
    return list + " (did you mean \(nearest)?)"
  }

  private static func isAssignment(_ value: String) -> Bool {
    guard let sign = value.firstIndex(of: "=") else { return false }
    return sign > value.startIndex && value.index(after: sign) < value.endIndex
  }

  /// 100000 instead of 100000.0, 0.1 as it is.
  private static func plain(_ value: Double) -> String {
    value == value.rounded() && value.magnitude < 1e15 ? String(Int(value)) : "\(value)"
  }
}
