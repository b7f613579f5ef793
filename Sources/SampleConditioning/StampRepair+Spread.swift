import Inertial

extension StampRepair {
  /// Spreads the rows that share a stamp and builds the timeline.
  ///
  /// The first row of a group keeps its stamp; the others follow evenly up to the next group, or at the
  /// running rate where a hole follows, so that the duration stays.
  mutating func spread(restarts: [Int]) throws(ConditioningError) -> Timeline {
    let groups = groupStarts(restarts)
    let periods = try groupPeriod(groups)
    var clock = ClockBuilder(count: entries.count, restarts: restarts)
    for (number, start) in groups.enumerated() {
      let end = number + 1 < groups.count ? groups[number + 1] : entries.count
      append(start..<end, spacing: spacing(start..<end, periods, clock.restartSet), to: &clock)
    }
    var timeline = clock.timeline(sourceCount: sensor.rows)
    timeline.log = log
    return timeline
  }

  /// Entries that begin a group of equal, or in bursts of nearly equal, stamps.
  private func groupStarts(_ restarts: [Int]) -> [Int] {
    let statistics = StepStatistics(count: entries.count) {
      entries[$0].stamp.minus(entries[$0 - 1].stamp)
    }
    let nearest = statistics.comeInBursts ? Int64(nanoseconds: statistics.mean * 0.3) : 1
    var boundaries = restarts[...]
    var starts = [0]
    for index in entries.indices.dropFirst() {
      let isRestart = boundaries.first == index
      if isRestart { boundaries.removeFirst() }
      if isRestart || entries[index].stamp.minus(entries[index - 1].stamp) >= nearest {
        starts.append(index)
      }
    }
    return starts
  }

  /// Usual time from row to row when each group is spread up to the next one [ns].
  private func groupPeriod(_ groups: [Int]) throws(ConditioningError) -> Double {
    guard groups.count > 1 else { return period }
    let shares = StepStatistics(count: groups.count) { number in
      let step = entries[groups[number]].stamp.minus(entries[groups[number - 1]].stamp)
      return step / Int64(groups[number] - groups[number - 1])
    }
    try refuseCoarseTime(groups)
    return shares.isEmpty ? period : Swift.max(1, shares.typical)
  }

  /// Stamps that many rows share for long can only be spread when the rows of each come in steady numbers.
  private func refuseCoarseTime(_ groups: [Int]) throws(ConditioningError) {
    let coarse = Int64(seconds: parameters.gapLimit)
    guard entries.count >= 3 * groups.count, groups.count > 3 else { return }
    let steps = StepStatistics(count: groups.count) {
      entries[groups[$0]].stamp.minus(entries[groups[$0 - 1]].stamp)
    }
    guard steps.typical > Double(coarse) else { return }
    let sizes = zip(groups.dropFirst(2), groups.dropFirst()).map { $0 - $1 }
    let usual = sizes.sorted()[sizes.count / 2]
    let uneven = sizes.count { abs($0 - usual) > Swift.max(1, usual / 10) }
    if 5 * uneven > sizes.count {
      throw .coarseTime(sensor: sensor.id, distinct: groups.count, rows: entries.count)
    }
  }

  private func spacing(_ group: Range<Int>, _ usual: Double, _ restarts: Set<Int>) -> Double {
    guard group.upperBound < entries.count, !restarts.contains(group.upperBound) else { return usual }
    let step = entries[group.upperBound].stamp.minus(entries[group.lowerBound].stamp)
    let even = Double(step) / Double(group.count)
    return even <= parameters.jitterLimit * usual ? even : usual
  }

  private mutating func append(_ group: Range<Int>, spacing: Double, to clock: inout ClockBuilder) {
    let base = entries[group.lowerBound].stamp
    for index in group {
      let entry = entries[index]
      let isFirst = index == group.lowerBound
      if !isFirst && entry.stamp == entries[index - 1].stamp
        && hasSameValues(entries[index - 1].row, entry.row)
      {
        log.duplicates.add(row: Int(entry.row))
        continue
      }
      let stamp = base.plus(Int64(nanoseconds: spacing * Double(index - group.lowerBound)))
      if !isFirst { log.bursts.add(row: Int(entry.row)) }
      let isNew = clock.append(stamp, row: entry.row, isMade: entry.isMade || !isFirst, from: index)
      if !isNew { log.duplicates.add(row: Int(entry.row)) }
    }
  }
}

/// Collects the entries of a timeline, each later than the one before.
struct ClockBuilder {
  private var stamps: [Int64] = []
  private var rows: [Int32] = []
  private var made: [Bool] = []
  private var anyMade = false
  private var restarts: [Int] = []
  private var restartPending = false
  /// Entries of the repair that begin a new stretch.
  let restartSet: Set<Int>

  init(count: Int, restarts: [Int]) {
    stamps.reserveCapacity(count)
    rows.reserveCapacity(count)
    made.reserveCapacity(count)
    restartSet = Set(restarts)
  }

  /// False when the stamp is not later than the one before and the row was left out.
  mutating func append(_ stamp: Int64, row: Int32, isMade: Bool, from entry: Int) -> Bool {
    if !restartSet.isEmpty && restartSet.contains(entry) { restartPending = true }
    if let last = stamps.last, stamp <= last { return false }
    if restartPending {
      restarts.append(stamps.count)
      restartPending = false
    }
    stamps.append(stamp)
    rows.append(row)
    made.append(isMade)
    if isMade { anyMade = true }
    return true
  }

  consuming func timeline(sourceCount: Int) -> Timeline {
    let isIdentity = rows.count == sourceCount && rows.indices.allSatisfy { rows[$0] == Int32($0) }
    return Timeline(
      clock: .stamps(stamps), rows: isIdentity ? nil : rows, count: stamps.count, restarts: restarts,
      interpolated: anyMade ? made : [])
  }
}
