import Inertial
import KneeJoint
import SampleConditioning

/// Why a recording gives no measurement. A number that is merely doubtful is flagged instead.
public enum GoniometerError: Error, Hashable, Sendable {
  case conditioning(ConditioningError)
  case knee(KneeJointError)
  /// Several sensors, and nothing says which is on the thigh and which on the shank: ask for a map.
  case unknownPlacement(sensors: [String])
  /// Two sensors claim the same place on the same leg.
  case placedTwice(segment: BodySegment, side: BodySide, sensors: [String])
  /// The only sensor of a leg sits on the thigh: its turn is neither the knee's nor the shin's.
  case thighAlone(sensor: String)
  /// No sensor of that id.
  case unknownSensor(String, known: [String])
  /// Several sensors where one must be named.
  case ambiguousSensor(known: [String])
  /// A calibration needs a rest of `needed` seconds in the pose; the longest one found [s].
  case poseNotStill(longest: Double, needed: Double)
  /// A sensor tilts in what should be a pose [rad, RMS]: the leg moves slowly.
  case poseMoves(wander: Double)
  /// Fewer rests in different poses than were stated.
  case posesMissing(found: Int, stated: Int)
  /// The axis of the knee is nearly upright in the pose, so that gravity does not show the zero.
  case poseAxisUpright
  /// No calibration was made with these sensors on this leg.
  case foreignCalibration(sensors: [String], side: BodySide, calibrated: [[String]])
}
