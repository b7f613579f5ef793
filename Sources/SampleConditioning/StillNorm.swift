import Inertial

/// The norm of a vector column while the sensor is still: windows of half a second whose values hardly move.
///
/// Free of units: stillness is spread over mean, so it works before the unit is known.
struct StillNorm {
  private static let seconds = 0.5
  private static let fewest = 5
  /// Spread over mean up to which a window counts as still.
  private static let limit = 0.02
  /// Share of all windows, the stillest ones, that the norm is taken from.
  private static let share = 0.1

  /// Norm at rest in the unit of the column; nil when the sensor is never still.
  let rest: Double?
  /// Median of the window means, still or not; nil without a window that has them.
  let typical: Double?

  init(_ values: [Vector3], period: Double) {
    let length = Swift.max(Self.fewest, Int((Self.seconds / period).rounded(.down)))
    var windows: [(spread: Double, norm: Double)] = []
    windows.reserveCapacity(values.count / length)
    var start = 0
    while start + length <= values.count {
      if let window = Self.window(values[start..<start + length]) { windows.append(window) }
      start += length
    }
    windows.sort { $0.spread < $1.spread }
    let best = windows.prefix(Swift.max(1, Int(Self.share * Double(windows.count))))
    rest = Self.median(best.prefix { $0.spread < Self.limit }.map(\.norm))
    typical = Self.median(windows.map(\.norm))
  }

  /// Spread over mean, and mean of the norms; nil with more than half of the values missing.
  private static func window(_ values: ArraySlice<Vector3>) -> (spread: Double, norm: Double)? {
    var sum = Vector3.zero
    var squares = 0.0
    var norms = 0.0
    var count = 0.0
    for value in values {
      let square = value.squaredNorm
      guard square < .infinity else { continue }
      sum += value
      squares += square
      norms += square.squareRoot()
      count += 1
    }
    guard 2 * count > Double(values.count), squares < .infinity else { return nil }
    let norm = norms / count
    let variance = Swift.max(0, squares / count - (sum / count).squaredNorm)
    return (norm > 0 ? variance.squareRoot() / norm : .infinity, norm)
  }

  private static func median(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.sorted()[values.count / 2]
  }
}
