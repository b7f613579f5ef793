import Inertial

/// Which way is flexion, and by which rule it was decided.
public struct FlexionSign: Hashable, Sendable {
  public enum Rule: String, Hashable, Sendable {
    /// The user stated how a sensor is mounted.
    case statedMounting
    /// Two labelled poses.
    case labelledPoses
    /// The recording starts still and near extension: flexion is where the median of the rest lies.
    case stillStart
    /// The longer side of the range; flagged `signAssumed`.
    case longerSide
  }

  /// +1 when the angle already counts flexion positive, -1 when it must be reversed.
  public var sign: Double
  public var rule: Rule

  public init(sign: Double, rule: Rule) {
    self.sign = sign
    self.rule = rule
  }

  /// Decides from the angle alone.
  /// - Parameters:
  ///   - angle: of either sign [rad]; `nan` rows do not count.
  ///   - stillStart: rows of the rest at the start; nil when there is none.
  ///   - smallest: a median closer to the start than this [rad] does not decide.
  public static func decide(
    angle: [Double], stillStart: Range<Int>?, smallest: Double = 3 * Double.pi / 180
  ) -> FlexionSign {
    let rest = (stillStart?.upperBound ?? 0)..<angle.count
    let values = rest.map { angle[$0] }.filter(\.isFinite)
    guard let zero = HingeZero.mean(angle, stillStart) else {
      return longerSide(values, from: median(values))
    }
    let middle = median(values) - zero
    if abs(middle) >= smallest { return FlexionSign(sign: middle < 0 ? -1 : 1, rule: .stillStart) }
    return longerSide(values, from: zero)
  }

  private static func longerSide(_ values: [Double], from zero: Double) -> FlexionSign {
    let up = (values.max() ?? zero) - zero
    let down = zero - (values.min() ?? zero)
    return FlexionSign(sign: down > up ? -1 : 1, rule: .longerSide)
  }

  public var flags: [QualityFlag] { rule == .longerSide ? [QualityFlag(.signAssumed, .warn)] : [] }
}

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

  public var flags: [QualityFlag] { rows == nil ? [QualityFlag(.noStillStart, .warn)] : [] }

  static func mean(_ angle: [Double], _ rows: Range<Int>?) -> Double? {
    guard let rows else { return nil }
    let values = rows.clamped(to: angle.indices).map { angle[$0] }.filter(\.isFinite)
    return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}
