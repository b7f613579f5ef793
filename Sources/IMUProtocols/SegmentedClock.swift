/// The clock of a device with the count of its restarts, each told to the statistics and as an event.
struct SegmentedClock: Sendable {
  var clock = DeviceClock()
  /// Counts restarts.
  private(set) var segment = 0

  /// Time [ns] of a stamp [ns] that arrived at host time `arrival` [ns]; nil while the stamp is in doubt, which a proven one
  /// never is.
  mutating func read(
    _ stamp: Int64, arrival: Int64, isProven: Bool, counting statistics: inout DecoderStatistics,
    noting events: inout EventList
  ) -> Int64? {
    switch clock.read(stamp, arrival: arrival, isProven: isProven) {
    case .time(let time): return time
    case .doubtful: return nil
    case .restart(let time):
      segment += 1
      statistics.restarts += 1
      events.note(.restart(segment: segment))
      return time
    }
  }
}
