import DecimalText
import Goniometry
import JSONText

/// `--field-latency estimate|SECONDS|none`: how much later than the gyroscope the magnetometer is stamped.
enum FieldLatencyFlag {
  private static let range = 0.0...1

  static func read(_ request: Request) throws(UsageError) -> FieldTiming {
    let text = request.text("field-latency") ?? "none"
    if text == "none" { return .none }
    if request.has("six") {
      throw .contradiction("--field-latency does not go with --six", hint: "leave out one of the two")
    }
    if text == "estimate" { return .estimated }
    guard let seconds = DecimalText.parse(text), range.contains(seconds) else {
      throw .invalidValue(
        flag: "field-latency", value: text, expected: "estimate, none, or seconds from 0 to 1")
    }
    return .declared(seconds)
  }

  static func json(_ latency: UsedFieldLatency) -> JSONValue {
    .object([
      "origin": .string(latency.origin.rawValue),
      "seconds": latency.origin == .none ? .null : .fixed(latency.seconds, decimals: 6),
    ])
  }
}
