import Charts
import Evaluation
import JSONText
import MotionSimulator

/// How a Monte-Carlo run is printed: groups, flags, and the worst legs with the line that makes them again.
struct SimulatedLegsReport {
  let table: RangeTable
  /// What was measured, in the order of the trials.
  let legs: [SimulatedLeg]
  /// How many of the worst are named.
  static let named = 20

  var text: String {
    "Error of the range [deg]; a leg without a number counts as \(Int(RangeTrial.refusedError))\n"
      + groups.text + "\nFlags of effect warn or stop\n" + flags.text
      + "\nWorst legs\n" + worst.text
      + worstLegs.prefix(3).map { "\n" + Self.command($0.leg) }.joined() + "\n"
  }

  func json(seed: UInt64) -> JSONObject {
    [
      "legs": .integer(table.trials.count), "seed": .integer(Int(seed)), "groups": .array(groups.json),
      "flags": .array(flags.json), "worst": .array(worst.json),
    ]
  }

  /// Cumulative errors by motion.
  var picture: String {
    let motions = Set(table.trials.map(\.motion)).sorted()
    return ErrorPanels(
      title: "Error of the range of simulated legs",
      subtitle: "share of legs with a smaller error; grey: all motions",
      groups: motions.map { motion in
        ErrorPanels.Group(name: motion, errors: table.trials.filter { $0.motion == motion }.map(\.error))
      }
    ).svg()
  }

  private var groups: ResultTable {
    var rows = ResultTable(columns: [
      .init("group", "group"), .init("legs", "legs"), .init("yield", "yield", decimals: 3),
      .init("median_deg", "median"), .init("p75_deg", "75 %"), .init("p90_deg", "90 %"),
      .init("p95_deg", "95 %"), .init("largest_deg", "largest"),
      .init("above_3_deg", "> 3"), .init("untold", "untold"), .init("below_1_deg", "< 1"),
      .init("false_alarms", "warned"), .init("precision", "precision"), .init("recall", "recall"),
    ])
    rows.rows = table.groups.map { name, s in
      [
        .words(name), .count(s.legs), .number(s.yield), .number(s.median), .number(s.upperQuartile),
        .number(s.ninetieth), .number(s.ninetyFifth), .number(s.largest), .count(s.largeErrors),
        .count(s.untold), .count(s.smallErrors), .count(s.falseAlarms), .optional(s.precision),
        .optional(s.recall),
      ]
    }
    return rows
  }

  private var flags: ResultTable {
    var rows = ResultTable(columns: [
      .init("flag", "flag"), .init("legs", "legs"), .init("on_above_3_deg", "on > 3"),
      .init("on_below_1_deg", "on < 1"),
    ])
    rows.rows = FlagStatistics.all(table.trials).map {
      [.words($0.code.rawValue), .count($0.legs), .count($0.onLarge), .count($0.onSmall)]
    }
    return rows
  }

  private var worstLegs: [(trial: RangeTrial, leg: SimulatedLeg)] {
    let bySeed = Dictionary(uniqueKeysWithValues: legs.map { ($0.seed, $0) })
    return table.worst.prefix(Self.named).compactMap { trial in bySeed[trial.seed].map { (trial, $0) } }
  }

  private var worst: ResultTable {
    var rows = ResultTable(columns: Self.columns + [.init("command", "made again by")])
    rows.rows = worstLegs.map { Self.cells($0.trial) + [.words(Self.command($0.leg))] }
    return rows
  }

  /// Every leg, in the order of the seeds.
  var trials: ResultTable {
    var rows = ResultTable(columns: Self.columns)
    rows.rows = table.trials.map(Self.cells)
    return rows
  }

  private static let columns: [ResultTable.Column] = [
    .init("seed", "seed"), .init("motion", "motion"), .init("faults", "faults"),
    .init("truth_deg", "truth"), .init("range_deg", "range"), .init("error_deg", "error"),
    .init("flags", "flags"),
  ]

  private static func cells(_ trial: RangeTrial) -> [ResultTable.Cell] {
    var words = trial.doubts.map(\.rawValue)
    if let failure = trial.failure { words.append(Faults.failure(failure).message) }
    return [
      .count(Int(trial.seed)), .words(trial.motion), .words(trial.faults.joined(separator: " ")),
      .number(trial.truth), .optional(trial.range), .number(trial.error),
      .words(words.joined(separator: " ")),
    ]
  }

  /// The line that makes the recording of a leg.
  static func command(_ leg: SimulatedLeg) -> String {
    var words = [
      "flexion simulate recording --motion \(leg.motion.rawValue) --side \(leg.side.rawValue)",
      "--duration \(Int(leg.duration)) --rate \(Int(leg.rate))",
      "--seed \(leg.seed)",
    ]
    words += leg.faults.map { "--faults \($0.rawValue)" }
    return (words + ["--out leg_\(leg.seed).csv"]).joined(separator: " ")
  }
}
