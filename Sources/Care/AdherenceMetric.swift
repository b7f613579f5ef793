/// How much of one event was done, and of several.
public enum AdherenceMetric: String, Hashable, Sendable, CaseIterable {
  case outcomeExists
  /// Values there are, of targets there are.
  case percentOfOutcomeValuesThatExist
  /// Every value reaches the target at its position.
  case compareTargetValues
  /// Share of the targets reached.
  case percentOfTargetValuesMet

  /// 0...1.
  ///
  /// - Parameter values: of the live outcome; nil without one, which is 0 in every metric.
  public func share(of values: [OutcomeValue.Datum]?, targets: [OutcomeValue.Datum]) -> Double {
    guard let values else { return 0 }
    let met = zip(values, targets).count { $0.reaches($1) }
    switch self {
    case .outcomeExists: return 1
    case .percentOfOutcomeValuesThatExist:
      return min(1, Double(values.count) / Double(max(1, targets.count)))
    case .compareTargetValues: return met == targets.count ? 1 : 0
    case .percentOfTargetValuesMet:
      return targets.isEmpty ? (values.isEmpty ? 0 : 1) : Double(met) / Double(targets.count)
    }
  }

  /// 0...1 of an event with its answer.
  public func share(of event: CareEvent) -> Double {
    share(of: event.outcome?.values.map(\.datum), targets: event.occurrence.targets.map(\.datum))
  }

  /// The mean; `noEvents` for none.
  public func adherence(of events: [(values: [OutcomeValue.Datum]?, targets: [OutcomeValue.Datum])])
    -> DayAdherence
  {
    if events.isEmpty { return .noEvents }
    let sum = events.reduce(0) { $0 + share(of: $1.values, targets: $1.targets) }
    return .share(sum / Double(events.count))
  }
}

extension OutcomeValue.Datum {
  /// At least the target. Text against text and binary against binary always pass, other mixed pairs never.
  func reaches(_ target: OutcomeValue.Datum) -> Bool {
    switch (self, target) {
    case (.text, .text), (.binary, .binary): true
    default: compared(with: target).map { $0 >= 0 } ?? false
    }
  }
}
