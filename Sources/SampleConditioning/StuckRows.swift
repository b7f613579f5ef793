import Inertial

/// Rows that a link or a driver repeated while the sensor turned: the same bits in every number, three times or more.
///
/// At rest a coarse sensor repeats itself too, which does no harm. While it turns a repeated rate is integrated as if the
/// turn went on: a hold of 0.4 s adds tens of degrees, and so do two seconds of a slow turn. The first row of
/// a run is a sample, the others are none.
struct StuckRows {
  private let isStuck: [Bool]

  /// Faster repeats are stuck however short; slower ones where they add up to more than `largestTurn` [rad/s, rad].
  static let turning = 0.3
  static let largestTurn = 2 * Double.pi / 180
  /// A resting coarse sensor repeats its bias: a rate this close to the usual one is rest [rad/s]. A usual rate beyond
  /// the largest bias is none.
  static let deadBand = 0.02
  static let largestBias = 0.09
  /// Repeats of a row that make it stuck: a logger at twice the sensor's rate repeats each row once.
  static let fewest = 2

  /// - Parameters:
  ///   - scale: raw rate to rad/s.
  ///   - period: of the rows [s].
  init(rates: [Vector3], forces: [Vector3], scale: Double, period: Double) {
    var stuck: [Bool] = []
    var first = 0
    let bias = Self.usualRate(rates, scale: scale)
    func turns(_ end: Int) -> Bool {
      let rate = rates[first] * scale
      if rate.norm > Self.turning { return true }
      // A recording without a single change says nothing about links.
      guard end - first < rates.count else { return false }
      let speed = (rate - bias).norm
      return speed > Self.deadBand && speed * Double(end - first - 1) * period > Self.largestTurn
    }
    func close(_ end: Int) {
      guard end - first > Self.fewest, turns(end) else { return }
      if stuck.isEmpty { stuck = Array(repeating: false, count: rates.count) }
      for row in first + 1..<end { stuck[row] = true }
    }
    for row in rates.indices.dropFirst()
    where !(rates[row].hasSameBits(as: rates[row - 1]) && forces[row].hasSameBits(as: forces[row - 1])) {
      close(row)
      first = row
    }
    if !rates.isEmpty { close(rates.count) }
    isStuck = stuck
  }

  /// Median of each component, where it is small enough for a bias [rad/s]; zero else.
  private static func usualRate(_ rates: [Vector3], scale: Double) -> Vector3 {
    let taken = stride(from: 0, to: rates.count, by: Swift.max(1, rates.count / 20_000)).map { rates[$0] }
      .filter(\.isFinite)
    guard !taken.isEmpty else { return .zero }
    func median(_ component: (Vector3) -> Double) -> Double {
      let middle = taken.map(component).sorted()[taken.count / 2] * scale
      return abs(middle) < largestBias ? middle : 0
    }
    return Vector3(median(\.x), median(\.y), median(\.z))
  }

  func contains(_ row: Int) -> Bool { !isStuck.isEmpty && isStuck[row] }

  var count: Int { isStuck.count { $0 } }
  /// First of them; nil for none.
  var first: Int? { isStuck.firstIndex(of: true) }
}
