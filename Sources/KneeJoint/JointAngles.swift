import Inertial

/// The three angles of the knee after Grood and Suntay (J Biomech Eng 105:136, 1983, doi 10.1115/1.3138397).
///
/// Bone frames X forward, Y towards the hip, Z to the person's right, on both legs; e1 = Z of the femur, e3 = Y of the
/// tibia, e2 = e3 x e1. Flexion is positive on both legs, the other two are mirrored.
public struct JointAngles: Hashable, Sendable {
  /// [rad], positive in flexion.
  public var flexion: Double
  /// [rad], positive with the ankle towards the midline (varus).
  public var adduction: Double
  /// [rad], positive with the toes towards the midline.
  public var internalRotation: Double

  public init(flexion: Double, adduction: Double, internalRotation: Double) {
    self.flexion = flexion
    self.adduction = adduction
    self.internalRotation = internalRotation
  }

  /// - Parameters:
  ///   - thighFromShank: tibia axes to femur axes.
  ///   - side: of an unspecified leg the right one is taken, which only the two mirrored angles see.
  /// - Returns: all `nan` where e1 and e3 are parallel: an ankle at the hip's side has no flexion.
  public init(thighFromShank: Quaternion, side: BodySide) {
    let e1 = Vector3.unitZ
    let e3 = thighFromShank.rotate(.unitY)
    let across = e3.cross(e1)
    guard across.norm > 1e-9 else {
      self.init(flexion: .nan, adduction: .nan, internalRotation: .nan)
      return
    }
    let e2 = across.normalized
    let mirror: Double = side == .left ? -1 : 1
    let tibiaX = thighFromShank.rotate(.unitX), tibiaZ = thighFromShank.rotate(.unitZ)
    // 90 degrees less the angle between e1 and e3; atan2 keeps it exact near 0.
    let lean = Double.atan2(e1.dot(e3), across.norm)
    self.init(
      flexion: Double.atan2(-e2.y, e2.x), adduction: mirror * lean,
      internalRotation: mirror * Double.atan2(e2.dot(tibiaZ), e2.dot(tibiaX)))
  }
}
