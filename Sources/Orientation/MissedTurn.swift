import Inertial

/// How far the sensor may have turned in a hole that nothing bridges.
enum MissedTurn {
  /// Of a hole of unknown length [rad].
  static let unknown = 0.5
  /// In any hole: no one knows that a sensor at rest stayed so [rad].
  static let least = 5.0.degreesToRadians
  /// How long the largest rate before a hole counts, for a swing has just turned round [s].
  static let memory = 0.25

  /// The rate before the hole goes on through it [rad].
  static func angle(rate: Double, hole: Double) -> Double {
    guard hole >= 0 else { return unknown }
    return Swift.max(least, Swift.min(rate * hole, .pi))
  }
}

extension SampleColumns {
  /// How far the sensor may have turned in the hole before a row, by the rates on both sides [rad].
  func missedTurn(before row: Int) -> Double {
    guard let hole = holes[row] else { return MissedTurn.unknown }
    return MissedTurn.angle(
      rate: Swift.max(largestRate(from: row, by: 1), largestRate(from: row - 1, by: -1)), hole: hole)
  }

  private func largestRate(from first: Int, by direction: Int) -> Double {
    var largest = 0.0
    var elapsed = 0.0
    var row = first
    while gyroscope.indices.contains(row), elapsed <= MissedTurn.memory {
      if let rate = gyroscope[row].within(Limits.rate) { largest = Swift.max(largest, rate.norm) }
      elapsed += Swift.max(step(row), period / 2)
      row += direction
    }
    return largest
  }
}
