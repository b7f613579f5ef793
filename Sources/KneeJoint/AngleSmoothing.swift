import Inertial

/// The delivered angle: slow part from the orientations, fast part from the rates, without what is no knee motion.
///
/// The twist of two filtered orientations carries their corrections; the rate difference along the axis does not, but
/// drifts. Both are joined by a zero-phase complementary filter. A short Gaussian then takes out noise, which would
/// otherwise widen every range: largest minus smallest of a noisy curve is too large.
public enum AngleSmoothing {
  public struct Parameters: Sendable {
    /// Time constant of the join [s]; larger trusts the rates longer. 0 leaves the twist alone.
    public var join: Double
    /// Standard deviation of the Gaussian in sample periods, and its largest value [s]. A sample is a mean over its period
    /// and its stamp is good to a part of it: the curve knows no more. 0 for none.
    public var spread: Double
    public var longestSpread: Double

    public init(join: Double = 1, spread: Double = 1, longestSpread: Double = 0.025) {
      self.join = join
      self.spread = spread
      self.longestSpread = longestSpread
    }
  }

  /// - Parameters:
  ///   - twist: angle from the orientations [rad], continuous; `nan` rows stay `nan` and are borders.
  ///   - restarts: rows across which nothing is joined or smoothed.
  public static func smoothed(
    twist: [Double], axes: HingeAxes, thigh: SegmentMotion, shank: SegmentMotion, time: [Double],
    restarts: [Int] = [], parameters: Parameters = .init()
  ) -> [Double] {
    var angle = twist
    let period = typicalPeriod(time)
    guard period > 0, twist.count == time.count else { return twist }
    for rows in stretches(of: twist, restarts: restarts) {
      join(&angle, rows, axes, thigh, shank, time, parameters.join)
      smooth(&angle, rows, sigma: min(parameters.spread, parameters.longestSpread / period))
    }
    return angle
  }

  /// Maximal runs of finite rows without a restart inside.
  private static func stretches(of angle: [Double], restarts: [Int]) -> [Range<Int>] {
    let begins = Set(restarts)
    var out: [Range<Int>] = []
    var start: Int?
    for row in angle.indices {
      if let from = start, !angle[row].isFinite || begins.contains(row) {
        out.append(from..<row)
        start = nil
      }
      if start == nil, angle[row].isFinite { start = row }
    }
    if let from = start { out.append(from..<angle.count) }
    return out
  }

  /// twist + what the rates say faster than `join` and the twist does not.
  private static func join(
    _ angle: inout [Double], _ rows: Range<Int>, _ axes: HingeAxes, _ thigh: SegmentMotion,
    _ shank: SegmentMotion, _ time: [Double], _ timeConstant: Double
  ) {
    guard timeConstant > 0, rows.count > 1 else { return }
    var turned = 0.0
    var fast = [Double](repeating: 0, count: rows.count)
    for row in rows.dropFirst() {
      let rate: Double = shank.rate[row].dot(axes.shank) - thigh.rate[row].dot(axes.thigh)
      turned += rate * (time[row] - time[row - 1])
      fast[row - rows.lowerBound] = turned
    }
    var slow = rows.map { angle[$0] - fast[$0 - rows.lowerBound] }
    func pass(_ order: some Sequence<Int>) {
      var last: (row: Int, value: Double)?
      for k in order {
        if let before = last {
          let step = abs(time[rows.lowerBound + k] - time[rows.lowerBound + before.row])
          let keep = Double.exp(-step / timeConstant)
          slow[k] = keep * before.value + (1 - keep) * slow[k]
        }
        last = (k, slow[k])
      }
    }
    pass(slow.indices)
    pass(slow.indices.reversed())
    for row in rows { angle[row] = slow[row - rows.lowerBound] + fast[row - rows.lowerBound] }
  }

  /// Gaussian over the rows. A single pass flattens a turning point by half its second difference times the variance: three
  /// degrees of a fast cut at 50 Hz. Where that is more than noise, what the first pass took away is smoothed and given back.
  private static func smooth(_ angle: inout [Double], _ rows: Range<Int>, sigma: Double) {
    guard sigma > 0.2, rows.count > 1 else { return }
    let kernel = Gaussian(sigma: sigma)
    let source = Array(angle[rows])
    let once = source.indices.map { kernel.at($0, of: source.count) { source[$0] } }
    for k in source.indices {
      let sides = once[max(k - 1, 0)] + once[min(k + 1, once.count - 1)]
      let bend = abs(sides - 2 * once[k])
      let share = min(max((bend - sharp) / sharp, 0), 1)
      let rest = share > 0 ? kernel.at(k, of: source.count) { source[$0] - once[$0] } : 0
      angle[rows.lowerBound + k] = once[k] + share * rest
    }
  }

  /// Second difference from which a turning point is sharp [rad]; at twice that all is given back.
  private static let sharp = 1 * Double.pi / 180
}

/// A Gaussian cut at three standard deviations, its weights summing to one.
private struct Gaussian {
  private let weights: [Double]

  /// - Parameter sigma: [rows].
  init(sigma: Double) {
    let half = (0...Int((3 * sigma).rounded(.up))).map { k -> Double in
      let x = Double(k) / sigma
      return Double.exp(-x * x / 2)
    }
    let total: Double = 2 * half.reduce(0, +) - half[0]
    weights = half.map { $0 / total }
  }

  /// The ends are mirrored through their values, so that a slope stays a slope.
  func at(_ k: Int, of count: Int, value: (Int) -> Double) -> Double {
    let last = count - 1
    func mirrored(_ k: Int) -> Double {
      if k < 0 { return 2 * value(0) - value(min(-k, last)) }
      if k > last { return 2 * value(last) - value(max(2 * last - k, 0)) }
      return value(k)
    }
    var sum = weights[0] * value(k)
    for step in 1..<max(1, weights.count) { sum += weights[step] * (mirrored(k - step) + mirrored(k + step)) }
    return sum
  }
}
