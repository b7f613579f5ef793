import Inertial

/// A stretch of rows in which a sensor, or both sensors together, rest.
public struct StillPhase: Hashable, Sendable {
  public var rows: Range<Int>
  /// First and last stamp [s].
  public var time: ClosedRange<Double>
  /// Middle rate of each sensor over the stretch [rad/s]: its bias there.
  public var middleRate: [Vector3]
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
        phases.append(
          StillPhase(
            rows: start..<end, time: time[start]...time[end - 1],
            middleRate: rates.map { middle($0[start..<end]) }))
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
  ///
  /// A slow turn passes for rest in a short phase, so that the phases are first weighed against each other: a bias drifts
  /// slowly, and a phase that contradicts its neighbours counts little.
  public static func bias(sensor: Int, phases: [StillPhase], rows: Int) -> [Vector3] {
    guard !phases.isEmpty else { return Array(repeating: .zero, count: rows) }
    let values = BiasCourse(phases, sensor: sensor).values
    var out = Array(repeating: values[values.count - 1], count: rows)
    var previous = (row: 0, value: values[0])
    for (phase, value) in zip(phases, values) {
      let middle = (phase.rows.lowerBound + phase.rows.upperBound) / 2
      for row in previous.row..<max(previous.row, min(middle, rows)) {
        let f = Double(row - previous.row) / Double(middle - previous.row)
        out[row] = previous.value * (1 - f) + value * f
      }
      previous = (middle, value)
    }
    return out
  }

  /// Mean of the middle half of each component: the onset of motion at the end of a phase does not count.
  private static func middle(_ rates: ArraySlice<Vector3>) -> Vector3 {
    func middle(_ values: [Double]) -> Double {
      let sorted = values.sorted()
      let half = sorted[(sorted.count / 4)..<max(sorted.count / 4 + 1, sorted.count - sorted.count / 4)]
      return half.reduce(0, +) / Double(half.count)
    }
    return Vector3(middle(rates.map(\.x)), middle(rates.map(\.y)), middle(rates.map(\.z)))
  }

  private static func rests(_ rows: Range<Int>, _ sums: [RunningMoments], _ p: Parameters) -> Bool {
    sums.allSatisfy { $0.spread(rows) < p.spread && $0.mean(rows).norm < p.largestBias }
  }
}

/// The bias at every still phase, the phases weighed against each other: a random walk seen through each phase with an
/// uncertainty that falls with its length, outliers down-weighted.
private struct BiasCourse {
  let values: [Vector3]

  /// Turn that passes unnoticed in a phase [rad], and noise of any phase [rad/s].
  static let unnoticedTurn = 0.5 * Double.pi / 180
  static let noise = 0.02 * Double.pi / 180
  /// Drift of a bias in one second [rad/s].
  static let drift = 0.01 * Double.pi / 180

  init(_ phases: [StillPhase], sensor: Int) {
    let seen = phases.map { $0.middleRate[sensor] }
    let variance = phases.map { phase -> Double in
      let turn = BiasCourse.unnoticedTurn / max(phase.time.upperBound - phase.time.lowerBound, 0.1)
      return turn * turn + BiasCourse.noise * BiasCourse.noise
    }
    let links = zip(phases, phases.dropFirst()).map { a, b -> Double in
      let apart = max(b.time.lowerBound - a.time.upperBound, 0.1)
      return 1 / (BiasCourse.drift * BiasCourse.drift * apart)
    }
    var course = seen
    for _ in 0..<6 {
      let weights = zip(zip(seen, course), variance).map { pair, variance -> Double in
        let error = (pair.0 - pair.1).squaredNorm / variance
        return 1 / (variance * (1 + error))
      }
      course = BiasCourse.solve(weights, links, seen)
    }
    values = course
  }

  /// (diag(weights) + chain of links) x = weights * seen, by elimination along the chain.
  private static func solve(_ weights: [Double], _ links: [Double], _ seen: [Vector3]) -> [Vector3] {
    var pivot = weights
    var x = zip(weights, seen).map { $1 * $0 }
    for k in links.indices {
      pivot[k] += links[k]
      pivot[k + 1] += links[k]
    }
    for k in links.indices {
      let f = links[k] / pivot[k]
      pivot[k + 1] -= f * links[k]
      x[k + 1] += x[k] * f
    }
    x[x.count - 1] = x[x.count - 1] / pivot[x.count - 1]
    for k in links.indices.reversed() { x[k] = (x[k] + x[k + 1] * links[k]) / pivot[k] }
    return x
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
