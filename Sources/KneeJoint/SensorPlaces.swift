import Inertial

/// Whether the sensor that is said to be on the thigh sits above the knee, and that of the shank below it.
///
/// The hinge angle is the same with both exchanged, the body is not: in all that a person does standing, walking and sitting
/// the thigh's sensor is above the joint and the shank's below. Lying, both are near its height and nothing is said.
public struct SensorPlaces: Hashable, Sendable {
  /// Mean height of each sensor above the knee over its distance from the knee's axis, -1 to 1; nil without lever arms.
  public var thighRise: Double?
  public var shankRise: Double?
  /// RMS rate of the thigh over that of the shank.
  public var rateRatio: Double

  /// A mean rise of this size has a direction.
  static let clearRise = 0.4
  /// Nobody swings the thigh about a shank that rests.
  static let restingShank = 10.0

  /// - Parameter axes: nil without a hinge.
  public init(axes: HingeAxes?, thigh: SegmentMotion, shank: SegmentMotion, moving: MovingSamples) {
    rateRatio = moving.thighRate / max(moving.shankRate, 1e-9)
    guard let axes, let centre = axes.centre,
      max(centre.thighBearingSigma, centre.shankBearingSigma) <= JointCentre.largestBearingSigma
    else { return }
    func rise(_ arm: Vector3, _ axis: Vector3, _ motion: SegmentMotion) -> Double? {
      let across = arm.rejected(from: axis)
      guard across.norm > JointCentre.shortestArm, !moving.calmRows.isEmpty else { return nil }
      let sum = moving.calmRows.reduce(Vector3.zero) { $0 + motion.up($1) }
      return (sum / Double(moving.calmRows.count)).dot(across.normalized)
    }
    thighRise = rise(centre.thighArm, axes.thigh, thigh)
    shankRise = rise(centre.shankArm, axes.shank, shank)
  }

  /// Both sensors are on the wrong side of the knee, or the shank rests while the thigh swings.
  public var isSwapped: Bool {
    if rateRatio > SensorPlaces.restingShank { return true }
    guard let thighRise, let shankRise else { return false }
    return thighRise < -SensorPlaces.clearRise && shankRise > SensorPlaces.clearRise
  }

  public var flags: [QualityFlag] {
    isSwapped ? [QualityFlag(.sensorsMaybeSwapped, .warn, value: thighRise)] : []
  }
}
