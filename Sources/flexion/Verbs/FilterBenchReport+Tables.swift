import DecimalText
import Evaluation

extension FilterBenchReport {
  static func degrees(_ value: Double) -> String { DecimalText.fixed(value, decimals: 2) }

  /// Everything, one line a row of the bench.
  var rows: ResultTable {
    var result = ResultTable(columns: [
      .init("recording", "recording"), .init("sensor", "sensor"), .init("method", "method"),
      .init("timing", "timing"), .init("total_deg", "total", decimals: 4),
      .init("heading_deg", "heading", decimals: 4), .init("inclination_deg", "inclination", decimals: 4),
      .init("total_without_mean_heading_deg", "T-psi", decimals: 4), .init("samples", "samples"),
      .init("ns_per_sample", "ns/sample", decimals: 1), .init("ns_lowest", "lowest", decimals: 1),
      .init("ns_highest", "highest", decimals: 1),
      .init("allocations_per_sample", "allocations", decimals: 4), .init("ratio", "ratio", decimals: 3),
      .init("note", "note"),
    ])
    let ratios = ratios
    result.rows = table.rows.map { row in
      [
        .words(row.recording), .words(row.sensor), .words(row.method.name), .words(row.timing.rawValue),
        .optional(row.score?.total), .optional(row.score?.heading), .optional(row.score?.inclination),
        .optional(row.score?.totalWithoutMeanHeading),
        row.score.map { .count($0.samples) } ?? .missing, .optional(row.cost?.time.median),
        .optional(row.cost?.time.lowest), .optional(row.cost?.time.highest),
        .optional(row.cost?.allocationsPerSample),
        .optional(
          ratios[
            RatioKey(method: row.method, timing: row.timing, recording: row.recording, sensor: row.sensor)]),
        .words(row.failure.map(Self.words) ?? ""),
      ]
    }
    return result
  }

  private struct RatioKey: Hashable {
    var method: FilterContender
    var timing: TimingRow
    var recording: String
    var sensor: String
  }

  /// Ours over theirs: of the total, in 6D of the inclination.
  private var ratios: [RatioKey: Double] {
    comparisons.reduce(into: [:]) { ratios, comparison in
      guard comparison.method.usesField == (comparison.measure == .total) else { return }
      for pair in comparison.pairs {
        let key = RatioKey(
          method: comparison.method, timing: comparison.timing, recording: pair.recording,
          sensor: pair.sensor)
        ratios[key] = pair.ratio
      }
    }
  }

  /// One line a group, method and timing.
  var means: ResultTable {
    var result = ResultTable(columns: [
      .init("group", "group"), .init("method", "method"), .init("timing", "timing"),
      .init("total_deg", "total", decimals: 4), .init("heading_deg", "heading", decimals: 4),
      .init("inclination_deg", "inclination", decimals: 4),
      .init("ns_per_sample", "ns/sample", decimals: 1), .init("ns_lowest", "lowest", decimals: 1),
      .init("ns_highest", "highest", decimals: 1),
      .init("allocations_per_sample", "allocations", decimals: 4), .init("rows", "rows"),
      .init("failed", "failed"),
    ])
    result.rows = table.averages.map { mean in
      [
        .words(mean.group), .words(mean.method.name), .words(mean.timing.rawValue), .optional(mean.total),
        .optional(mean.heading), .optional(mean.inclination), .optional(mean.cost?.time.median),
        .optional(mean.cost?.time.lowest), .optional(mean.cost?.time.highest),
        .optional(mean.cost?.allocationsPerSample), .count(mean.rows), .count(mean.failed),
      ]
    }
    return result
  }

  /// One line a comparison.
  var versus: ResultTable {
    var result = ResultTable(columns: [
      .init("method", "method"), .init("opponent", "against"), .init("timing", "row"),
      .init("measure", "of"), .init("difference_deg", "mean", decimals: 3),
      .init("lower_deg", "from", decimals: 3), .init("upper_deg", "to", decimals: 3),
      .init("wins", "wins"), .init("recordings", "of"), .init("ratio", "ratio", decimals: 3),
      .init("verdict", "verdict"),
    ])
    result.rows = comparisons.map { comparison in
      let paired = comparison.paired
      return [
        .words(comparison.method.name), .words(comparison.opponent), .words(comparison.timing.rawValue),
        .words(comparison.measure == .total ? "T" : "I"), .optional(paired?.meanDifference),
        .optional(paired?.lower), .optional(paired?.upper), paired.map { .count($0.wins) } ?? .missing,
        .count(comparison.pairs.count), .optional(comparison.ratio),
        .words(paired.map { Self.words($0.verdict) } ?? "failed"),
      ]
    }
    return result
  }

  private static func words(_ verdict: PairedComparison.Verdict) -> String {
    verdict == .tooFew ? "too few" : verdict.rawValue
  }
}
