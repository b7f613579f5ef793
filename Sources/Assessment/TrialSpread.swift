import Care
import Inertial

/// How far the trials of one event lie apart; only measurements of one definition are compared.
struct TrialSpread {
  /// Trials of one leg on one day should agree to this [deg].
  private static let largest = 10.0

  /// Largest minus smallest range [deg], over the definition where it is larger; nil for less than two trials.
  let degrees: Double?

  init(of measured: [StoredMeasurement]) {
    let usable = measured.map(\.record).filter { $0.stoppedBy == nil }
    let spreads = KneeDefinition.allCases.compactMap { definition -> Double? in
      let ranges = usable.filter { $0.definition == definition }.compactMap(\.numbers.range)
      guard ranges.count > 1, let low = ranges.min(), let high = ranges.max() else { return nil }
      return high - low
    }
    degrees = spreads.max()
  }

  /// `trialSpread` where they differ by over ten degrees.
  var flags: [QualityFlag] {
    guard let degrees, degrees > Self.largest else { return [] }
    return [QualityFlag(.trialSpread, .warn, value: degrees.degreesToRadians)]
  }
}
