import Evaluation

/// How the filter bench prints its rows and means. Degrees.
enum FilterBenchReport {
  static func table(_ rows: [FilterBenchRow]) -> ResultTable {
    var table = ResultTable(columns: [
      .init("recording", "recording"), .init("sensor", "sensor"), .init("method", "method"),
      .init("timing", "timing"), .init("total_deg", "total", decimals: 4),
      .init("heading_deg", "heading", decimals: 4), .init("inclination_deg", "inclination", decimals: 4),
      .init("samples", "samples"), .init("ns_per_sample", "ns/sample", decimals: 1), .init("note", "note"),
    ])
    table.rows = rows.map { row in
      [
        .words(row.recording), .words(row.sensor), .words(row.method.name), .words(row.timing.rawValue),
        .optional(row.score?.total), .optional(row.score?.heading), .optional(row.score?.inclination),
        row.score.map { .count($0.samples) } ?? .missing, .optional(row.nanosecondsPerSample),
        .words(row.failure.map(words) ?? ""),
      ]
    }
    return table
  }

  static func means(_ averages: [FilterBenchAverage]) -> ResultTable {
    var table = ResultTable(columns: [
      .init("group", "group"), .init("method", "method"), .init("timing", "timing"),
      .init("total_deg", "total", decimals: 4), .init("heading_deg", "heading", decimals: 4),
      .init("inclination_deg", "inclination", decimals: 4), .init("ns_per_sample", "ns/sample", decimals: 1),
      .init("rows", "rows"), .init("failed", "failed"),
    ])
    table.rows = averages.map { mean in
      [
        .words(mean.group), .words(mean.method.name), .words(mean.timing.rawValue), .optional(mean.total),
        .optional(mean.heading), .optional(mean.inclination), .optional(mean.nanosecondsPerSample),
        .count(mean.rows), .count(mean.failed),
      ]
    }
    return table
  }

  static func words(_ failure: FilterBenchFailure) -> String {
    switch failure {
    case .conditioning(let error): Faults.failure(error).message
    case .scoring(.notFinite(let rows, let first)): "\(rows) rows are not finite, first row \(first)"
    case .scoring(.nothingToScore): "no row that counts has a reference"
    case .scoring(.unequalLength): "estimate and reference differ in length"
    case .referenceRows(let rows, let sensorRows): "\(rows) reference rows for \(sensorRows) samples"
    }
  }
}
