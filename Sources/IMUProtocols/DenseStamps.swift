/// Spreads samples that share one stamp: a clock of 10 ms at 250 Hz, or of 1 ms at 2 kHz.
///
/// A sample lies within one tick behind its stamp; the mean distance of the samples says where. Until enough of them have
/// shared a stamp, and as many ticks have passed, stamps are given as they are: a copy of a line is no dense clock.
struct DenseStamps: Sendable {
  private var last: (stamp: Int64, time: Int64)?
  /// Smallest step between two stamps [ns].
  private var tick = Int64.max
  private var repeated = 0
  private var advanced = 0
  /// Stamp and number of the sample that the mean distance is counted from, and of one for the next stretch.
  private var older: (stamp: Int64, count: Int) = (0, 0)
  private var newer: (stamp: Int64, count: Int) = (0, 0)
  private var count = 0

  private static let witnesses = 8
  private static let window: Int64 = 5_000_000_000

  /// The time [ns] of the sample with this unwrapped stamp [ns].
  mutating func time(_ stamp: Int64) -> Int64 {
    guard let last, 0..<Self.window ~= stamp &- last.stamp, stamp < .max - Self.window else {
      (older, newer, count) = ((stamp, 0), (stamp, 0), 0)
      self.last = (stamp, stamp)
      return stamp
    }
    count += 1
    learn(stamp &- last.stamp)
    let time = isDense ? place(stamp, behind: last.time) : stamp
    self.last = (stamp, time)
    if stamp &- newer.stamp > Self.window { (older, newer) = (newer, (stamp, count)) }
    return time
  }

  private var isDense: Bool { repeated >= Self.witnesses && advanced >= Self.witnesses }

  private mutating func learn(_ step: Int64) {
    if step == 0 {
      repeated = min(repeated + 1, Self.witnesses)
    } else {
      advanced = min(advanced + 1, Self.witnesses)
      tick = min(tick, step)
    }
  }

  /// One mean distance behind the sample before, and within the tick of the stamp.
  private func place(_ stamp: Int64, behind before: Int64) -> Int64 {
    let distance = max(1, (stamp &- older.stamp) / Int64(max(1, count - older.count)))
    return max(stamp, before &+ 1, min(before &+ distance, stamp &+ tick &- 1))
  }
}
