import Inertial

/// How far a motion is from that of a hinge.
public struct HingeResidual: Hashable, Sendable {
  /// RMS angle between both axes in earth after the heading correction (psi) [rad].
  public var tilt: Double
  /// RMS difference of both axes' inclinations [rad]; no heading enters.
  public var verticalMismatch: Double

  public init(tilt: Double, verticalMismatch: Double) {
    self.tilt = tilt
    self.verticalMismatch = verticalMismatch
  }

  /// - Parameter rows: the moving rows; at rest any joint looks like a hinge.
  public static func measure(
    axes: HingeAxes, thigh: SegmentMotion, shank: SegmentMotion, heading: [Double], rows: [Int]
  ) -> HingeResidual {
    var tilt = 0.0, vertical = 0.0
    for row in rows {
      let u = thigh.earthFromSensor[row].rotate(axes.thigh)
      let v = shank.earthFromSensor[row].rotate(axes.shank)
      let psi = u.angle(to: Quaternion(axis: .unitZ, angle: heading[row]).rotate(v))
      let inclination = elevation(u) - elevation(v)
      tilt += psi * psi
      vertical += inclination * inclination
    }
    let count = Double(max(1, rows.count))
    return HingeResidual(tilt: Double.sqrt(tilt / count), verticalMismatch: Double.sqrt(vertical / count))
  }

  private static func elevation(_ v: Vector3) -> Double { Double.atan2(v.z, Double.hypot(v.x, v.y)) }

  /// `notAHinge`: warns above 9 degrees of tilt or 5 degrees of vertical mismatch, stops above 15 degrees of either.
  public var flags: [QualityFlag] {
    let degree = Double.pi / 180
    let worst = max(tilt, verticalMismatch)
    if worst > 15 * degree { return [QualityFlag(.notAHinge, .stop, value: worst)] }
    if tilt > 9 * degree || verticalMismatch > 5 * degree {
      return [QualityFlag(.notAHinge, .warn, value: worst)]
    }
    return []
  }
}
