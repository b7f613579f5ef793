import Inertial
import KneeJoint

/// The left leg against the right one of the same definition.
public struct LegComparison: Hashable, Sendable {
  /// Left minus right: range of the whole recording, and mean range of the repetitions [rad].
  public var range: Double
  public var mean: Double?
  /// The smaller range over the larger one, 0...1.
  public var symmetry: Double
  /// Difference that chance does not explain [rad].
  public var smallestDifference: Double

  /// Whether the legs differ by more than chance explains.
  public var isReal: Bool { abs(range) > smallestDifference }

  /// nil when a leg has no range, or when they are not a left and a right one measured alike.
  public init?(_ one: KneeMeasurement, _ other: KneeMeasurement) {
    let pair = one.side == .left ? (one, other) : (other, one)
    guard pair.0.side == .left, pair.1.side == .right, pair.0.definition == pair.1.definition,
      let left = pair.0.range?.range, let right = pair.1.range?.range,
      let leftBand = pair.0.errorBand, let rightBand = pair.1.errorBand
    else { return nil }
    range = left - right
    symmetry = max(left, right) > 0 ? min(left, right) / max(left, right) : 1
    smallestDifference = leftBand.smallestDifference(to: rightBand)
    mean = RepetitionSummary(pair.0.repetitions).flatMap { ours in
      RepetitionSummary(pair.1.repetitions).map { ours.mean - $0.mean }
    }
  }
}

extension MeasuredRecording {
  /// nil unless exactly one left and one right leg were measured alike.
  public var legComparison: LegComparison? {
    measurements.count == 2 ? LegComparison(measurements[0], measurements[1]) : nil
  }
}
