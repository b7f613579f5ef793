import Charts
import Goniometry
import Inertial
import JSONText
import KneeJoint

extension Repetition {
  /// Degrees, degrees a second and seconds; `counted` says whether it enters the summary.
  ///
  /// - Parameter hasZero: without one the ends of the range are null.
  func json(hasZero: Bool) -> JSONValue {
    func degrees(_ angle: Double?) -> JSONValue { .optional(angle?.radiansToDegrees, decimals: 2) }
    return .object([
      "from_s": .optional(time.lowerBound, decimals: 6), "to_s": .optional(time.upperBound, decimals: 6),
      "duration_s": .optional(duration, decimals: 6),
      "minimum": degrees(hasZero ? mostExtended : nil), "maximum": degrees(hasZero ? mostFlexed : nil),
      "range": degrees(range),
      "peak_flexion_deg_s": degrees(peakFlexionSpeed), "peak_extension_deg_s": degrees(peakExtensionSpeed),
      "hold_s": .optional(holdTime, decimals: 6), "complete": .bool(isComplete), "clean": .bool(isClean),
      "counted": .bool(isCounted), "flags": .array(flags.map { .string($0.rawValue) }),
    ])
  }

  /// Why it is not counted, or what is in doubt inside.
  fileprivate var remark: String {
    let codes = flags.map(\.rawValue).joined(separator: " ")
    if !isComplete { return codes.isEmpty ? "not whole" : "not whole, \(codes)" }
    return isClean || !codes.isEmpty ? codes : "no value inside"
  }
}

extension RepetitionSummary {
  /// Degrees; what so few repetitions cannot tell is null.
  var json: JSONValue {
    func degrees(_ angle: Double?) -> JSONValue { .optional(angle?.radiansToDegrees, decimals: 2) }
    return .object([
      "count": .integer(count), "mean": degrees(mean), "sd": degrees(standardDeviation),
      "best": degrees(best), "worst": degrees(worst), "trend": degrees(trend),
    ])
  }

  /// "10 repetitions: mean 83.4, SD 5.1, best 90.8, worst 75.2, trend -0.31 deg each"; the trend is from one to the next.
  var sentence: String {
    func degrees(_ angle: Double, _ decimals: Int = 1) -> String {
      JSONValue.fixed(angle.radiansToDegrees, decimals: decimals).compactText
    }
    guard count > 1 else { return "1 repetition: \(degrees(mean)) deg" }
    var parts = ["mean \(degrees(mean))"]
    if let standardDeviation { parts.append("SD \(degrees(standardDeviation))") }
    parts += ["best \(degrees(best))", "worst \(degrees(worst))"]
    if let trend { parts.append("trend \(degrees(trend, 2))") }
    return "\(count) repetitions: " + parts.joined(separator: ", ") + (trend == nil ? " deg" : " deg each")
  }
}

extension KneeMeasurement {
  /// Repetitions that are printed; the others are in the JSON.
  private static let printedRepetitions = 20

  /// The repetitions as a short table with their summary; empty without any.
  public var repetitionsText: String {
    guard !repetitions.isEmpty else { return "" }
    let columns: [TextTable.Column] = [
      .init("rep", .right), .init("start [s]", .right), .init("time [s]", .right),
      .init("range [deg]", .right), .init("min", .right), .init("max", .right),
      .init("deg/s", .right), .init("hold [s]", .right), .init("remark"),
    ]
    let shown = repetitions.prefix(Self.printedRepetitions)
    var text = TextTable(columns, rows: shown.enumerated().map { row($1, number: $0 + 1) }).text
    if repetitions.count > shown.count { text += "... \(repetitions.count - shown.count) more: see --json\n" }
    if let summary = RepetitionSummary(repetitions) { text += summary.sentence + "\n" }
    return text
  }

  private func row(_ one: Repetition, number: Int) -> [String] {
    func fixed(_ value: Double, _ decimals: Int) -> String {
      value.isFinite ? JSONValue.fixed(value, decimals: decimals).compactText : "-"
    }
    func degrees(_ angle: Double) -> String { fixed(angle.radiansToDegrees, 1) }
    let fastest = max(one.peakFlexionSpeed, one.peakExtensionSpeed).radiansToDegrees
    return [
      String(number), fixed(one.time.lowerBound, 2), fixed(one.duration, 2), degrees(one.range),
      hasZero ? degrees(one.mostExtended) : "-", hasZero ? degrees(one.mostFlexed) : "-", fixed(fastest, 0),
      fixed(one.holdTime, 2),
      one.remark,
    ]
  }
}
