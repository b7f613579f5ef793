import Inertial

/// The constant part of the time between two ports, from bumping both sensors together.
///
/// A clock map leaves up to 2 ms that come from the batch timers and cannot be seen from one side. A bump is felt by both
/// sensors at one instant: the lag at which their jolts agree best is that part.
public struct TapOffset: Hashable, Sendable {
  /// Time of the same bump at the second sensor minus at the first, median over the bumps [s].
  public var seconds: Double
  /// Standard deviation of a single bump [s]; nil for one bump.
  public var spread: Double?
  public var taps: Int

  /// Force of one sensor with its times on the stream's base [ns, m/s²], in order of time.
  public typealias Track = [(time: Int64, force: Vector3)]

  /// Least jolt that is a bump [m/s²].
  private static let leastJolt = 4.0
  private static let window = 0.12
  private static let widestLag = 0.05
  private static let step = 0.0005
  /// Agreement of two jolts below which a bump does not count, 0...1.
  private static let leastAgreement = 0.5

  /// nil when no bump stands out in both.
  public static func measure(_ first: Track, _ second: Track) -> TapOffset? {
    guard first.count > 20, second.count > 20, let zero = first.first?.time else { return nil }
    let a = Jolts(first, zero: zero), b = Jolts(second, zero: zero)
    let lags = a.peaks(above: max(leastJolt, 6 * a.typical), apart: 2 * window).compactMap { lag($0, a, b) }
    guard !lags.isEmpty else { return nil }
    let sorted = lags.sorted()
    let mean = lags.reduce(0, +) / Double(lags.count)
    let squares = lags.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let spread = lags.count > 1 ? (squares / Double(lags.count - 1)).squareRoot() : nil
    let middle = (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    return TapOffset(seconds: middle, spread: spread, taps: lags.count)
  }

  /// The lag of one bump [s].
  private static func lag(_ peak: Double, _ a: Jolts, _ b: Jolts) -> Double? {
    let count = Int(2 * widestLag / step) + 1
    var agreements: [Double] = []
    for number in 0..<count {
      agreements.append(agreement(peak, lag: -widestLag + Double(number) * step, a, b))
    }
    guard let best = agreements.indices.max(by: { agreements[$0] < agreements[$1] }),
      best > 0, best + 1 < count, agreements[best] > leastAgreement
    else { return nil }
    let before = agreements[best - 1], at = agreements[best], after = agreements[best + 1]
    let bend = before - 2 * at + after
    let shift = bend < 0 ? 0.5 * (before - after) / bend : 0
    return -widestLag + (Double(best) + shift) * step
  }

  private static func agreement(_ peak: Double, lag: Double, _ a: Jolts, _ b: Jolts) -> Double {
    var both = 0.0, squareA = 0.0, squareB = 0.0
    var time = peak - window
    while time <= peak + window {
      let x = a.value(at: time), y = b.value(at: time + lag)
      both += x * y
      squareA += x * x
      squareB += y * y
      time += 0.002
    }
    let scale = (squareA * squareB).squareRoot()
    return scale > 0 ? both / scale : 0
  }
}

/// How far the size of the force departs from its slow mean.
private struct Jolts {
  private var times: [Double] = []
  private var sizes: [Double] = []

  init(_ track: TapOffset.Track, zero: Int64) {
    var mean: Double?
    for (time, force) in track where force.isFinite {
      let size = force.norm
      let slow = mean ?? size
      mean = slow + (size - slow) * 0.05
      times.append(Double(time &- zero) * 1e-9)
      sizes.append(abs(size - slow))
    }
  }

  /// Median.
  var typical: Double { sizes.isEmpty ? 0 : sizes.sorted()[sizes.count / 2] }

  /// Times [s] of the largest jolts, none within `apart` [s] of a larger one.
  func peaks(above limit: Double, apart: Double) -> [Double] {
    var peaks: [Double] = []
    let order = sizes.indices.filter { sizes[$0] > limit }.sorted { sizes[$0] > sizes[$1] }
    for place in order where peaks.allSatisfy({ abs($0 - times[place]) > apart }) {
      peaks.append(times[place])
      if peaks.count == 64 { break }
    }
    return peaks
  }

  func value(at time: Double) -> Double {
    var low = 0, high = times.count - 1
    guard high > 0, time >= times[low], time <= times[high] else { return 0 }
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    let run = times[high] - times[low]
    guard run > 0 else { return sizes[low] }
    return sizes[low] + (sizes[high] - sizes[low]) * (time - times[low]) / run
  }
}
