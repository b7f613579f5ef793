import Inertial

/// Which way is flexion, and by which rule it was decided.
public struct FlexionSign: Hashable, Sendable {
  public enum Rule: String, Hashable, Sendable {
    /// The user stated how a sensor is mounted.
    case statedMounting
    /// Two labelled poses.
    case labelledPoses
    /// One pose of stated flexion: the other sign would extend the knee far beyond straight.
    case statedPose
    /// The lever arms of both sensors: a knee bends one way only.
    case jointCentre
    /// The leg rests near extension, at the start where it does: flexion is where the middle of all else lies; on the
    /// other side of a leg that rests sitting.
    case stillPose
    /// The thigh hardly turns: lifting the shank from where it hangs is extension, as in sitting; flagged
    /// `signAssumed`.
    case hangingShank
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

  /// Decides from the angle and what is known of the leg.
  ///
  /// Either sign makes one end of the range the most extended one, which should be about straight. Seen along the lever
  /// arms a straight leg looks hyperextended, by 0 to 40 degrees, for sensors sit beside or before the bone and not behind
  /// it. Where one sign fits that clearly better it is taken; else the still pose decides.
  /// - Parameters:
  ///   - angle: of either sign [rad]; `nan` rows do not count.
  ///   - stillPose: rows of the rest at the start, or of the longest one in a recording that starts in motion; nil when
  ///     there is none.
  ///   - bendAtZero: `JointCentre.bendAtZero` of the same axes; nil when unknown.
  ///   - sits: `JointCentre.sits` in the still pose: true makes it a bent one.
  ///   - smallest: motion whose middle is closer to the rest than this [rad] does not decide.
  public static func decide(
    angle: [Double], stillPose: Range<Int>?, bendAtZero: Double? = nil, sits: Bool? = nil,
    smallest: Double = 3 * Double.pi / 180
  ) -> FlexionSign {
    if let bendAtZero, let sign = byJointCentre(angle, bendAtZero) {
      return FlexionSign(sign: sign, rule: .jointCentre)
    }
    let pose = (stillPose ?? 0..<0).clamped(to: angle.indices)
    let values = thinned(Array(angle[..<pose.lowerBound] + angle[pose.upperBound...]))
    guard let zero = HingeZero.mean(angle, pose), !values.isEmpty else {
      return longerSide(values, from: median(values))
    }
    let side = Self.side(of: values, from: zero)
    if abs(side) >= smallest {
      return FlexionSign(sign: (side < 0) == (sits ?? false) ? 1 : -1, rule: .stillPose)
    }
    return longerSide(values, from: zero)
  }

  /// Where the motion lies from the rest: its middle, where the rest is near one end of the range, else its median. In gait
  /// a leg is near straight most of the time, and the median says little.
  private static func side(of values: [Double], from zero: Double) -> Double {
    let low = percentile(0.02, of: values)
    let high = percentile(0.98, of: values)
    let middle: Double = (low + high) / 2 - zero
    return abs(middle) > 0.2 * (high - low) ? middle : median(values) - zero
  }

  /// The sign that lets the angle run like the turn of the shank, flexion positive in it.
  public static func like(_ turn: [Double], angle: [Double]) -> FlexionSign {
    var sum = 0.0
    for row in 1..<max(1, min(turn.count, angle.count)) {
      let step: Double = (angle[row] - angle[row - 1]) * (turn[row] - turn[row - 1])
      sum += step.isFinite ? step : 0
    }
    return FlexionSign(sign: sum < 0 ? -1 : 1, rule: .hangingShank)
  }

  /// The lead that one sign needs [rad].
  private static let clearLead = 25 * Double.pi / 180

  private static func byJointCentre(_ angle: [Double], _ bendAtZero: Double) -> Double? {
    guard let bend = BendRange(angle: thinned(angle), bendAtZero: bendAtZero),
      abs(bend.asIs - bend.reversed) >= clearLead
    else { return nil }
    return bend.asIs < bend.reversed ? 1 : -1
  }

  /// At most some twenty thousand finite values: their order statistics are those of all.
  static func thinned(_ values: [Double]) -> [Double] {
    stride(from: 0, to: values.count, by: max(1, values.count / 20_000)).map { values[$0] }.filter(\.isFinite)
  }

  private static func longerSide(_ values: [Double], from zero: Double) -> FlexionSign {
    let up = (values.max() ?? zero) - zero
    let down = zero - (values.min() ?? zero)
    return FlexionSign(sign: down > up ? -1 : 1, rule: .longerSide)
  }

  public var flags: [QualityFlag] { flags(knowingJoint: true) }

  /// `signAssumed` where an assumption decided.
  ///
  /// - Parameter knowingJoint: false where no force at the joint says whether the leg stood or sat at rest: then that it
  ///   was straight is assumed.
  public func flags(knowingJoint: Bool) -> [QualityFlag] {
    switch rule {
    case .longerSide, .hangingShank: [QualityFlag(.signAssumed, .warn)]
    case .stillPose: knowingJoint ? [] : [QualityFlag(.signAssumed, .warn)]
    case .statedMounting, .labelledPoses, .statedPose, .jointCentre: []
    }
  }
}
