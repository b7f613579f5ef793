import Charts
import DecimalText
import Evaluation
import JSONText

/// Everything that `bench knee` found over a folder, and how it is printed. Degrees, milliseconds, share.
struct KneeBenchReport {
  let folder: String
  var rows: [KneeBenchRow]
  var inclinations: [InclinationRow] = []
  /// Limits of the command line that were missed, in words.
  var missed: [String] = []

  init(folder: String, rows: [KneeBenchRow]) {
    self.folder = folder
    self.rows = rows
  }

  /// Our own rows of the recordings as they are, at any mounting: what the limits hold for.
  private var own: [KneeBenchRow] {
    rows.filter { $0.method == KneeBenchRow.ownMethod && $0.variant == .asRecorded }
  }

  /// Compares with the limits that were given. A trial without a score misses every limit.
  mutating func judge(_ request: Request) {
    let mean = KneeBenchMean(own)
    func check(_ flag: String, _ name: String, _ value: Double?) {
      guard let limit = request.number(flag) else { return }
      let failed = own.count(where: \.isFailed)
      if failed > 0 { missed.append("\(failed) trials without a score, --\(flag) asked for") }
      if let value, value <= limit { return }
      missed.append("\(name) \(Self.degrees(value)) deg, --\(flag) \(Self.degrees(limit))")
    }
    check("max-mean-rmse", "mean RMSE", mean?.rmse)
    check("max-rmse", "worst RMSE", mean?.worstRMSE)
    check("max-cycle", "mean cycle error", mean?.cycleError)
  }

  /// Means by method, variant and mounting.
  var picture: String {
    ErrorBars(
      title: "Error of the knee angle", subtitle: "mean RMSE over the recordings of \(folder)",
      bars: KneeBenchGroup.all(rows).map { group in
        let variant = group.variant == .asRecorded ? "" : ", " + group.variant.name
        return ErrorBars.Bar(
          name: group.method + variant + (group.isMountedAtRandom ? ", turned" : ""),
          degrees: group.mean?.rmse, isOwn: group.method == KneeBenchRow.ownMethod)
      }
    ).svg()
  }

  func answer(exit unread: [ExitCode]) -> Answer {
    let table = trials, means = groups
    let lean = inclinationTable
    return Answer(
      text: table.text + "\nMeans [deg]\n" + means.text + Self.words(KneeBenchMean(own)) + hingeWords
        + (inclinations.isEmpty ? "" : "\nInclination against optics [deg]\n" + lean.text)
        + missed.map { "missed: \($0)\n" }.joined(),
      json: [
        "folder": .string(folder), "trials": .array(table.json), "groups": .array(means.json),
        "mean": Self.json(KneeBenchMean(own)), "hinges": hingeJSON, "inclination": .array(lean.json),
        "missed": .array(missed.map { .string($0) }),
      ],
      lines: table.json, exit: ExitCode.worst(unread + (missed.isEmpty ? [] : [.programFault])))
  }

  private static func degrees(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "-" }
    return DecimalText.fixed(value, decimals: 2)
  }

  private static func words(_ mean: KneeBenchMean?) -> String {
    guard let mean else { return "\nNothing was scored.\n" }
    return "\nMean of \(mean.trials): RMSE \(degrees(mean.rmse)), mean-free \(degrees(mean.meanFree)), "
      + "first 5 s \(degrees(mean.firstFiveSeconds)), range error \(degrees(mean.rangeError)), "
      + "cycle error \(degrees(mean.cycleError)); worst RMSE \(degrees(mean.worstRMSE)), "
      + "largest error \(degrees(mean.largest)) deg\n"
  }

  private var hingeWords: String {
    let v = HingeVerdicts(rows)
    return "notAHinge: on \(v.othersFlagged) of \(v.others) recordings of other joints, "
      + "on \(v.hingesFlagged) of \(v.hinges) with an angle\n"
  }

  private var hingeJSON: JSONValue {
    let v = HingeVerdicts(rows)
    return .object([
      "others": .integer(v.others), "others_flagged": .integer(v.othersFlagged),
      "hinges": .integer(v.hinges), "hinges_flagged": .integer(v.hingesFlagged),
    ])
  }

  private static func json(_ mean: KneeBenchMean?) -> JSONValue {
    guard let mean else { return .null }
    func degrees(_ value: Double) -> JSONValue { .fixed(value, decimals: 4) }
    return .object([
      "trials": .integer(mean.trials), "failed": .integer(mean.failed), "rmse_deg": degrees(mean.rmse),
      "mean_free_deg": degrees(mean.meanFree),
      "first_5_s_deg": degrees(mean.firstFiveSeconds), "range_error_deg": degrees(mean.rangeError),
      "cycle_error_deg": degrees(mean.cycleError), "worst_rmse_deg": degrees(mean.worstRMSE),
      "largest_deg": degrees(mean.largest),
    ])
  }
}
