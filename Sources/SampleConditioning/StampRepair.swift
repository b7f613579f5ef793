import Inertial

/// Turns stamps as printed into a strictly increasing clock, saying what it did.
///
/// Repeats are dropped; senseless and missing stamps are made from their neighbours; small steps back are
/// sorted; longer ones and jumps ahead begin a segment; rows that share a stamp are spread.
struct StampRepair {
  struct Entry {
    var stamp: Int64
    var row: Int32
    var isMade = false
  }

  let sensor: SensorRecording
  let parameters: ConditioningParameters
  var entries: [Entry]
  var log = TimelineLog()
  /// About the time one row stands for [ns].
  var period: Double
  private(set) var distinctStamps: Int

  init(
    stamps: [Int64], sensor: SensorRecording, present: PresentRows, parameters: ConditioningParameters
  ) {
    self.sensor = sensor
    self.parameters = parameters
    if let rows = present.rows {
      entries = rows.map { Entry(stamp: stamps[Int($0)], row: $0) }
    } else {
      entries = stamps.indices.map { Entry(stamp: stamps[$0], row: Int32($0)) }
    }
    let valid = entries.lazy.map(\.stamp).filter { $0 != .missingStamp }
    let first = valid.first { _ in true }
    distinctStamps = first == nil ? 0 : valid.contains { $0 != first } ? 2 : 1
    period = 0
  }

  mutating func run() throws(ConditioningError) -> Timeline {
    dropRepeats()
    estimatePeriod()
    markStrays()
    fillMissing()
    let clocks = try clocks(of: sortedSegments())
    let restarts = join(clocks)
    return try spread(restarts: restarts)
  }

  /// A repeated row says nothing new: same stamp and same values as the row before.
  private mutating func dropRepeats() {
    var kept = 0
    for index in entries.indices {
      let entry = entries[index]
      let isRepeat =
        kept > 0 && entry.stamp != .missingStamp && entries[kept - 1].stamp == entry.stamp
        && hasSameValues(entries[kept - 1].row, entry.row)
      if isRepeat {
        log.duplicates.add(row: Int(entry.row))
      } else {
        entries[kept] = entry
        kept += 1
      }
    }
    entries.removeSubrange(kept...)
  }

  func hasSameValues(_ first: Int32, _ second: Int32) -> Bool {
    let a = Int(first), b = Int(second)
    let rate = sensor.gyroscope.values, force = sensor.accelerometer.values
    guard rate[a].hasSameBits(as: rate[b]) && force[a].hasSameBits(as: force[b]) else { return false }
    guard let field = sensor.magnetometer?.values else { return true }
    return field[a].hasSameBits(as: field[b])
  }

  private mutating func estimatePeriod() {
    let statistics = StepStatistics(count: entries.count) { index in
      let before = entries[index - 1].stamp, after = entries[index].stamp
      if before == .missingStamp || after == .missingStamp { return -1 }
      return after.minus(before)
    }
    let isPlain = statistics.zeroShare < 0.25 && !statistics.comeInBursts
    period = Swift.max(1, isPlain ? statistics.typical : statistics.mean)
  }
}
