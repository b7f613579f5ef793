import Inertial

/// Rebuilds what the rail of a gyroscope cut off: the smoothest curve between the flanks.
///
/// Left at the rail, every fast swing loses a part of its turn, and the orientation is off by it for seconds. The curve
/// of least squared third difference through three rows on either side rises as the flanks ask for; it never falls below
/// the rail. What it gives is a guess: the rows stay marked.
struct CutPeaks {
  /// A longer cut is left alone: its flanks say nothing about its middle. In rows, or in seconds at a high rate.
  static let longest = 100
  static let longestTime = 0.35
  /// No peak is taken to go beyond this many times the rail.
  static let highest = 3.0

  /// - Parameters:
  ///   - values: the column, rebuilt in place.
  ///   - levels: rail by axis and sign (x, -x, y, -y, z, -z); infinite where there is none.
  ///   - period: distance of two rows [s].
  ///   - borders: rows before which time is broken; no curve runs across.
  static func rebuild(
    _ values: inout [Vector3], levels: [Double], period: Double, borders: Set<Int>
  ) {
    for (index, level) in levels.enumerated() where level < .infinity {
      let axis = index / 2
      let sign: Double = index % 2 == 0 ? 1 : -1
      var start: Int?
      for row in 0...values.count {
        let isCut = row < values.count && values[row][axis] * sign >= level
        if isCut, start == nil { start = row }
        guard !isCut, let first = start else { continue }
        start = nil
        guard row - first <= Swift.max(longest, Int(longestTime / period)), first >= 3,
          row + 3 <= values.count,
          !(first - 2...row + 2).contains(where: borders.contains)
        else { continue }
        let span = (first - 3..<row + 3).map { values[$0][axis] * sign }
        for (k, value) in peak(span, period: period, level: level).enumerated() {
          values[first + k][axis] = sign * Swift.min(Swift.max(value, level), highest * level)
        }
      }
    }
  }

  /// What stood above the rail: the smoothest curve; where three rows of flank are a few milliseconds a parabola that leaves as
  /// steeply as they rise, for their noise would bend a long curve anyhow. The longer the cut, the flatter its top.
  static func peak(_ span: [Double], period: Double, level: Double) -> [Double] {
    let count = span.count - 6
    let length = Double(count) * period
    let share = 1 / (1 + (length / flatTop) * (length / flatTop))
    if count < fewRows || period >= slowPeriod { return smoothest(span).map { level + share * ($0 - level) } }
    let rise: Double = (span[2] - span[0]) / 2
    let fall: Double = (span[count + 3] - span[count + 5]) / 2
    let slope = Swift.max(0, (rise + fall) / 2)
    let width = Double(count + 1)
    return (0..<count).map { row in
      let x = Double(row + 1) / width
      return level + share * slope * width * x * (1 - x)
    }
  }

  private static let fewRows = 10
  /// [s]
  private static let slowPeriod = 0.006
  /// Cut of so long rises half as high as its flanks point to [s]: chosen on swings of the hand and the shank.
  private static let flatTop = 0.35

  /// Values between the three first and the three last ones that minimise the sum of squared third differences.
  static func smoothest(_ span: [Double]) -> [Double] {
    let count = span.count - 6
    let weights = [-1.0, 3, -3, 1]
    var normal = Array(repeating: [Double](repeating: 0, count: count), count: count)
    var right = [Double](repeating: 0, count: count)
    for first in 0..<span.count - 3 {
      let unknown = (0..<4).filter { (3..<3 + count).contains(first + $0) }
      let known = (0..<4).filter { !unknown.contains($0) }.reduce(0.0) { $0 + weights[$1] * span[first + $1] }
      for a in unknown {
        right[first + a - 3] -= weights[a] * known
        for b in unknown { normal[first + a - 3][first + b - 3] += weights[a] * weights[b] }
      }
    }
    return solve(&normal, &right)
  }

  /// Elimination in the band of a positive definite matrix of half width 3.
  private static func solve(_ a: inout [[Double]], _ b: inout [Double]) -> [Double] {
    let n = b.count
    for k in 0..<n {
      for row in k + 1..<Swift.max(k + 1, Swift.min(k + 4, n)) {
        let factor = a[row][k] / a[k][k]
        for column in k..<Swift.min(k + 4, n) { a[row][column] -= factor * a[k][column] }
        b[row] -= factor * b[k]
      }
    }
    var x = b
    for k in stride(from: n - 1, through: 0, by: -1) {
      for column in k + 1..<Swift.max(k + 1, Swift.min(k + 4, n)) { x[k] -= a[k][column] * x[column] }
      x[k] /= a[k][k]
    }
    return x
  }
}
