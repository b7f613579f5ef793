import Inertial

/// How the bones sit in their sensors: X forward, Y towards the hip, Z to the person's right (docs/Conventions.md).
///
/// The static pose gives the long axis Y, the flexion axis gives Z, which points against the flexion-positive axis.
public struct SegmentAlignment: Hashable, Sendable {
  public var sensorFromThigh: Quaternion
  public var sensorFromShank: Quaternion

  public init(sensorFromThigh: Quaternion, sensorFromShank: Quaternion) {
    self.sensorFromThigh = sensorFromThigh
    self.sensorFromShank = sensorFromShank
  }

  /// In the pose the shank is taken to be upright, and the thigh stands its flexion from it.
  /// - Parameter axes: flexion positive.
  /// - Returns: nil when the axis is nearly upright in the pose.
  public init?(_ pose: StaticPose, axes: HingeAxes) {
    let straight = Quaternion(axis: axes.thigh, angle: -pose.flexion).rotate(pose.thighUp)
    guard let thigh = SegmentAlignment.frame(long: straight, flexion: axes.thigh),
      let shank = SegmentAlignment.frame(long: pose.shankUp, flexion: axes.shank)
    else { return nil }
    self.init(sensorFromThigh: thigh, sensorFromShank: shank)
  }

  /// Shank axes to thigh axes.
  /// - Parameter heading: shank's earth to thigh's [rad].
  public func thighFromShank(thigh: Quaternion, shank: Quaternion, heading: Double) -> Quaternion {
    let turn = Quaternion(axis: .unitZ, angle: heading)
    let between = thigh.conjugate * turn * shank
    return sensorFromThigh.conjugate * between * sensorFromShank
  }

  private static func frame(long: Vector3, flexion: Vector3) -> Quaternion? {
    let right = -flexion.rejected(from: long)
    guard right.norm > StaticPose.leastAcross else { return nil }
    let z = right.normalized
    // First bring Y to its place, then turn about it until Z is in its own.
    let raise = Quaternion(from: .unitY, to: long)
    let side = raise.rotate(.unitZ)
    let turn = Double.atan2(side.cross(z).dot(long), side.dot(z))
    return Quaternion(axis: long, angle: turn) * raise
  }
}
