import Inertial

/// Samples that are missing between those that came, by the local period, and the holes they left.
struct LossCount {
  private(set) var lost = 0
  private(set) var holes = Episode()
  /// Longest step between two samples of one segment [s].
  private(set) var longest = 0.0

  /// A late sample makes a long step and a short one; only what is missing over both is lost.
  init(_ timeline: Timeline, jumpLimit: Double) {
    guard case .stamps(let stamps) = timeline.clock else { return }
    var boundaries = timeline.restarts[...]
    for entry in 1..<Swift.max(1, stamps.count) {
      if boundaries.first == entry {
        boundaries.removeFirst()
        continue
      }
      let step = Double.seconds(from: stamps[entry - 1], to: stamps[entry])
      if step > longest { longest = step }
      let period = timeline.periods.period(at: entry)
      guard step > 1.5 * period, step <= jumpLimit else { continue }
      let missing = Self.missing(stamps, entry, period: period)
      if missing > 0 {
        lost += missing
        holes.add(at: Double(entry))
      }
    }
  }

  private static func missing(_ stamps: [Int64], _ entry: Int, period: Double) -> Int {
    var least = samples(from: stamps[entry - 1], to: stamps[entry], period) - 1
    if entry + 1 < stamps.count {
      least = Swift.min(least, samples(from: stamps[entry - 1], to: stamps[entry + 1], period) - 2)
    }
    if entry >= 2 {
      least = Swift.min(least, samples(from: stamps[entry - 2], to: stamps[entry], period) - 2)
    }
    return Swift.max(0, least)
  }

  private static func samples(from start: Int64, to end: Int64, _ period: Double) -> Int {
    let count = (Double.seconds(from: start, to: end) / period).rounded()
    return count < 1e9 ? Int(count) : 1_000_000_000
  }
}
