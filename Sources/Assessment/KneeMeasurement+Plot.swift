import Charts
import Goniometry
import Inertial
import KneeJoint

extension KneeMeasurement {
  /// The curve with its repetitions, its extremes and every flagged span.
  public func plot(title: String) -> FlexionPlot {
    var plot = FlexionPlot(
      title: title, subtitle: subtitle, time: time, degrees: angle.map(\.radiansToDegrees),
      repetitions: repetitions.filter(\.isCounted).map(picture),
      spans: flags.compactMap { flag in
        flag.span.map { FlexionPlot.Span(from: $0.lowerBound, to: $0.upperBound, label: flag.code.rawValue) }
      },
      quantity: definition == .jointAngle ? "knee flexion" : "shin inclination")
    if let range {
      let names =
        definition == .jointAngle ? ("most extended", "most flexed") : ("most bent", "most extended")
      plot.levels = [
        FlexionPlot.Level(degrees: range.minimum.radiansToDegrees, label: names.0),
        FlexionPlot.Level(degrees: range.maximum.radiansToDegrees, label: names.1),
      ]
    }
    return plot
  }

  private var subtitle: String {
    let doubts = flags.filter { $0.effect != .note }.map(\.code.rawValue)
    var seen: [String] = []
    for doubt in doubts where !seen.contains(doubt) { seen.append(doubt) }
    let zero: String =
      switch self.zero {
      case .stillStart: "zero: first still second"
      case .firstValue: "zero: first value"
      case .vertical: "zero: shin vertical"
      }
    return ([side.rawValue, zero] + (seen.isEmpty ? [] : ["flags: " + seen.joined(separator: ", ")]))
      .joined(separator: " · ")
  }

  private func picture(_ repetition: Repetition) -> FlexionPlot.Repetition {
    let peak = repetition.rows.max { angle[$0] < angle[$1] } ?? repetition.rows.lowerBound
    return FlexionPlot.Repetition(
      start: repetition.time.lowerBound, peak: time[peak], finish: repetition.time.upperBound,
      peakDegrees: angle[peak].radiansToDegrees)
  }
}
