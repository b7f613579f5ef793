import Charts
import Goniometry
import Inertial
import JSONText
import KneeJoint

extension KneeMeasurement {
  /// The curve as a picture: repetitions, extremes, and the spans that are in doubt.
  public func plot(title: String) -> FlexionPlot {
    FlexionPlot(
      title: title, subtitle: subtitle, time: time, degrees: angle.map(\.radiansToDegrees),
      repetitions: repetitions.filter(\.isComplete).compactMap(mark), spans: spans, levels: levels,
      doubts: wholeDoubts,
      quantity: definition == .jointAngle ? "knee flexion" : "shin inclination")
  }

  /// "left knee, joint angle · range 104.30 ± 0.50° · 5 repetitions".
  private var subtitle: String {
    var parts = [
      side == .unspecified ? "side unspecified" : "\(side.rawValue) knee",
      definition == .jointAngle ? "joint angle" : "one sensor on the shin",
    ]
    if let range {
      let band = errorBand.map { " \u{B1} \(degreesText($0.standardError))" } ?? ""
      parts.append("range \(degreesText(range.range))\(band)\u{B0}")
    }
    let counted = repetitions.count(where: \.isCounted)
    if counted > 0 { parts.append("\(counted) \(counted == 1 ? "repetition" : "repetitions")") }
    return parts.joined(separator: " \u{B7} ")
  }

  /// Doubts about the whole result; those with a span are drawn where they are.
  private var wholeDoubts: [String] {
    flags.reduce(into: []) { codes, flag in
      guard flag.effect != .note, flag.span == nil, !codes.contains(flag.code.rawValue) else { return }
      codes.append(flag.code.rawValue)
    }
  }

  /// For the joint more is more flexed, for the shin more is more extended. Without a zero neither has a name.
  private var levels: [FlexionPlot.Level] {
    guard let range, hasZero else { return [] }
    let isJoint = definition == .jointAngle
    let error = errorBand?.standardError.radiansToDegrees ?? 0
    return [
      .init(
        degrees: range.maximum.radiansToDegrees, label: isJoint ? "most flexed" : "most extended",
        error: error),
      .init(
        degrees: range.minimum.radiansToDegrees, label: isJoint ? "most extended" : "most flexed",
        error: error),
    ]
  }

  private var spans: [FlexionPlot.Span] {
    flags.compactMap { flag in
      guard flag.effect != .note, let span = flag.span else { return nil }
      return .init(from: span.lowerBound, to: span.upperBound, label: flag.code.rawValue)
    }
  }

  /// The turning point between the two anchors: the flexed one, or the extended one where the leg rests flexed.
  private func mark(_ repetition: Repetition) -> FlexionPlot.Repetition? {
    let rows = repetition.rows.clamped(to: 0...max(angle.count - 1, 0)).filter { angle[$0].isFinite }
    guard let first = rows.first, let last = rows.last,
      let low = rows.min(by: { angle[$0] < angle[$1] }), let high = rows.max(by: { angle[$0] < angle[$1] })
    else { return nil }
    let anchor = (angle[first] + angle[last]) / 2
    let isLow = anchor - angle[low] > angle[high] - anchor
    let turn = isLow ? low : high
    return .init(
      start: repetition.time.lowerBound, peak: time[turn], finish: repetition.time.upperBound,
      peakDegrees: angle[turn].radiansToDegrees, isLow: isLow)
  }

  private func degreesText(_ value: Double) -> String {
    JSONValue.fixed(value.radiansToDegrees, decimals: 2).compactText
  }
}
