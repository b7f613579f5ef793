import Inertial

// Stamps that say nothing.
extension StampRepair {
  /// At most so many rows in a row count as a slip of the clock and not as a clock of their own.
  private static let strayRows = 3

  /// Finds short runs of stamps that leave the clock although the clock goes on behind them.
  mutating func markStrays() {
    let pieces = contiguousPieces()
    guard pieces.count > 1 else { return }
    var before: Range<Int>?
    for index in pieces.indices {
      let piece = pieces[index]
      let after = index + 1 < pieces.count ? pieces[index + 1] : nil
      if piece.count <= Self.strayRows && isStray(piece, before: before, after: after) {
        for entry in piece where entries[entry].stamp != .missingStamp {
          log.strays.add(row: Int(entries[entry].row))
          entries[entry].stamp = .missingStamp
        }
      } else {
        before = piece
      }
    }
  }

  /// Runs of entries whose stamps follow each other within a second, forward or back.
  private func contiguousPieces() -> [Range<Int>] {
    let limit = Int64(seconds: Swift.max(parameters.sortLimit, 20 * period / Int64.nanosecondsPerSecond))
    var pieces: [Range<Int>] = []
    var start = 0
    var last = Int64.missingStamp
    for index in entries.indices {
      let stamp = entries[index].stamp
      guard stamp != .missingStamp else { continue }
      let step = last == .missingStamp ? 0 : stamp.minus(last)
      if step > limit || step < -limit {
        pieces.append(start..<index)
        start = index
      }
      last = stamp
    }
    pieces.append(start..<entries.count)
    return pieces
  }

  private func isStray(_ piece: Range<Int>, before: Range<Int>?, after: Range<Int>?) -> Bool {
    switch (before, after) {
    case (let before?, let after?):
      guard let left = lastStamp(before), let right = firstStamp(after) else { return false }
      let step = Double(right.minus(left))
      let rows = Double(after.lowerBound - before.upperBound + 1)
      return step > 0 && step <= rows * period + Swift.max(2 * period, 1e8)
    case (nil, let after?):
      return after.count > 2 * Self.strayRows && isApart(lastStamp(piece), firstStamp(after))
    case (let before?, nil):
      return before.count > 2 * Self.strayRows && isApart(lastStamp(before), firstStamp(piece))
    case (nil, nil):
      return false
    }
  }

  private func isApart(_ left: Int64?, _ right: Int64?) -> Bool {
    guard let left, let right else { return false }
    let step = right.minus(left)
    return step > Int64(seconds: parameters.jumpLimit) || step < -Int64(seconds: parameters.sortLimit)
  }

  private func lastStamp(_ piece: Range<Int>) -> Int64? {
    entries[piece].last { $0.stamp != .missingStamp }?.stamp
  }

  private func firstStamp(_ piece: Range<Int>) -> Int64? {
    entries[piece].first { $0.stamp != .missingStamp }?.stamp
  }

  /// A missing stamp is spread between its neighbours where they are near, else it follows the one before.
  mutating func fillMissing() {
    var index = 0
    var before: Int64?
    while index < entries.count {
      guard entries[index].stamp == .missingStamp else {
        before = entries[index].stamp
        index += 1
        continue
      }
      var end = index
      while end < entries.count && entries[end].stamp == .missingStamp { end += 1 }
      makeStamps(index..<end, before: before, after: end < entries.count ? entries[end].stamp : nil)
      index = end
    }
  }

  private mutating func makeStamps(_ run: Range<Int>, before: Int64?, after: Int64?) {
    var spacing = period
    if let before, let after, after > before {
      let even = Double(after.minus(before)) / Double(run.count + 1)
      if even <= parameters.jitterLimit * period { spacing = even }
    }
    for (offset, index) in run.enumerated() {
      if let before {
        entries[index].stamp = before.plus(Int64(nanoseconds: spacing * Double(offset + 1)))
      } else if let after {
        entries[index].stamp = after.minus(Int64(nanoseconds: spacing * Double(run.count - offset)))
      }
      entries[index].isMade = true
      log.madeStamps.add(row: Int(entries[index].row))
    }
  }
}
