import Inertial

/// Extremes of an angle [rad], flexion positive, nothing clamped.
public struct RangeOfMotion: Hashable, Sendable {
  /// First and last accepted value.
  public var start: Double
  public var finish: Double
  /// Smallest and largest accepted value: most extended and most flexed for `jointAngle`.
  public var minimum: Double
  public var maximum: Double
  public var minimumTime: Double
  public var maximumTime: Double
  /// Samples left out because they needed an impossible speed; each is a `spike`.
  public var spikes: Int

  /// Largest minus smallest, never negative.
  public var range: Double { maximum - minimum }

  /// Fastest turn a leg can make: 1500 deg/s.
  public static let fastestTurn: Double = 1500 * Double.pi / 180

  /// Takes the extremes of a series, first sample included; rows that are `nan` do not count.
  ///
  /// A sample that needs more than `fastestTurn` from the last accepted one is left out. Without `time` nothing is.
  /// - Throws: `noSamples` when no value is finite.
  public static func measure(angle: [Double], time: [Double]?) throws(KneeJointError) -> RangeOfMotion {
    if let time, time.count != angle.count { throw .unequalLengths([angle.count, time.count]) }
    let accepted = acceptedRows(angle: angle, time: time)
    guard let first = accepted.rows.first, let last = accepted.rows.last else { throw .noSamples }
    var low = first, high = first
    for row in accepted.rows {
      if angle[row] < angle[low] { low = row }
      if angle[row] > angle[high] { high = row }
    }
    func stamp(_ row: Int) -> Double { time?[row] ?? .nan }
    return RangeOfMotion(
      start: angle[first], finish: angle[last], minimum: angle[low], maximum: angle[high],
      minimumTime: stamp(low), maximumTime: stamp(high), spikes: accepted.spikes)
  }

  /// What makes a result doubtful whatever the method: `spike`, `short` (under 1 s), `noMotion` (range under 5 degrees),
  /// `noReturn` (finish over 15 degrees from the start).
  public func flags(time: [Double]?) -> [QualityFlag] {
    var flags: [QualityFlag] = []
    if spikes > 0 { flags.append(QualityFlag(.spike, .note, value: Double(spikes))) }
    if let first = time?.first, let last = time?.last, last - first < 1 {
      flags.append(QualityFlag(.short, .warn, value: last - first))
    }
    if range < 5 * Double.pi / 180 { flags.append(QualityFlag(.noMotion, .warn, value: range)) }
    let away = abs(finish - start)
    if away > 15 * Double.pi / 180 { flags.append(QualityFlag(.noReturn, .warn, value: away)) }
    return flags
  }

  /// The series with the samples that no leg could reach made `nan`.
  static func reachable(angle: [Double], time: [Double]?) -> [Double] {
    let accepted = acceptedRows(angle: angle, time: time)
    if accepted.spikes == 0 { return angle }
    var out = angle.map { _ in Double.nan }
    for row in accepted.rows { out[row] = angle[row] }
    return out
  }

  /// Rows that a leg could have reached from the accepted row before.
  static func acceptedRows(angle: [Double], time: [Double]?) -> (rows: [Int], spikes: Int) {
    var rows: [Int] = []
    rows.reserveCapacity(angle.count)
    var spikes = 0
    for row in angle.indices where angle[row].isFinite {
      if let time, let last = rows.last,
        abs(angle[row] - angle[last]) > fastestTurn * max(time[row] - time[last], 1e-6)
      {
        spikes += 1
      } else {
        rows.append(row)
      }
    }
    return (rows, spikes)
  }
}
