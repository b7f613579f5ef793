import DecimalText
import Evaluation
import Goniometry
import JSONText
import MotionSimulator

/// `bench knee --repeated N`: one leg a motion, the sensors strapped on anew N times; how far its ranges differ.
enum BenchRepeatedLegs {
  static func run(_ call: Invocation, times: Int) async throws -> Answer {
    let seed = UInt64(call.request.integer("seed") ?? 1)
    let legs = Motion.allCases.flatMap { motion in
      (1...UInt64(times)).map { day -> SimulatedLeg in
        var leg = SimulatedLeg(motion: motion, side: .right, duration: 40, rate: 100, seed: seed)
        leg.attachment = seed &+ day
        return leg
      }
    }
    let trials = await BenchSimulatedLegs.measure(legs, call)
    let motions = Motion.allCases.map { motion in trials.filter { $0.motion == motion.rawValue } }
    let ranges = motions.map { $0.compactMap(\.range) }
    guard let figures = RepeatabilityFigures(ranges: ranges) else {
      throw Failure("programFault", "no motion gave two numbers", exit: .programFault)
    }
    let rows = table(motions)
    return Answer(
      text: rows.text + words(figures),
      json: [
        "repeats": .integer(times), "seed": .integer(Int(seed)), "motions": .array(rows.json),
        "standard_error_deg": .fixed(figures.standardError, decimals: 4),
        "smallest_detectable_change_deg": .fixed(figures.smallestDetectableChange, decimals: 4),
        "largest_deviation_deg": .fixed(figures.largestDeviation, decimals: 4),
      ], lines: rows.json)
  }

  private static func table(_ motions: [[RangeTrial]]) -> ResultTable {
    var table = ResultTable(columns: [
      .init("motion", "motion"), .init("measured", "measured"), .init("truth_deg", "truth"),
      .init("mean_error_deg", "mean error"), .init("deviation_deg", "SD"), .init("largest_deg", "largest"),
    ])
    for trials in motions {
      guard let first = trials.first else { continue }
      let ranges = trials.compactMap(\.range)
      let mean = ranges.isEmpty ? Double.nan : ranges.reduce(0, +) / Double(ranges.count)
      table.rows.append([
        .words(first.motion), .count(ranges.count), .number(first.truth), .number(mean - first.truth),
        .optional(RepeatabilityFigures(ranges: [ranges])?.standardError),
        .number(trials.map(\.error).max() ?? .nan),
      ])
    }
    return table
  }

  private static func words(_ figures: RepeatabilityFigures) -> String {
    func degrees(_ value: Double) -> String { DecimalText.fixed(value, decimals: 2) }
    return
      "\nStandard error of measurement \(degrees(figures.standardError)) deg, smallest detectable change "
      + "\(degrees(figures.smallestDetectableChange)) deg; worst motion SD "
      + "\(degrees(figures.largestDeviation)) deg\n"
  }
}
