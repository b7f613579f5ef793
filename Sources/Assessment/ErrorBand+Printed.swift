import Goniometry
import Inertial
import JSONText

extension ErrorBand {
  fileprivate static func degrees(_ angle: Double) -> String {
    JSONValue.fixed(angle.radiansToDegrees, decimals: 1).compactText
  }

  /// "a change below 1.4 deg cannot be told from chance".
  var changeWords: String { "a change below \(Self.degrees(smallestChange)) deg cannot be told from chance" }
}

extension KneeMeasurement {
  /// "range 62.3 ± 0.5 deg; a change below 1.4 deg cannot be told from chance." Empty without a range.
  public var rangeSentence: String {
    guard let range, let band = errorBand else { return "" }
    let number = "\(ErrorBand.degrees(range.range)) \u{B1} \(ErrorBand.degrees(band.standardError)) deg"
    return "range \(number); \(band.changeWords)."
  }
}

extension LegComparison {
  /// Degrees, left minus right; symmetry is the smaller range over the larger one.
  var json: JSONValue {
    .object([
      "range": .optional(range.radiansToDegrees, decimals: 2),
      "mean": .optional(mean?.radiansToDegrees, decimals: 2),
      "symmetry": .optional(symmetry, decimals: 3),
      "sdc_deg": .optional(smallestDifference.radiansToDegrees, decimals: 2), "real": .bool(isReal),
    ])
  }

  /// "left minus right: -2.1 deg (symmetry 0.97); that is within the error of 1.4 deg."
  public var sentence: String {
    let share = JSONValue.fixed(symmetry, decimals: 2).compactText
    let error = ErrorBand.degrees(smallestDifference)
    let verdict = isReal ? "more than the error of \(error) deg explains" : "within the error of \(error) deg"
    return "Left minus right: \(ErrorBand.degrees(range)) deg (symmetry \(share)), \(verdict)."
  }
}
