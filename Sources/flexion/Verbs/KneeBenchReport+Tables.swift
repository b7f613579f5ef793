import Evaluation
import JSONText

extension KneeBenchReport {
  /// One line a row of the bench.
  var trials: ResultTable {
    var table = ResultTable(columns: [
      .init("trial", "trial"), .init("method", "method"), .init("variant", "variant"),
      .init("mounting", "mounting"), .init("rmse_deg", "RMSE"), .init("mean_free_deg", "mean-free"),
      .init("largest_deg", "largest"), .init("first_5_s_deg", "first 5 s"),
      .init("range_error_deg", "range error"), .init("cycle_error_deg", "cycle error"),
      .init("cycles", "cycles"), .init("lag_ms", "lag ms", decimals: 1),
      .init("cover", "cover", decimals: 3), .init("not_a_hinge", "not a hinge"), .init("note", "note"),
    ])
    table.rows = rows.map(Self.cells)
    return table
  }

  private static func cells(_ row: KneeBenchRow) -> [ResultTable.Cell] {
    let score = row.score
    let mounting: String =
      switch row.mounting {
      case .asRecorded: "recorded"
      case .random(let seed): "random \(seed)"
      }
    return [
      .words(row.trial), .words(row.method), .words(row.variant.name), .words(mounting),
      .optional(score?.rmse), .optional(score?.meanFree), .optional(score?.largest),
      .optional(score?.firstFiveSeconds), .optional(score?.rangeError), .optional(score?.cycleError),
      score.map { .count($0.cycles) } ?? .missing, .optional(score?.lagMilliseconds),
      .optional(score?.cover), .optional(row.hingeDoubt?.rawValue), .words(note(row)),
    ]
  }

  private static func note(_ row: KneeBenchRow) -> String {
    var words = row.failure.map { [self.words($0)] } ?? []
    if row.score?.isWrongSign == true { words.append("wrong sign") }
    if let cover = row.score?.cover, cover < KneeProtocol.leastCover { words.append("too little cover") }
    var codes: [String] = []
    for flag in row.flags where flag.effect != .note && !codes.contains(flag.code.rawValue) {
      codes.append(flag.code.rawValue)
    }
    return (words + codes).joined(separator: " ")
  }

  private static func words(_ failure: KneeBenchFailure) -> String {
    switch failure {
    case .instrument(let error): Faults.failure(error).message
    case .scoring(.tooFewSamples(let count, let needed)): "\(count) samples with a value, \(needed) needed"
    case .scoring(.noReference), .noReference: "no reference"
    case .notAPair: "not two sensors on one leg"
    case .noResult: "no result"
    }
  }

  /// One line a method, variant and kind of mounting.
  var groups: ResultTable {
    var table = ResultTable(columns: [
      .init("method", "method"), .init("variant", "variant"), .init("mounting", "mounting"),
      .init("trials", "trials"), .init("failed", "failed"), .init("rmse_deg", "RMSE"),
      .init("worst_rmse_deg", "worst"), .init("mean_free_deg", "mean-free"),
      .init("first_5_s_deg", "first 5 s"), .init("range_error_deg", "range error"),
      .init("cycle_error_deg", "cycle error"),
    ])
    table.rows = KneeBenchGroup.all(rows).map { group in
      let mean = group.mean
      return [
        .words(group.method), .words(group.variant.name),
        .words(group.isMountedAtRandom ? "random" : "recorded"), .count(mean?.trials ?? 0),
        .count(group.failed), .optional(mean?.rmse), .optional(mean?.worstRMSE), .optional(mean?.meanFree),
        .optional(mean?.firstFiveSeconds), .optional(mean?.rangeError), .optional(mean?.cycleError),
      ]
    }
    return table
  }

  /// One line a sensor.
  var inclinationTable: ResultTable {
    var table = ResultTable(columns: [
      .init("trial", "trial"), .init("sensor", "sensor"), .init("own_deg", "ours"),
      .init("peer_deg", "VQF offline"), .init("ratio", "ratio", decimals: 3),
      .init("own_lag_ms", "lag ms", decimals: 1), .init("peer_lag_ms", "its lag ms", decimals: 1),
    ])
    table.rows = inclinations.map { row in
      [
        .words(row.trial), .words(row.sensor), .optional(row.own?.inclination),
        .optional(row.peer?.inclination), .optional(row.ratio), .optional(row.own?.lagMilliseconds),
        .optional(row.peer?.lagMilliseconds),
      ]
    }
    return table
  }
}
