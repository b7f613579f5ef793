import Inertial

/// Tells the swings of a knee from the smaller bends beside them: the knee giving way under load in walking, a short step
/// before a flight of stairs.
///
/// Both come in classes of prominence. A bend that rises nearer to the typical swing than to nothing is a swing; the line
/// is drawn through the middle of the widest empty stretch of prominences there. Where no stretch is wide enough to speak
/// of two classes, the share of the recording's range decides (rule of the evaluation protocol's product form).
struct SwingProminence {
  /// Bends looked at lie around this share of a typical swing.
  private static let searched = 0.25...0.6
  /// An empty stretch narrower than this share of a typical swing separates nothing.
  private static let leastGap = 0.2

  /// Least prominence of a swing [rad].
  let least: Double

  /// - Parameters:
  ///   - bends: prominence of every bend [rad].
  ///   - floor: prominence below which nothing is a swing [rad].
  ///   - fallback: what decides where bends do not fall into classes [rad].
  init(bends: [Double], floor: Double, fallback: Double) {
    let sorted = bends.filter { $0 >= floor }.sorted()
    guard let typical = Self.typical(sorted) else {
      least = max(floor, fallback)
      return
    }
    let gaps = zip([0] + sorted, sorted).filter {
      $0.1 > Self.searched.lowerBound * typical && $0.0 < Self.searched.upperBound * typical
    }
    guard let widest = gaps.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }),
      widest.1 - widest.0 >= Self.leastGap * typical
    else {
      least = max(floor, fallback)
      return
    }
    least = max(floor, (widest.0 + widest.1) / 2)
  }

  /// The bend below which half of all bending was done: many small ones do not pull it down.
  private static func typical(_ sorted: [Double]) -> Double? {
    let half = sorted.reduce(0, +) / 2
    var below = 0.0
    return sorted.first { bend in
      below += bend
      return below >= half
    }
  }
}
