import Inertial

/// Rows that a link or a driver repeated while the sensor turned: the same bits in every number, three times or more.
///
/// At rest a coarse sensor repeats itself too, which does no harm. While it turns a repeated rate is integrated as if the
/// turn went on: a hold of 0.4 s adds tens of degrees. The first row of a run is a sample, the others are none.
struct StuckRows {
  private let isStuck: [Bool]

  /// Slower repeats are left alone [rad/s].
  static let turning = 0.3
  /// Repeats of a row that make it stuck: a logger at twice the sensor's rate repeats each row once.
  static let fewest = 2

  /// - Parameter scale: raw rate to rad/s.
  init(rates: [Vector3], forces: [Vector3], scale: Double) {
    var stuck: [Bool] = []
    var first = 0
    func close(_ end: Int) {
      guard end - first > Self.fewest, (rates[first] * scale).norm > Self.turning else { return }
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

  func contains(_ row: Int) -> Bool { !isStuck.isEmpty && isStuck[row] }

  var count: Int { isStuck.count { $0 } }
  /// First of them; nil for none.
  var first: Int? { isStuck.firstIndex(of: true) }
}
