/// The nominal period of a recording, and where in it the rate was lastingly another one [s].
struct LocalPeriods {
  private static let block = 64
  private static let tolerance = 0.35

  /// Holds for most of the recording.
  let nominal: Double
  /// One a block of entries; empty when the rate never changed.
  private var blocks: [Double] = []

  init(_ nominal: Double) { self.nominal = nominal }

  /// From strictly increasing stamps [ns]; nil with less than two.
  init?(stamps: [Int64]) {
    let statistics = StepStatistics(count: stamps.count) { stamps[$0].minus(stamps[$0 - 1]) }
    let typical = statistics.typical
    guard typical > 0 else { return nil }
    let mean = Self.meanStep(stamps, 1..<stamps.count, near: typical)
    nominal = (mean ?? typical) / Int64.nanosecondsPerSecond
    blocks = Self.changes(stamps, statistics, nominal: nominal)
    if let block = blocks.firstIndex(where: { $0 != nominal }) {
      firstChange = (block * Self.block, blocks[block])
    } else {
      firstChange = drift(stamps)
    }
  }

  /// Where the rate first became lastingly another one: entry and period [s].
  private(set) var firstChange: (entry: Int, period: Double)?

  @inline(__always)
  func period(at entry: Int) -> Double { blocks.isEmpty ? nominal : blocks[entry / Self.block] }

  /// Two windows in a row whose mean step leaves the nominal one: too little for the rules, enough to say so.
  private func drift(_ stamps: [Int64]) -> (entry: Int, period: Double)? {
    let window = 1024
    var isOff = false
    var start = 1
    while start + window <= stamps.count {
      let typical = nominal * Int64.nanosecondsPerSecond
      let mean = Self.meanStep(stamps, start..<start + window, near: typical) ?? typical
      let wasOff = isOff
      isOff = abs(mean / typical - 1) > 0.005
      if wasOff && isOff { return (start - window, mean / Int64.nanosecondsPerSecond) }
      start += window
    }
    return nil
  }

  /// Mean of the steps within half of the typical one [ns]: a hole or a repeat has no say.
  private static func meanStep(_ stamps: [Int64], _ entries: Range<Int>, near typical: Double) -> Double? {
    let low = Int64(nanoseconds: typical * 0.5)
    let high = Int64(nanoseconds: typical * 1.5)
    var sum = 0.0
    var count = 0
    for entry in entries {
      let step = stamps[entry].minus(stamps[entry - 1])
      if step >= low && step <= high {
        sum += Double(step)
        count += 1
      }
    }
    return count > 0 ? sum / Double(count) : nil
  }

  /// The lower decile of the steps is blind to losses; where that of a block leaves the usual one the rate did.
  private static func changes(
    _ stamps: [Int64], _ statistics: StepStatistics, nominal: Double
  ) -> [Double] {
    var result: [Double] = []
    var changed = false
    var steps: [Int64] = []
    steps.reserveCapacity(block)
    for start in stride(from: 0, to: stamps.count, by: block) {
      let entries = Swift.max(1, start)..<Swift.max(1, Swift.min(stamps.count, start + block))
      steps.removeAll(keepingCapacity: true)
      for entry in entries { steps.append(stamps[entry].minus(stamps[entry - 1])) }
      guard steps.count >= block / 4 else {
        result.append(result.last ?? nominal)
        continue
      }
      steps.sort()
      let ratio = Double(steps[steps.count / 10]) / statistics.lowerDecile
      let isUsual = ratio < 1 + tolerance && ratio > 1 / (1 + tolerance)
      let mean = isUsual ? nil : meanStep(stamps, entries, near: statistics.typical * ratio)
      if mean != nil { changed = true }
      result.append(mean.map { $0 / Int64.nanosecondsPerSecond } ?? nominal)
    }
    return changed ? result : []
  }
}
