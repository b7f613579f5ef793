import Evaluation
import Inertial
import Testing

@Suite struct `Statistics of ranges` {
  private func trial(
    _ error: Double?, _ doubts: [QualityFlag.Code] = [], motion: String = "squats", faults: [String] = []
  ) -> RangeTrial {
    RangeTrial(
      seed: 1, motion: motion, faults: faults, truth: 90, range: error.map { 90 + $0 }, doubts: doubts)
  }

  @Test func `take percentiles of absolute errors and count a refusal as twenty degrees`() throws {
    let statistics = try #require(RangeStatistics([trial(-1), trial(2), trial(0), trial(nil), trial(3)]))
    #expect(statistics.legs == 5)
    #expect(statistics.yield == 0.8)
    #expect(statistics.median == 2)
    #expect(statistics.upperQuartile == 3)
    // Between the fourth and fifth value: 3 + 0.8 (20 - 3).
    #expect(abs(statistics.ninetyFifth - 16.6) < 1e-12)
    #expect(statistics.largest == 20)
    #expect(RangeStatistics([]) == nil)
  }

  @Test func `tell which large errors no flag names and which small ones are warned of`() throws {
    let trials = [
      trial(5), trial(4, [.notAHinge]), trial(nil, [.axisUnobservable]), trial(0.5, [.signAssumed]),
      trial(0.2),
      trial(2, [.saturated]),
    ]
    let statistics = try #require(RangeStatistics(trials))
    #expect(statistics.largeErrors == 3)
    #expect(statistics.untold == 1)
    #expect(statistics.smallErrors == 2)
    #expect(statistics.falseAlarms == 1)
    #expect(statistics.falseAlarmShare == 0.5)
    // Four carry a flag, two of them are large; three are large, two of them carry a flag.
    #expect(statistics.precision == 0.5)
    #expect(abs(try #require(statistics.recall) - 2.0 / 3) < 1e-12)
    let flags = FlagStatistics.all(trials)
    #expect(flags.count == 4)
    #expect(flags.first { $0.code == .signAssumed }?.onSmall == 1)
    #expect(flags.first { $0.code == .notAHinge }?.onLarge == 1)
  }

  @Test func `group by motion and by fault`() {
    let table = RangeTable(trials: [
      trial(1, faults: ["delay", "loss"]), trial(2, motion: "walking"), trial(3, faults: ["loss"]),
    ])
    let names = table.groups.map { "\($0.name) \($0.statistics.legs)" }
    #expect(names == ["all 3", "no fault 1", "squats 2", "walking 1", "+ delay 1", "+ loss 2"])
  }

  @Test func `name the untold error before a larger one that is told of`() {
    let table = RangeTable(trials: [trial(0), trial(9, [.notAHinge]), trial(4)])
    #expect(table.worst.map(\.error) == [4, 9, 0])
  }
}

@Suite struct `Repeatability` {
  @Test func `pools the deviations within each leg`() throws {
    // Deviations of 1 (three values) and 2 (two values, ±√2 round the mean).
    let figures = try #require(
      RepeatabilityFigures(ranges: [[9, 10, 11], [80 - 2.0.squareRoot(), 80 + 2.0.squareRoot()], [50]]))
    #expect(figures.legs == 2)
    #expect(figures.measurements == 5)
    #expect(abs(figures.standardError - 2.0.squareRoot()) < 1e-12)
    #expect(abs(figures.largestDeviation - 2) < 1e-12)
    #expect(abs(figures.smallestDetectableChange - 1.96 * 2) < 1e-12)
    #expect(RepeatabilityFigures(ranges: [[1], []]) == nil)
  }
}
