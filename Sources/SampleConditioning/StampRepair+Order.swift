import Inertial

extension StampRepair {
  /// A run of entries of one clock in time order.
  struct Segment {
    var entries: Range<Int>
    var first: Int64
    var last: Int64
  }

  /// Cuts where the clock steps back by more than can be sorted or jumps ahead, and sorts what lies between.
  mutating func sortedSegments() -> [Segment] {
    let back = Int64(seconds: parameters.sortLimit)
    let ahead = Int64(seconds: parameters.jumpLimit)
    var segments: [Segment] = []
    var start = 0
    var latest = entries[0].stamp
    var isSorted = true
    for index in entries.indices.dropFirst() {
      let stamp = entries[index].stamp
      let step = stamp.minus(latest)
      if step < -back || step > ahead {
        segments.append(segment(start..<index, isSorted: isSorted))
        start = index
        latest = stamp
        isSorted = true
      } else if step < 0 {
        isSorted = false
        log.sorted.add(row: Int(entries[index].row))
      } else {
        latest = stamp
      }
    }
    segments.append(segment(start..<entries.count, isSorted: isSorted))
    return segments
  }

  private mutating func segment(_ range: Range<Int>, isSorted: Bool) -> Segment {
    if !isSorted {
      entries[range].sort { ($0.stamp, $0.row) < ($1.stamp, $1.row) }
    }
    return Segment(
      entries: range, first: entries[range.lowerBound].stamp, last: entries[range.upperBound - 1].stamp)
  }

  /// The segments of each clock in time order.
  ///
  /// A segment belongs to the clock so far when it is later than all of it, or when it fits in before or
  /// between without overlap and end to start. Everything else is a clock that started again.
  mutating func clocks(of segments: [Segment]) throws(ConditioningError) -> [[Segment]] {
    guard segments.count <= Swift.max(16, entries.count / 50) else {
      throw .scrambledTime(sensor: sensor.id, segments: segments.count, rows: entries.count)
    }
    var clocks: [[Segment]] = [[]]
    for segment in segments {
      let current = clocks.count - 1
      if let place = place(of: segment, in: clocks[current]) {
        if place < clocks[current].count {
          log.joined.add(row: Int(entries[segment.entries.lowerBound].row))
        }
        clocks[current].insert(segment, at: place)
      } else {
        clocks.append([segment])
      }
    }
    return clocks
  }

  private func place(of segment: Segment, in clock: [Segment]) -> Int? {
    guard let latest = clock.last, segment.first <= latest.last else { return clock.count }
    let place = clock.firstIndex { $0.first > segment.first } ?? clock.count
    guard place < clock.count, clock[place].first > segment.last else { return nil }
    let before = place > 0 ? clock[place - 1].last : nil
    if let before, before >= segment.first { return nil }
    let jump = Int64(seconds: parameters.jumpLimit)
    let fitsBehind = before.map { segment.first.minus($0) <= jump } ?? false
    let fitsBefore = clock[place].first.minus(segment.last) <= jump
    return fitsBehind || fitsBefore ? place : nil
  }

  /// Brings the entries into the order of the clocks and gives the entries that begin a new stretch.
  ///
  /// A clock that started again goes on one period behind the one before it: the true distance is unknown.
  mutating func join(_ clocks: [[Segment]]) -> [Int] {
    var restarts: [Int] = []
    var joined: [Entry] = []
    if clocks.count > 1 || log.joined.count > 0 { joined.reserveCapacity(entries.count) }
    let isInOrder = clocks.count == 1 && log.joined.count == 0
    var latest: Int64?
    var position = 0
    for clock in clocks {
      var shift: Int64 = 0
      if let latest, let first = clock.first?.first {
        shift = latest.plus(Int64(nanoseconds: period)).minus(first)
        noteRestart(at: position, jump: first.minus(latest), clock[0], &restarts)
      }
      for (index, segment) in clock.enumerated() {
        if index > 0 {
          let jump = segment.first.minus(clock[index - 1].last)
          if jump > Int64(seconds: parameters.jumpLimit) {
            noteRestart(at: position, jump: jump, segment, &restarts)
          }
        }
        if !isInOrder {
          for entry in entries[segment.entries] {
            var moved = entry
            moved.stamp = entry.stamp.plus(shift)
            joined.append(moved)
          }
        }
        position += segment.entries.count
        latest = segment.last.plus(shift)
      }
    }
    if !isInOrder { entries = joined }
    return restarts
  }

  private mutating func noteRestart(
    at position: Int, jump: Int64, _ segment: Segment, _ restarts: inout [Int]
  ) {
    restarts.append(position)
    log.newSegments.add(row: Int(entries[segment.entries.lowerBound].row))
    let seconds = Double(jump) / Int64.nanosecondsPerSecond
    if abs(seconds) > abs(log.longestJump) { log.longestJump = seconds }
  }
}
