import Inertial

/// The series that the numbers of a cycle are taken from.
struct CycleSeries {
  /// As measured [rad], and with the samples that no leg could reach left out.
  let angle: [Double]
  let reached: [Double]
  /// Low-passed; speeds come from here.
  let smooth: [Double]
  /// [s].
  let time: [Double]
  let usable: [Bool]
  /// False where the low-pass has felt a hole: no speed comes from there.
  let isClear: [Bool]
  /// +1 where anchors are the most flexed positions, -1 where they are the most extended ones.
  let direction: Double

  /// Within this of the turning point the position is held [rad].
  private static let held = 3 * Double.pi / 180

  func cycle(_ rows: ClosedRange<Int>, isComplete: Bool) -> Repetition {
    let values = rows.map { reached[$0] }.filter(\.isFinite)
    let low = values.min() ?? .nan
    let high = values.max() ?? .nan
    let speed = peakSpeeds(rows)
    return Repetition(
      rows: rows, time: time[rows.lowerBound]...time[rows.upperBound], mostExtended: low, mostFlexed: high,
      peakFlexionSpeed: speed.up, peakExtensionSpeed: speed.down,
      holdTime: holdTime(rows, at: direction > 0 ? low : high), isComplete: isComplete,
      isClean: rows.allSatisfy { usable[$0] && angle[$0].isFinite })
  }

  /// nan for a cycle that is nowhere clear of holes.
  private func peakSpeeds(_ rows: ClosedRange<Int>) -> (up: Double, down: Double) {
    guard rows.contains(where: { isClear[$0] }) else { return (.nan, .nan) }
    var up = 0.0, down = 0.0
    for row in rows.dropFirst() where isClear[row] && time[row] > time[row - 1] {
      let speed = (smooth[row] - smooth[row - 1]) / (time[row] - time[row - 1])
      up = max(up, speed)
      down = max(down, -speed)
    }
    return (up, down)
  }

  private func holdTime(_ rows: ClosedRange<Int>, at turning: Double) -> Double {
    rows.dropFirst().reduce(0.0) { total, row in
      abs(reached[row] - turning) <= Self.held ? total + time[row] - time[row - 1] : total
    }
  }
}

/// True for rows at least `reach` [s] away from rows without a value and from steps of over three periods [s].
func clearOfHoles(_ angle: [Double], time: [Double], period: Double, reach: Double) -> [Bool] {
  guard period > 0 else { return [Bool](repeating: true, count: angle.count) }
  let rows = Int((reach / period).rounded(.up))
  var clear = [Bool](repeating: true, count: angle.count)
  for row in angle.indices where !angle[row].isFinite || (row > 0 && time[row] - time[row - 1] > 3 * period) {
    for near in max(0, row - rows)...min(angle.count - 1, row + rows) { clear[near] = false }
  }
  return clear
}

/// Holes filled by straight lines, ends held; nil when nothing is finite.
func bridged(_ angle: [Double]) -> [Double]? {
  guard let first = angle.firstIndex(where: \.isFinite) else { return nil }
  var out = angle
  for k in 0..<first { out[k] = angle[first] }
  var last = first
  for row in (first + 1)..<max(angle.count, first + 1) where angle[row].isFinite {
    for k in (last + 1)..<max(row, last + 1) {
      let f = Double(k - last) / Double(row - last)
      out[k] = angle[last] * (1 - f) + angle[row] * f
    }
    last = row
  }
  for k in (last + 1)..<max(angle.count, last + 1) { out[k] = angle[last] }
  return out
}
