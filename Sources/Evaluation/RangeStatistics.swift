import Inertial

/// Errors of many ranges, and whether the flags told which of them were wrong. Degrees, shares 0...1.
public struct RangeStatistics: Hashable, Sendable {
  public var legs: Int
  /// Share with a number.
  public var yield: Double
  public var median, upperQuartile, ninetieth, ninetyFifth, largest: Double
  /// Errors above 3 degrees, and those of them that no flag tells of.
  public var largeErrors, untold: Int
  /// Errors below 1 degree, and those of them that carry a warning.
  public var smallErrors, falseAlarms: Int
  /// Legs with a doubt.
  public var doubted: Int

  /// nil without a trial.
  public init?(_ trials: [RangeTrial]) {
    guard !trials.isEmpty else { return nil }
    let errors = trials.map(\.error).sorted()
    legs = trials.count
    yield = Double(trials.count { !$0.isRefused }) / Double(trials.count)
    median = Self.percentile(errors, 0.5)
    upperQuartile = Self.percentile(errors, 0.75)
    ninetieth = Self.percentile(errors, 0.9)
    ninetyFifth = Self.percentile(errors, 0.95)
    largest = errors[errors.count - 1]
    let large = trials.filter(\.isLarge), small = trials.filter(\.isSmall)
    largeErrors = large.count
    untold = large.count { !$0.isDoubted }
    smallErrors = small.count
    falseAlarms = small.count { $0.isDoubted }
    doubted = trials.count { $0.isDoubted }
  }

  /// Share of the legs with a doubt whose error is large; nil without a doubt.
  public var precision: Double? { doubted == 0 ? nil : Double(largeErrors - untold) / Double(doubted) }
  /// Share of the large errors that a flag tells of; nil without a large error.
  public var recall: Double? {
    largeErrors == 0 ? nil : Double(largeErrors - untold) / Double(largeErrors)
  }
  /// Share of the small errors with a warning; nil without a small error.
  public var falseAlarmShare: Double? {
    smallErrors == 0 ? nil : Double(falseAlarms) / Double(smallErrors)
  }

  /// Linear between the order statistics.
  static func percentile(_ sorted: [Double], _ share: Double) -> Double {
    guard let last = sorted.indices.last else { return .nan }
    let place = share * Double(last)
    let below = Int(place)
    let above = Swift.min(below + 1, last)
    return sorted[below] + (sorted[above] - sorted[below]) * (place - Double(below))
  }
}

/// How one flag code did over many legs.
public struct FlagStatistics: Hashable, Sendable {
  public var code: QualityFlag.Code
  /// Legs that carry it as a warning or stop; of these the errors above 3 and below 1 degree.
  public var legs, onLarge, onSmall: Int

  /// Codes that were raised, most often first.
  public static func all(_ trials: [RangeTrial]) -> [FlagStatistics] {
    QualityFlag.Code.allCases.compactMap { code -> FlagStatistics? in
      let marked = trials.filter { $0.doubts.contains(code) }
      guard !marked.isEmpty else { return nil }
      return FlagStatistics(
        code: code, legs: marked.count, onLarge: marked.count(where: \.isLarge),
        onSmall: marked.count(where: \.isSmall))
    }.sorted { $0.legs > $1.legs }
  }
}

/// A Monte-Carlo run: all legs, by motion, by fault.
public struct RangeTable: Sendable {
  public var trials: [RangeTrial]

  public init(trials: [RangeTrial]) { self.trials = trials }

  /// Name and statistics of every group: all, those without a fault, each motion, each fault.
  public var groups: [(name: String, statistics: RangeStatistics)] {
    var groups = [("all", trials), ("no fault", trials.filter(\.faults.isEmpty))]
    for motion in unique(trials.map(\.motion)) {
      groups.append((motion, trials.filter { $0.motion == motion }))
    }
    for fault in unique(trials.flatMap(\.faults)) {
      groups.append(("+ " + fault, trials.filter { $0.faults.contains(fault) }))
    }
    return groups.compactMap { group in RangeStatistics(group.1).map { (group.0, $0) } }
  }

  /// Large errors that no flag tells of first, then by size.
  public var worst: [RangeTrial] {
    trials.sorted { a, b in
      let untoldA = a.isLarge && !a.isDoubted, untoldB = b.isLarge && !b.isDoubted
      return untoldA != untoldB ? untoldA : a.error > b.error
    }
  }

  private func unique(_ names: [String]) -> [String] { Set(names).sorted() }
}
