import Inertial

/// Finds the cycles of a knee angle.
///
/// Anchors are the most extended positions: local minima of a low-passed copy with enough prominence and spacing. A
/// recording that rests flexed (seated extension) is cut at its most flexed positions instead. Numbers are taken from
/// the unfiltered angle.
public enum Repetitions {
  public enum Anchor: Sendable { case automatic, extended, flexed }

  /// How much the knee must bend between two anchors.
  public enum Prominence: Sendable {
    /// As much as its swings do, by two classes of bends (`SwingProminence`); at least 5 degrees.
    case automatic
    /// So much [rad]: 20 degrees in the evaluation protocol.
    case atLeast(Double)
  }

  public struct Parameters: Sendable {
    /// Corner of the copy that is searched [Hz].
    public var corner: Double
    public var prominence: Prominence
    /// Least time between anchors [s].
    public var spacing: Double
    public var anchor: Anchor

    public init(
      corner: Double = 6, prominence: Prominence = .automatic, spacing: Double = 0.2,
      anchor: Anchor = .automatic
    ) {
      self.corner = corner
      self.prominence = prominence
      self.spacing = spacing
      self.anchor = anchor
    }
  }

  /// - Parameters:
  ///   - angle: flexion [rad], `nan` where there is none. Samples that no leg could reach do not count.
  ///   - usable: false rows (holes, clipping, masked) make their cycle unclean.
  ///   - flags: doubts with a span; each cycle lists those inside it.
  public static func find(
    angle: [Double], time: [Double], usable: [Bool], flags: [QualityFlag] = [],
    parameters: Parameters = .init()
  ) -> [Repetition] {
    guard angle.count == time.count, angle.count == usable.count, angle.count > 2 else { return [] }
    let reached = RangeOfMotion.reachable(angle: angle, time: time)
    guard let filled = bridged(reached) else { return [] }
    let period = typicalPeriod(time)
    let smooth = LowPass(corner: parameters.corner, period: period)?.filtered(filled) ?? filled
    let direction = anchorSign(smooth, parameters.anchor)
    let spacing = period > 0 ? Int(parameters.spacing / period) : 1
    let prominence = leastProminence(smooth.map { -$0 * direction }, spacing: spacing, parameters.prominence)
    let cuts = anchors(smooth.map { $0 * direction }, prominence: prominence, spacing: spacing)
    let series = CycleSeries(
      angle: angle, reached: reached, smooth: smooth, time: time, usable: usable,
      isClear: clearOfHoles(reached, time: time, period: period, reach: 0.5 / parameters.corner),
      direction: direction)
    return zip(cuts, cuts.dropFirst()).map { from, to in
      var cycle = series.cycle(from.row...to.row, isComplete: from.isAnchor && to.isAnchor)
      cycle.note(flags)
      return cycle
    }
  }

  /// Smallest bend that is looked at, and the share of the recording's range where bends form no classes.
  private static let floor = 5 * Double.pi / 180
  private static let share = 0.25

  /// - Parameter turned: low-passed, its maxima the turning points between anchors.
  private static func leastProminence(_ turned: [Double], spacing: Int, _ wanted: Prominence) -> Double {
    switch wanted {
    case .atLeast(let angle): return angle
    case .automatic:
      let range = (turned.max() ?? 0) - (turned.min() ?? 0)
      let bends = Extrema.prominences(turned, spacing: spacing).map(\.rise)
      return SwingProminence(bends: bends, floor: floor, fallback: share * range).least
    }
  }

  /// +1 to cut at the most flexed positions, -1 to cut at the most extended ones: where the recording begins and ends, or,
  /// if those two disagree, where the leg clearly spends more of its time.
  private static func anchorSign(_ smooth: [Double], _ anchor: Anchor) -> Double {
    switch anchor {
    case .extended: return -1
    case .flexed: return 1
    case .automatic:
      guard let low = smooth.min(), let high = smooth.max(), high > low else { return -1 }
      func place(_ value: Double) -> Double { (value - low) / (high - low) }
      let ends = [place(smooth[0]), place(smooth[smooth.count - 1])]
      if ends.allSatisfy({ $0 > 0.7 }) { return 1 }
      if ends.allSatisfy({ $0 < 0.3 }) { return -1 }
      let flexed = smooth.count { place($0) > 0.75 }
      let extended = smooth.count { place($0) < 0.25 }
      return Double(flexed) > 1.5 * Double(extended) ? 1 : -1
    }
  }

  /// Peaks, and both ends: an end that lies as high as the peaks do is an anchor itself.
  private static func anchors(
    _ y: [Double], prominence: Double, spacing: Int
  ) -> [(row: Int, isAnchor: Bool)] {
    let inner = Extrema.peaks(y, prominence: prominence, spacing: spacing)
    var cuts = inner.map { (row: $0, isAnchor: true) }
    guard let low = y.min(), let high = y.max(), high - low >= prominence else { return [] }
    let head = end(
      Array(y[..<(inner.first ?? y.count)]), anchor: inner.first.map { y[$0] } ?? high,
      prominence: prominence)
    let tail = end(
      Array(y[(inner.last.map { $0 + 1 } ?? 0)...].reversed()), anchor: inner.last.map { y[$0] } ?? high,
      prominence: prominence)
    if let head { cuts.insert((head.row, head.isAnchor), at: 0) }
    if let tail { cuts.append((y.count - 1 - tail.row, tail.isAnchor)) }
    return cuts
  }

  /// The swing between an end of the recording and the first anchor, seen from that end; nil when there is none. The end is
  /// an anchor itself when the leg comes from about as far as that anchor lies: the top of the last climb down from there.
  private static func end(
    _ y: [Double], anchor: Double, prominence: Double
  ) -> (row: Int, isAnchor: Bool)? {
    guard let valley = y.min(), let bottom = y.firstIndex(of: valley), anchor - valley >= prominence else {
      return nil
    }
    let climb = y[..<bottom]
    guard let top = climb.max(), top - valley >= max(prominence, 0.8 * (anchor - valley)) else {
      return (0, false)
    }
    var row = climb.lastIndex { $0 >= top - 0.02 * (top - valley) } ?? 0
    while row > 0, y[row - 1] > y[row] { row -= 1 }
    return (row, true)
  }
}
