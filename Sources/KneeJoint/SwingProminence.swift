import Inertial

/// Tells the swings of a knee from the smaller bends beside them: the knee giving way under load in walking and running, a
/// short step before a flight of stairs.
///
/// Both come in classes of prominence, and a bend that rises nearer to the typical swing than to nothing is a swing. The
/// line between them is drawn through the middle of the widest empty stretch of prominences there; where bends fill it
/// (running strides grow step by step), through the place where they are rarest. Where they form no classes, the share of
/// the recording's range decides that the protocol's product form names.
struct SwingProminence {
  /// Least prominence of a swing [rad].
  let least: Double

  /// - Parameters:
  ///   - bends: prominence of every bend [rad].
  ///   - floor: prominence below which nothing is a swing [rad].
  ///   - fallback: what decides where bends form no classes [rad].
  init(bends: [Double], floor: Double, fallback: Double) {
    let sorted = bends.filter { $0 >= floor }.sorted()
    let line = Self.typical(sorted).flatMap {
      Self.emptyStretch(sorted, typical: $0) ?? Self.rarest(sorted, typical: $0)
    }
    least = max(floor, line ?? fallback)
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

  /// Middle of the widest stretch without bends around 25 to 60 % of a typical swing, itself above 30 %; nil when it is
  /// narrower than 20 %.
  private static func emptyStretch(_ sorted: [Double], typical: Double) -> Double? {
    let stretches = zip([0] + sorted, sorted).filter {
      $0.1 > 0.25 * typical && $0.0 < 0.6 * typical && $0.0 + $0.1 > 0.6 * typical
    }
    guard let widest = stretches.max(by: { $0.1 - $0.0 < $1.1 - $1.0 }),
      widest.1 - widest.0 >= 0.2 * typical
    else { return nil }
    return (widest.0 + widest.1) / 2
  }

  /// Where bends are rarest between 35 and 60 % of a typical swing, smoothed over 5 % of it; nil unless they are clearly
  /// more frequent on both sides.
  private static func rarest(_ sorted: [Double], typical: Double) -> Double? {
    let width = 0.05 * typical
    // Some hundreds of them are distributed as all are.
    let bends = stride(from: 0, to: sorted.count, by: max(1, sorted.count / 400)).map { sorted[$0] }
    func density(_ place: Double) -> Double {
      bends.reduce(0.0) { sum, bend in
        let distance: Double = (place - bend) / width
        return sum + Double.exp(-0.5 * distance * distance)
      }
    }
    let frequency = bends.map(density)
    // Rareness against the lower of the two crowds on either side.
    func share(_ place: Double) -> Double {
      let below = zip(bends, frequency).filter { $0.0 < place }.map(\.1).max() ?? 0
      let above = zip(bends, frequency).filter { $0.0 > place }.map(\.1).max() ?? 0
      return min(below, above) > 0 ? density(place) / min(below, above) : .infinity
    }
    let places = (35...60).map { Double($0) / 100 * typical }
    guard let best = places.map({ (place: $0, share: share($0)) }).min(by: { $0.share < $1.share }) else {
      return nil
    }
    return best.share < 0.7 ? best.place : nil
  }
}
