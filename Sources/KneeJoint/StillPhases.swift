import Inertial

/// A stretch of rows in which a sensor, or both sensors together, rest.
public struct StillPhase: Hashable, Sendable {
  public var rows: Range<Int>
  /// Mean rate of each sensor over the stretch [rad/s]: its bias there.
  public var meanRate: [Vector3]
}

/// Finds rest in raw rates, before any bias is removed.
public enum StillPhases {
  public struct Parameters: Sendable {
    /// Shortest rest [s]. Longer: fewer and surer phases.
    public var duration: Double
    /// RMS of the rate about its mean that still counts as rest [rad/s]. Larger: sway passes for rest.
    public var spread: Double
    /// Largest mean rate that can be a bias [rad/s]; a steady turn is not rest.
    public var largestBias: Double

    public init(
      duration: Double = 0.8, spread: Double = 2 * Double.pi / 180, largestBias: Double = 6 * Double.pi / 180
    ) {
      self.duration = duration
      self.spread = spread
      self.largestBias = largestBias
    }
  }

  /// All phases in which every sensor rests at once, in order, not overlapping.
  /// - Parameters:
  ///   - rates: one series a sensor on the common clock [rad/s].
  ///   - usable: false rows end a phase.
  public static func find(
    rates: [[Vector3]], time: [Double], usable: [Bool], parameters: Parameters = .init()
  ) -> [StillPhase] {
    let period = typicalPeriod(time)
    let width = period > 0 ? Int((parameters.duration / period).rounded()) : 0
    guard width >= 3, rates.allSatisfy({ $0.count == time.count }), time.count >= width else { return [] }
    let sums = rates.map(RunningMoments.init)
    var phases: [StillPhase] = []
    var start = 0
    while start + width <= time.count {
      var end = start + width
      if let bad = (start..<end).last(where: { !usable[$0] }) {
        start = bad + 1
      } else if !rests(start..<end, sums, parameters) {
        start += max(1, width / 8)
      } else {
        while end < time.count, usable[end], rests((end - width + 1)..<(end + 1), sums, parameters) {
          end += 1
        }
        phases.append(StillPhase(rows: start..<end, meanRate: sums.map { $0.mean(start..<end) }))
        start = end
      }
    }
    return phases
  }

  /// The rest that the recording begins with: it starts within `slack` seconds of the first row.
  public static func atStart(of phases: [StillPhase], time: [Double], slack: Double = 0.3) -> StillPhase? {
    guard let first = phases.first, let zero = time.first else { return nil }
    return time[first.rows.lowerBound] - zero <= slack ? first : nil
  }

  /// Bias of one sensor at every row: constant before the first and behind the last phase, a line in between.
  public static func bias(sensor: Int, phases: [StillPhase], rows: Int) -> [Vector3] {
    guard let first = phases.first, let last = phases.last else {
      return Array(repeating: .zero, count: rows)
    }
    var out = Array(repeating: last.meanRate[sensor], count: rows)
    var previous = (row: 0, value: first.meanRate[sensor])
    for phase in phases {
      let middle = (phase.rows.lowerBound + phase.rows.upperBound) / 2
      let value = phase.meanRate[sensor]
      for row in previous.row..<max(previous.row, min(middle, rows)) {
        let f = Double(row - previous.row) / Double(middle - previous.row)
        out[row] = previous.value * (1 - f) + value * f
      }
      previous = (middle, value)
    }
    return out
  }

  private static func rests(_ rows: Range<Int>, _ sums: [RunningMoments], _ p: Parameters) -> Bool {
    sums.allSatisfy { $0.spread(rows) < p.spread && $0.mean(rows).norm < p.largestBias }
  }
}

/// Prefix sums of a vector series: mean and spread of any stretch in constant time.
struct RunningMoments {
  private var sum: [Vector3] = [.zero]
  private var square: [Double] = [0]

  init(_ values: [Vector3]) {
    sum.reserveCapacity(values.count + 1)
    square.reserveCapacity(values.count + 1)
    for v in values {
      sum.append(sum[sum.count - 1] + v)
      square.append(square[square.count - 1] + v.squaredNorm)
    }
  }

  func mean(_ rows: Range<Int>) -> Vector3 {
    (sum[rows.upperBound] - sum[rows.lowerBound]) / Double(rows.count)
  }

  /// RMS distance from the mean.
  func spread(_ rows: Range<Int>) -> Double {
    let power: Double = (square[rows.upperBound] - square[rows.lowerBound]) / Double(rows.count)
    return Double.sqrt(max(0, power - mean(rows).squaredNorm))
  }
}
