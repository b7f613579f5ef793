import Inertial

/// What the zero of the angle refers to.
public struct HingeZero: Hashable, Sendable {
  /// Subtracted from the angle [rad].
  public var offset: Double
  /// Rows of the rest that gave the zero; nil when the recording does not start still (`noStillStart`).
  public var rows: Range<Int>?

  public init(offset: Double, rows: Range<Int>?) {
    self.offset = offset
    self.rows = rows
  }

  /// The mean over the rest at the start, else the first value: then only the range means something.
  public static func fromStart(angle: [Double], stillStart: Range<Int>?) -> HingeZero {
    if let offset = mean(angle, stillStart) { return HingeZero(offset: offset, rows: stillStart) }
    return HingeZero(offset: angle.first(where: \.isFinite) ?? 0, rows: nil)
  }

  /// `noStillStart` without a rest at the start; `startNotExtended` when the knee later extends more than 10 degrees
  /// beyond it, so that it cannot be called straight. The range does not suffer; the extremes are not given.
  /// - Parameter flexion: from this zero, flexion positive [rad].
  public func flags(flexion: [Double]) -> [QualityFlag] {
    if rows == nil { return [QualityFlag(.noStillStart, .warn)] }
    let extended = flexion.lazy.filter(\.isFinite).min() ?? 0
    return extended < -10 * Double.pi / 180 ? [QualityFlag(.startNotExtended, .warn, value: extended)] : []
  }

  static func mean(_ angle: [Double], _ rows: Range<Int>?) -> Double? {
    guard let rows else { return nil }
    let values = rows.clamped(to: angle.indices).map { angle[$0] }.filter(\.isFinite)
    return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}
