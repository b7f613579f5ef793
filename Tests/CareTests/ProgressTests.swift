import Care
import Testing

@Suite struct `The progress of an event` {
  private let date = OutcomeValue.Datum.date(Instant(milliseconds: 5))
  private let later = OutcomeValue.Datum.date(Instant(milliseconds: 6))

  @Test func `of an event without outcome is nothing in every metric`() {
    for metric in AdherenceMetric.allCases {
      #expect(metric.share(of: nil, targets: []) == 0)
      #expect(metric.share(of: nil, targets: [.integer(1)]) == 0)
      #expect(metric.adherence(of: []) == .noEvents)
    }
  }

  @Test func `compares numbers with each other, dates by time, and texts and bytes only by their type`() {
    let passing: [(OutcomeValue.Datum, OutcomeValue.Datum)] = [
      (.integer(2), .double(1.5)), (.double(2), .integer(2)), (.boolean(true), .integer(1)),
      (.integer(0), .boolean(false)), (.text("a"), .text("z")), (.binary([]), .binary([1])), (later, date),
      (date, date), (.integer(-1), .integer(-2)),
    ]
    let failing: [(OutcomeValue.Datum, OutcomeValue.Datum)] = [
      (.integer(1), .double(1.5)), (.boolean(false), .boolean(true)), (.text("5"), .integer(1)),
      (.integer(5), .text("1")), (.binary([9]), .text("a")), (date, later), (date, .integer(1)),
      (.double(.nan), .integer(0)),
    ]
    for (value, target) in passing {
      #expect(AdherenceMetric.compareTargetValues.share(of: [value], targets: [target]) == 1, "\(value)")
    }
    for (value, target) in failing {
      #expect(AdherenceMetric.compareTargetValues.share(of: [value], targets: [target]) == 0, "\(value)")
    }
  }

  @Test func `counts targets by position`() {
    let (met, all) = (AdherenceMetric.percentOfTargetValuesMet, AdherenceMetric.compareTargetValues)
    let targets: [OutcomeValue.Datum] = [.integer(2), .integer(2), .integer(2), .integer(2)]
    #expect(met.share(of: [.integer(3), .integer(1), .integer(2)], targets: targets) == 0.5)
    #expect(all.share(of: [.integer(3), .integer(3), .integer(2)], targets: targets) == 0)
    #expect(
      all.share(of: [.integer(3), .integer(0)], targets: [.integer(2)]) == 1, "more values than targets")
    #expect(all.share(of: [], targets: []) == 1)
    #expect(met.share(of: [], targets: []) == 0)
    #expect(met.share(of: [.text("a")], targets: []) == 1)
    let exists = AdherenceMetric.percentOfOutcomeValuesThatExist
    #expect(exists.share(of: [.integer(1)], targets: [.integer(9), .integer(9)]) == 0.5)
    #expect(exists.share(of: [.integer(1), .integer(1), .integer(1)], targets: [.integer(9)]) == 1)
    #expect(exists.share(of: [], targets: []) == 0)
  }

  @Test func `as a sum adds numbers and counts everything else`() {
    let values: [OutcomeValue.Datum] = [
      .integer(2), .double(0.5), .boolean(false), .text("x"), date, .binary([]),
    ]
    #expect(EventProgress.sum(of: values, targets: []).value == 6.5)
    #expect(EventProgress.sum(of: values, targets: []).goal == nil)
    #expect(EventProgress.sum(of: values, targets: [.integer(13)]).fraction == 0.5)
    #expect(EventProgress.sum(of: nil, targets: [.integer(13)]).fraction == 0)
    #expect(EventProgress.sum(of: nil, targets: []).fraction == 0)
    #expect(EventProgress.sum(of: [.integer(-3)], targets: [.integer(2)]).fraction == 0)
    #expect(EventProgress.sum(of: [.integer(-3)], targets: []).fraction == 0)
  }

  @Test func `towards a goal stays between nothing and all`() {
    let cases: [(Double, Double?, Double)] = [
      (1, 4, 0.25), (8, 4, 1), (-1, 4, 0), (0, 0, 1), (-5, -1, 1), (5, nil, 1), (0, nil, 0), (-1, nil, 0),
    ]
    for (value, goal, fraction) in cases {
      #expect(EventProgress(value: value, goal: goal).fraction == fraction, "\(value) of \(goal ?? .nan)")
    }
  }

  @Test func `of groups weighs them equally at each level and holds the parts`() {
    #expect(ProgressTree.group([]).fraction == 1)
    #expect(ProgressTree.group([.group([]), .part(0)]).fraction == 0.5)
    #expect(ProgressTree.group([.group([.part(0.5), .part(1)]), .part(1)]).fraction == 0.875)
    #expect(ProgressTree.group([.part(7), .part(-3)]).fraction == 0.5)
  }
}
