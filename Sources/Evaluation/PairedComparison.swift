import Inertial

/// Whether one of two methods is better over the same recordings.
///
/// The recordings are drawn again and again, with replacement (Efron, Annals of Statistics 7(1), 1979,
/// doi 10.1214/aos/1176344552): the interval holds 95 % of the means of such draws. Better is who wins on at least
/// four of five recordings, on more than chance gives in one of twenty, and has the whole interval on his side; all
/// else is parity.
public struct PairedComparison: Hashable, Sendable {
  public enum Verdict: String, Hashable, Sendable {
    case better, parity, worse
    /// Fewer recordings than can show a difference.
    case tooFew
  }

  public var recordings: Int
  /// Mean of ours minus theirs [deg].
  public var meanDifference: Double
  /// Ends of the 95 % interval of that mean [deg].
  public var lower, upper: Double
  /// Recordings on which ours is smaller, and larger.
  public var wins, losses: Int

  /// Five wins of five come by chance in one of 32, four of four in one of 16. Four of five would come in six of 32.
  public static let fewestRecordings = 5
  public static let draws = 10_000

  /// - Parameter differences: ours minus theirs, one a recording [deg]. nil when there is none or one is not finite.
  public init?(differences: [Double], seed: UInt64 = 1) {
    let count = differences.count
    guard count > 0, differences.allSatisfy({ $0.isFinite }) else { return nil }
    recordings = count
    meanDifference = differences.reduce(0, +) / Double(count)
    wins = differences.count { $0 < 0 }
    losses = differences.count { $0 > 0 }
    var random = SplitMix64(seed: seed)
    let means = (0..<Self.draws).map { _ in
      let sum = (0..<count).reduce(0.0) { sum, _ in
        sum + differences[Int.random(in: 0..<count, using: &random)]
      }
      return sum / Double(count)
    }.sorted()
    lower = RangeStatistics.percentile(means, 0.025)
    upper = RangeStatistics.percentile(means, 0.975)
  }

  public var verdict: Verdict {
    if recordings < Self.fewestRecordings { return .tooFew }
    if isMost(wins), upper < 0 { return .better }
    if isMost(losses), lower > 0 { return .worse }
    return .parity
  }

  private func isMost(_ count: Int) -> Bool {
    count * 5 >= recordings * 4 && Self.chance(of: count, in: recordings) <= Self.mostChance
  }

  private static let mostChance = 0.05

  /// How often so many wins or more come by chance, when each side is as likely as the other.
  static func chance(of wins: Int, in recordings: Int) -> Double {
    var share = Double(sign: .plus, exponent: -recordings, significand: 1), sum = 0.0
    for count in stride(from: recordings, through: wins, by: -1) {
      sum += share
      share *= Double(count) / Double(recordings - count + 1)
    }
    return sum
  }
}
