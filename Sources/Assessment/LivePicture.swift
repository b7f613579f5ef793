import Charts
import Goniometry
import Inertial
import JSONText

/// What a live measurement shows at one moment: the angle and how well the stream is doing.
public struct LivePicture: Sendable {
  public var angle: LiveAngle
  /// Measured rate of each sensor [Hz]; nil until it is known.
  public var rates: [Double?]
  /// Samples that the time grid says are missing, and their share 0...1.
  public var lost: Int
  public var lostShare: Double
  /// From the first byte of the sample until now [s]; nil for a replay.
  public var age: Double?

  public init(angle: LiveAngle, rates: [Double?], lost: Int, lostShare: Double, age: Double?) {
    self.angle = angle
    self.rates = rates
    self.lost = lost
    self.lostShare = lostShare
    self.age = age
  }

  /// One line of `--jsonl`.
  public var json: JSONValue {
    .object([
      "time_s": .fixed(angle.time, decimals: 6),
      "flexion_deg": .optional(angle.flexion?.radiansToDegrees, decimals: 2),
      "stage": .string(angle.stage.rawValue), "repetitions": .integer(angle.repetitions),
      "minimum_deg": .optional(angle.mostExtended?.radiansToDegrees, decimals: 2),
      "maximum_deg": .optional(angle.mostFlexed?.radiansToDegrees, decimals: 2),
      "rate_hz": .array(rates.map { .optional($0, decimals: 2) }), "lost": .integer(lost),
      "age_ms": .optional(age.map { $0 * 1000 }, decimals: 2),
    ])
  }

  /// Seconds of rest that make a zero.
  private static let rest = 3.0

  /// One line for a terminal of `width` columns: angle, gauge, range, repetitions, rate, loss, age.
  public func line(width: Int) -> String {
    func fixed(_ value: Double?, _ decimals: Int) -> String {
      value.map { JSONValue.fixed($0, decimals: decimals).compactText } ?? "-"
    }
    let rate = rates.compactMap(\.self).min()
    var parts = [
      "reps \(angle.repetitions)",
      "\(fixed(angle.mostExtended?.radiansToDegrees, 0))…\(fixed(angle.mostFlexed?.radiansToDegrees, 0))°",
      "\(fixed(rate, 0)) Hz", "lost \(fixed(lostShare * 100, 1)) %",
      "age \(fixed(age.map { $0 * 1000 }, 0)) ms",
    ]
    if angle.stage == .learning {
      // The still start is the zero; only then is there something to learn from.
      parts = [parts[2], angle.time < Self.rest ? "keep still" : "bend and straighten the knee"]
    }
    if angle.stage == .settling, angle.mostFlexed == nil {
      parts = [parts[2], "finding the sign: bend and straighten on"]
    }
    let words = " " + parts.joined(separator: "  ")
    let degrees = fixed(angle.flexion?.radiansToDegrees, 1)
    let number = String(repeating: " ", count: max(0, 6 - degrees.count)) + degrees + "° "
    let room = max(10, width - words.count - number.count - 10)
    // A leg that started bent counts from there: the gauge begins at the straightest it has been.
    let start = min(0, angle.mostExtended ?? 0).radiansToDegrees.rounded()
    let gauge = AngleGauge(degrees: angle.flexion?.radiansToDegrees, start: start).text(width: room)
    return String((number + gauge + words).prefix(width))
  }
}
