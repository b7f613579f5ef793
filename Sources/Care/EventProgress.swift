/// How far one event is, as a number against a goal.
public struct EventProgress: Hashable, Sendable {
  public var value: Double
  /// nil: there is none.
  public var goal: Double?

  public init(value: Double, goal: Double?) {
    self.value = value
    self.goal = goal
  }

  /// 0...1: without a goal 1 for anything above 0; a goal of nothing or less is reached.
  public var fraction: Double {
    guard let goal else { return value > 0 ? 1 : 0 }
    if goal <= 0 { return 1 }
    let share = value / goal
    return share.isNaN ? 0 : min(max(share, 0), 1)
  }

  /// 1 if there is an outcome, even without values.
  public static func existence(of values: [OutcomeValue.Datum]?) -> EventProgress {
    EventProgress(value: values == nil ? 0 : 1, goal: 1)
  }

  /// Numbers added, everything else (booleans too, even false) counts 1; the goal is the same over the targets.
  public static func sum(of values: [OutcomeValue.Datum]?, targets: [OutcomeValue.Datum]) -> EventProgress {
    EventProgress(value: sum(values ?? []), goal: targets.isEmpty ? nil : sum(targets))
  }

  private static func sum(_ data: [OutcomeValue.Datum]) -> Double {
    data.reduce(0) { $0 + ($1.number ?? 1) }
  }
}

/// Fractions in groups; groups weigh equally at each level.
public indirect enum ProgressTree: Hashable, Sendable {
  case part(Double)
  case group([ProgressTree])

  /// 0...1. Combining nothing is 1 as arithmetic; a day with nothing due is told apart by `DaySummary`.
  public var fraction: Double {
    switch self {
    case .part(let fraction): fraction.isNaN ? 0 : min(max(fraction, 0), 1)
    case .group(let parts) where parts.isEmpty: 1
    case .group(let parts): parts.reduce(0) { $0 + $1.fraction } / Double(parts.count)
    }
  }
}
