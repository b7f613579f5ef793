/// What the distances of consecutive stamps say about the rate [ns].
struct StepStatistics {
  /// Steps looked at: all of a short recording, blocks spread evenly over a long one.
  private static let block = 256
  private static let blocks = 16

  /// Positive steps, sorted.
  private let steps: [Int64]
  /// Mean of all steps, zero ones included, the longest 2 % left out: about the time one row stands for.
  let mean: Double

  /// - Parameter step: distance before entry i, for i in 1..<count.
  init(count: Int, step: (Int) -> Int64) {
    var all: [Int64] = []
    all.reserveCapacity(Swift.min(count, Self.block * Self.blocks))
    let stride = Swift.max(Self.block, (count - 1) / Self.blocks)
    var start = 1
    while start < count {
      for entry in start..<Swift.min(count, start + Self.block) {
        let distance = step(entry)
        if distance >= 0 { all.append(distance) }
      }
      start += stride
    }
    all.sort()
    let trimmed = all.prefix(Swift.max(1, all.count - all.count / 50))
    let sum = trimmed.reduce(0.0) { $0 + Double($1) }
    mean = trimmed.isEmpty ? 0 : sum / Double(trimmed.count)
    steps = Array(all.drop { $0 == 0 })
    zeroShare = all.isEmpty ? 0 : 1 - Double(steps.count) / Double(all.count)
  }

  /// Share of steps that are zero.
  let zeroShare: Double

  var isEmpty: Bool { steps.isEmpty }

  /// The usual step [ns]: the median, or the simple fraction of it that many steps have when most samples
  /// are lost. 0 when there is no step.
  var typical: Double {
    guard !steps.isEmpty else { return 0 }
    let median = Double(steps[(steps.count - 1) / 2])
    for divisor in [3.0, 2.0] {
      let base = median / divisor
      let near = share(from: base * 0.9, to: base * 1.1)
      let between = share(from: base * 1.2, to: base * Swift.min(1.8, divisor - 0.2))
      if near > 0.15 && between < 0.1 * near { return base }
    }
    return median
  }

  /// A tenth of the steps is shorter [ns]; 0 when there is no step.
  var lowerDecile: Double { steps.isEmpty ? 0 : Double(steps[(steps.count - 1) / 10]) }

  /// True when rows come in groups that hardly differ in time: a quarter of the steps is under a quarter of
  /// the mean.
  var comeInBursts: Bool { share(from: 0, to: mean / 4) >= 0.25 }

  private func share(from low: Double, to high: Double) -> Double {
    guard !steps.isEmpty else { return 0 }
    let inside = index(of: high) - index(of: low)
    return Double(inside) / Double(steps.count)
  }

  /// Number of steps below `limit`.
  private func index(of limit: Double) -> Int {
    var low = 0
    var high = steps.count
    while low < high {
      let middle = (low + high) / 2
      if Double(steps[middle]) < limit { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
