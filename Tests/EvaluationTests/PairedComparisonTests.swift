import Inertial
import Testing

@testable import Evaluation

@Suite struct `A comparison in pairs` {
  @Test func `the interval is that of the mean, by the normal law for many recordings`() throws {
    var random = SplitMix64(seed: 3)
    let values = (0..<400).map { _ in random.normal() * 2 + 0.5 }
    let mean = values.reduce(0, +) / 400
    let variance = values.map { ($0 - mean) * ($0 - mean) }.reduce(0, +) / 400
    let half = 1.959964 * Double.sqrt(variance / 400)
    let paired = try #require(PairedComparison(differences: values))
    #expect(abs(paired.meanDifference - mean) < 1e-12)
    // 10,000 draws know a quantile of the normal law to 2 % of its deviation.
    #expect(abs(paired.lower - (mean - half)) < 0.04 * half)
    #expect(abs(paired.upper - (mean + half)) < 0.04 * half)
  }

  @Test func `of two recordings the mean is either or halfway`() throws {
    // The four draws of two are equally likely, so that the ends of the interval are the values themselves.
    let paired = try #require(PairedComparison(differences: [-3, 1]))
    #expect(paired.lower == -3 && paired.upper == 1 && paired.meanDifference == -1)
    #expect(paired.verdict == .tooFew)
  }

  @Test func `equal seeds give equal intervals`() {
    var random = SplitMix64(seed: 8)
    let values = (0..<40).map { _ in random.normal() }
    #expect(PairedComparison(differences: values, seed: 5) == PairedComparison(differences: values, seed: 5))
    #expect(PairedComparison(differences: values, seed: 5) != PairedComparison(differences: values, seed: 6))
  }

  @Test func `better needs four of five wins and the whole interval`() throws {
    func verdict(_ values: [Double]) throws -> PairedComparison.Verdict {
      try #require(PairedComparison(differences: values)).verdict
    }
    let twelve = Array(repeating: -1.0, count: 12) + [0.1, 0.1, 0.1]
    #expect(try verdict(twelve) == .better)
    #expect(try verdict(twelve.map { -$0 }) == .worse)
    // Eleven of fifteen, all far: not often enough.
    #expect(try verdict(Array(repeating: -1.0, count: 11) + Array(repeating: 0.1, count: 4)) == .parity)
    // Often, but a few losses are so large that the mean may be anywhere.
    #expect(try verdict(Array(repeating: -0.1, count: 12) + [9, 0.1, 0.1]) == .parity)
    #expect(try verdict(Array(repeating: 0, count: 15)) == .parity)
    #expect(try verdict([-1, -1, -1, -1]) == .tooFew)
  }

  @Test func `what chance does in more than one of twenty is parity`() throws {
    func verdict(wins: Int, of count: Int) throws -> PairedComparison.Verdict {
      let values = Array(repeating: -1.0, count: wins) + Array(repeating: 0.001, count: count - wins)
      let paired = try #require(PairedComparison(differences: values))
      #expect(paired.upper < 0)
      return paired.verdict
    }
    #expect(try verdict(wins: 5, of: 5) == .better)
    // By chance 6 of 32, 7 of 64, 8 of 128 and 56 of 1024.
    for (wins, count) in [(4, 5), (5, 6), (6, 7), (8, 10)] {
      #expect(try verdict(wins: wins, of: count) == .parity, "\(wins) of \(count)")
    }
    #expect(try verdict(wins: 7, of: 8) == .better)
    #expect(PairedComparison.chance(of: 12, in: 15) == 576.0 / 32_768)
    #expect(PairedComparison.chance(of: 1600, in: 2000) < 1e-9)
  }

  @Test func `nothing is said of values that are not finite`() {
    #expect(PairedComparison(differences: []) == nil)
    #expect(PairedComparison(differences: [1, .nan, 2]) == nil)
  }
}

@Suite struct `Opponents of the filters` {
  private func row(_ method: FilterContender, _ name: String, total: Double?) -> FilterBenchRow {
    var row = FilterBenchRow(recording: name, sensor: "imu", method: method, timing: .none, groups: ["all"])
    if let total {
      row.score = OrientationScore(
        total: method.usesField ? total : nil, inclination: total / 2, samples: 1, withoutReference: 0)
    } else {
      row.failure = .noResult
    }
    return row
  }

  private let names = ["a", "b", "c", "d", "e"]
  private let ours = FilterContender.own(FilterMethod(.online))
  private let theirs = FilterContender.peer("X", usesField: true)

  private func table(_ broken: String? = nil) -> FilterBenchTable {
    FilterBenchTable(
      rows: names.enumerated().flatMap { number, name in
        [
          row(ours, name, total: Double(number) + 1),
          row(theirs, name, total: name == broken ? nil : Double(number) + 2),
        ]
      })
  }

  @Test func `every recording is a pair, each measure a comparison`() throws {
    let table = table()
    let found = FilterOpponents(table).comparisons(table) { $0.isOwn ? "X" : nil }
    #expect(found.map(\.measure) == [.total, .inclination])
    #expect(found[0].pairs.count == 5 && found[0].opponent == "X 9D")
    #expect(found[0].paired?.wins == 5 && found[0].paired?.verdict == .better)
    #expect(found[0].ratio == 15.0 / 20)
    #expect(found[0].conspicuous.isEmpty)
    let reverse = FilterOpponents(table).comparisons(table) { $0.isOwn ? nil : "online 9D" }
    #expect(reverse[0].paired?.verdict == .worse)
    #expect(reverse[0].conspicuous.map(\.recording) == ["a", "b", "c", "d"])
  }

  @Test func `two sensors of a recording are two pairs`() {
    let rows = ["left", "right"].flatMap { sensor in
      [(ours, 2.0), (theirs, sensor == "left" ? 4.0 : 1)].map { method, total in
        var row = row(method, "a", total: total)
        row.sensor = sensor
        return row
      }
    }
    let table = FilterBenchTable(rows: rows)
    let found = FilterOpponents(table).comparisons(table) { $0.isOwn ? "X" : nil }
    #expect(found[0].pairs.map(\.sensor) == ["left", "right"] && found[0].pairs.map(\.ratio) == [0.5, 2])
  }

  @Test func `a failed row leaves nothing to say`() throws {
    let table = table("c")
    let found = FilterOpponents(table).comparisons(table) { $0.isOwn ? "X" : nil }
    #expect(found[0].paired == nil && found[0].ratio == nil)
  }

  @Test func `6D is held against 9D where there is no other`() {
    var opponents = FilterOpponents()
    let errors = FilterOpponents.Errors(total: 2, heading: 1, inclination: 0.5)
    opponents.add("VQF 9D", recording: "a", timing: .none, errors)
    #expect(opponents.name("VQF", usesField: false) == "VQF 9D")
    opponents.add("VQF 6D", recording: "a", timing: .none, errors)
    #expect(opponents.name("VQF", usesField: false) == "VQF 6D")
    #expect(opponents.name("VQF", usesField: true) == "VQF 9D")
    #expect(opponents.name("RIANN", usesField: true) == nil)
  }
}
