import DecimalText
import Evaluation
import JSONText

/// How the knee bench prints its rows and their mean. Degrees, milliseconds, share.
enum KneeBenchReport {
  static func table(_ rows: [KneeBenchRow]) -> ResultTable {
    var table = ResultTable(columns: [
      .init("trial", "trial"), .init("mounting", "mounting"), .init("rmse_deg", "RMSE"),
      .init("mean_free_deg", "mean-free"), .init("largest_deg", "largest"),
      .init("first_5_s_deg", "first 5 s"),
      .init("range_error_deg", "range error"), .init("cycle_error_deg", "cycle error"),
      .init("cycles", "cycles"),
      .init("lag_ms", "lag ms", decimals: 1), .init("cover", "cover", decimals: 3), .init("note", "note"),
    ])
    table.rows = rows.map(cells)
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
      .words(row.trial), .words(mounting), .optional(score?.rmse), .optional(score?.meanFree),
      .optional(score?.largest), .optional(score?.firstFiveSeconds), .optional(score?.rangeError),
      .optional(score?.cycleError), score.map { .count($0.cycles) } ?? .missing,
      .optional(score?.lagMilliseconds),
      .optional(score?.cover), .words(note(row)),
    ]
  }

  private static func note(_ row: KneeBenchRow) -> String {
    var words = row.failure.map { [self.words($0)] } ?? []
    if row.score?.isWrongSign == true { words.append("wrong sign") }
    if let cover = row.score?.cover, cover < 0.95 { words.append("too little cover") }
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
    }
  }

  static func words(_ mean: KneeBenchMean?) -> String {
    guard let mean else { return "\nNothing was scored.\n" }
    func degrees(_ value: Double) -> String { value.isFinite ? DecimalText.fixed(value, decimals: 2) : "-" }
    return "\nMean of \(mean.trials): RMSE \(degrees(mean.rmse)), mean-free \(degrees(mean.meanFree)), "
      + "first 5 s \(degrees(mean.firstFiveSeconds)), range error \(degrees(mean.rangeError)), "
      + "cycle error \(degrees(mean.cycleError)); worst RMSE \(degrees(mean.worstRMSE)), "
      + "largest error \(degrees(mean.largest)) deg\n"
  }

  static func json(_ mean: KneeBenchMean?) -> JSONValue {
    guard let mean else { return .null }
    func degrees(_ value: Double) -> JSONValue { .fixed(value, decimals: 4) }
    return .object([
      "trials": .integer(mean.trials), "rmse_deg": degrees(mean.rmse),
      "mean_free_deg": degrees(mean.meanFree),
      "first_5_s_deg": degrees(mean.firstFiveSeconds), "range_error_deg": degrees(mean.rangeError),
      "cycle_error_deg": degrees(mean.cycleError), "worst_rmse_deg": degrees(mean.worstRMSE),
      "largest_deg": degrees(mean.largest),
    ])
  }
}
