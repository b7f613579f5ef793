import Inertial

/// Finds the cycles of a knee angle.
///
/// Anchors are the most extended positions: local minima of a low-passed copy with enough prominence and spacing. A
/// recording that rests flexed at both ends (seated extension) is cut at its most flexed positions instead. Numbers are
/// taken from the unfiltered angle.
public enum Repetitions {
  public enum Anchor: Sendable { case automatic, extended, flexed }

  public struct Parameters: Sendable {
    /// Corner of the copy that is searched [Hz].
    public var corner: Double
    /// Least prominence [rad], and as a share of the range of the recording.
    public var leastProminence: Double
    public var prominenceShare: Double
    /// Least time between anchors [s]: 0.5 exercise, 0.2 running.
    public var spacing: Double
    public var anchor: Anchor

    public init(
      corner: Double = 6, leastProminence: Double = 5 * Double.pi / 180, prominenceShare: Double = 0.25,
      spacing: Double = 0.5, anchor: Anchor = .automatic
    ) {
      self.corner = corner
      self.leastProminence = leastProminence
      self.prominenceShare = prominenceShare
      self.spacing = spacing
      self.anchor = anchor
    }
  }

  /// - Parameters:
  ///   - angle: flexion [rad], `nan` where there is none.
  ///   - usable: false rows (holes, clipping, masked) make their cycle unclean.
  public static func find(
    angle: [Double], time: [Double], usable: [Bool], parameters: Parameters = .init()
  ) -> [Repetition] {
    guard angle.count == time.count, angle.count == usable.count, angle.count > 2 else { return [] }
    guard let filled = bridged(angle) else { return [] }
    let period = typicalPeriod(time)
    let smooth = LowPass(corner: parameters.corner, period: period)?.filtered(filled) ?? filled
    let range = (smooth.max() ?? 0) - (smooth.min() ?? 0)
    let prominence = max(parameters.leastProminence, parameters.prominenceShare * range)
    let spacing = period > 0 ? Int(parameters.spacing / period) : 1
    let direction = anchorSign(smooth, parameters.anchor)
    let cuts = anchors(smooth.map { $0 * direction }, prominence: prominence, spacing: spacing)
    return zip(cuts, cuts.dropFirst()).map { from, to in
      describe(
        from.row...to.row, complete: from.isAnchor && to.isAnchor, angle: angle, smooth: smooth, time: time,
        usable: usable, direction: direction)
    }
  }

  /// +1 to cut at the most flexed positions, -1 to cut at the most extended ones.
  private static func anchorSign(_ smooth: [Double], _ anchor: Anchor) -> Double {
    switch anchor {
    case .extended: return -1
    case .flexed: return 1
    case .automatic:
      guard let low = smooth.min(), let high = smooth.max(), high > low else { return -1 }
      let start = (smooth[0] - low) / (high - low)
      let finish = (smooth[smooth.count - 1] - low) / (high - low)
      return start > 0.7 && finish > 0.7 ? 1 : -1
    }
  }

  /// Peaks, and both ends: an end that lies as high as the peaks do is an anchor itself.
  private static func anchors(
    _ y: [Double], prominence: Double, spacing: Int
  ) -> [(row: Int, isAnchor: Bool)] {
    let inner = Extrema.peaks(y, prominence: prominence, spacing: spacing)
    var cuts = inner.map { (row: $0, isAnchor: true) }
    guard let low = y.min(), let high = y.max(), high - low >= prominence else { return [] }
    let typical = inner.isEmpty ? high : median(inner.map { y[$0] })
    let head = end(Array(y[..<(inner.first ?? y.count)]), typical: typical, low: low, prominence: prominence)
    let tail = end(
      Array(y[(inner.last.map { $0 + 1 } ?? 0)...].reversed()), typical: typical, low: low,
      prominence: prominence)
    if let head { cuts.insert((head.row, head.isAnchor), at: 0) }
    if let tail { cuts.append((y.count - 1 - tail.row, tail.isAnchor)) }
    return cuts
  }

  /// The swing between an end of the recording and the first anchor, seen from that end; nil when there is none. The end is
  /// an anchor itself when the leg comes from about as far as the anchors lie: the top of the last climb down from there.
  private static func end(
    _ y: [Double], typical: Double, low: Double, prominence: Double
  ) -> (row: Int, isAnchor: Bool)? {
    guard let valley = y.min(), let bottom = y.firstIndex(of: valley), typical - valley >= prominence else {
      return nil
    }
    let climb = y[..<bottom]
    guard let top = climb.max(), top - valley >= prominence, top - low >= 0.8 * (typical - low) else {
      return (0, false)
    }
    var row = climb.lastIndex { $0 >= top - 0.02 * (typical - low) } ?? 0
    while row > 0, y[row - 1] > y[row] { row -= 1 }
    return (row, true)
  }

  private static func describe(
    _ rows: ClosedRange<Int>, complete: Bool, angle: [Double], smooth: [Double], time: [Double],
    usable: [Bool],
    direction: Double
  ) -> Repetition {
    let values = rows.map { angle[$0] }.filter(\.isFinite)
    var up = 0.0, down = 0.0
    for row in rows.dropFirst() where time[row] > time[row - 1] {
      let speed = (smooth[row] - smooth[row - 1]) / (time[row] - time[row - 1])
      up = max(up, speed)
      down = max(down, -speed)
    }
    let low = values.min() ?? .nan
    let high = values.max() ?? .nan
    let turning = direction > 0 ? low : high
    var hold = 0.0
    for row in rows.dropFirst() where abs(angle[row] - turning) <= 3 * Double.pi / 180 {
      hold += time[row] - time[row - 1]
    }
    let clean = rows.allSatisfy { usable[$0] && angle[$0].isFinite }
    return Repetition(
      rows: rows, time: time[rows.lowerBound]...time[rows.upperBound], mostExtended: low, mostFlexed: high,
      peakFlexionSpeed: up, peakExtensionSpeed: down, holdTime: hold, isComplete: complete, isClean: clean)
  }

  /// Holes filled by straight lines, ends held; nil when nothing is finite.
  private static func bridged(_ angle: [Double]) -> [Double]? {
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
}
