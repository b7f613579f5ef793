import Inertial

extension SampleColumns {
  /// The same samples at smooth steps, where a regular sensor was stamped unevenly; else as they are.
  ///
  /// Noise of the stamps lies about a grid and cancels from step to step; steps that are truly uneven wander off it. Smooth
  /// steps keep what is slow, and the time as a whole.
  public var evened: SampleColumns {
    guard !steps.isEmpty else { return self }
    let paces = Pace.find(in: self)
    guard isStampNoise(paces) else { return self }
    var columns = self
    for pace in paces { smoothSteps(&columns.steps, pace.rows) }
    return columns
  }

  /// Rows that a sum is taken over, and rows on either side that a smooth step is the mean of.
  private static let window = 16

  /// Sums of steps vary hardly more than single ones; of independent steps sixteen times as much. The limit is the middle.
  private func isStampNoise(_ paces: [Pace]) -> Bool {
    let window = Self.window
    var single = 0.0, sums = 0.0
    for pace in paces {
      let mean = steps[pace.rows].reduce(0, +) / Double(pace.rows.count)
      for start in stride(from: pace.rows.lowerBound, through: pace.rows.upperBound - window, by: window) {
        let off = steps[start..<start + window].map { $0 - mean }
        let sum = off.reduce(0, +)
        single += off.reduce(0) { $0 + $1 * $1 } / Double(window)
        sums += sum * sum
      }
    }
    return sums < 4 * single
  }

  private func smoothSteps(_ result: inout [Double], _ rows: Range<Int>) {
    var total = [0.0]
    total.reserveCapacity(rows.count + 1)
    for row in rows { total.append(total[total.count - 1] + steps[row]) }
    for index in 0..<rows.count {
      // As many on either side: a mean that leans would move the time.
      let reach = Swift.min(Self.window, index, rows.count - 1 - index)
      let sum = total[index + reach + 1] - total[index - reach]
      result[rows.lowerBound + index] = sum / Double(2 * reach + 1)
    }
  }
}
