import Inertial

/// How a person says a sensor is strapped to its segment: which of its axes run along those of the bone.
///
/// By eye this is right to some ten degrees: enough for the side of flexion and for an axis where the motion shows
/// none, too coarse for a zero that could be called calibrated.
public struct StatedMounting: Hashable, Sendable {
  /// Sensor axis that points up the segment, towards the hip (unit); nil when not stated.
  public var up: Vector3?
  /// Sensor axis that points to the person's right (unit); nil when not stated.
  public var right: Vector3?

  public init(up: Vector3? = nil, right: Vector3? = nil) {
    self.up = up
    self.right = right
  }

  /// Standard deviation of a stated axis [rad].
  public static let sigma: Double = 10 * Double.pi / 180

  /// A positive turn of the shank about it is flexion: the axis that points to the person's left.
  public var flexionAxis: Vector3? { right.map { -$0 } }
}
