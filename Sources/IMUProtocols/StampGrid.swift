/// Evens out stamps that a device rounded down to whole milliseconds or hundredths of a second.
///
/// A sample at 104 Hz gets stamps 9 or 10 ms apart. The true time lies within one step behind the stamp; the fitted
/// period says where. What a stamp says is never contradicted: uneven sampling stays uneven.
struct StampGrid: Sendable {
  private var first: Int64?
  private var last: Int64 = 0
  /// How far behind its stamp the sample before lay [ns].
  private var behind = 0.0
  /// Of the stamps [ns]; 0: they are finer than a millisecond.
  private var step: Int64 = 10_000_000
  /// Intervals of a stretch without holes whose lengths differ by one step: then rounding made them uneven.
  private var shortest = Int64.max
  private var longest: Int64 = 0
  private var seen = 0
  private var isUneven = false
  /// Stamp and number of a sample 5 to 10 s ago, and of one less than that.
  private var olderAnchor: (stamp: Int64, count: Int) = (0, 0)
  private var anchor: (stamp: Int64, count: Int) = (0, 0)
  private var count = 0
  /// Mean interval since the older anchor [ns].
  private var period = 0.0

  private static let stretch = 32
  private static let window: Int64 = 5_000_000_000

  /// The time [ns] within the step that a stamp stands for.
  mutating func time(_ stamp: Int64) -> Int64 {
    let interval = stamp &- last
    last = stamp
    guard let first else {
      first = stamp
      return stamp
    }
    while step > 0, (stamp &- first) % step != 0 { step = step > 1_000_000 ? 1_000_000 : 0 }
    guard step > 0, interval >= 0 else {
      behind = 0
      return stamp
    }
    if !isUneven {
      learn(interval, stamp)
      return stamp
    }
    let periods = max(1, min(1e6, (Double(interval) / period).rounded()))
    behind = max(0, min(Double(step) * 0.999, behind + periods * period - Double(interval)))
    follow(stamp, Int(periods))
    return stamp &+ Int64(behind)
  }

  private mutating func learn(_ interval: Int64, _ stamp: Int64) {
    if seen == 0 { olderAnchor = (stamp &- interval, 0) }
    seen += 1
    shortest = min(shortest, interval)
    longest = max(longest, interval)
    guard seen == Self.stretch else { return }
    isUneven = longest - shortest == step && shortest > 0
    period = Double(stamp &- olderAnchor.stamp) / Double(seen)
    count = seen
    anchor = (stamp, count)
    (seen, shortest, longest) = (0, .max, 0)
  }

  private mutating func follow(_ stamp: Int64, _ periods: Int) {
    count += periods
    if stamp &- anchor.stamp > Self.window { (olderAnchor, anchor) = (anchor, (stamp, count)) }
    let run = Double(stamp &- olderAnchor.stamp)
    if run > 0, count > olderAnchor.count { period = run / Double(count - olderAnchor.count) }
  }
}
