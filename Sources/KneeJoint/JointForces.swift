import Inertial

/// What one sensor says about the joint's acceleration over a stretch of rows, as far as its lever arm is unknown.
///
/// The acceleration of the joint centre, gravity included, is R a - R K r with K = [w' x] + [w x]²: `force` is R a, and the
/// arms are the rows of R K. Both are low-passed after the product, so that they stay equations of the same r.
struct ArmSeries {
  private(set) var force: [Vector3]
  private(set) var armX, armY, armZ: [Vector3]

  /// Corner of the low-pass [Hz]: motion passes, the wobble of straps hardly.
  static let corner = 6.0

  /// - Parameter heading: turn about the vertical that brings the sensor's earth into the wanted one, by row; nil for none.
  init(_ motion: SegmentMotion, rows: Range<Int>, period: Double, heading: [Double]? = nil) {
    let measured = bridgedThroughHoles(Array(motion.force[rows]))
    force = []
    armX = []
    armY = []
    armZ = []
    for row in rows {
      var q = motion.earthFromSensor[row]
      if let heading { q = Quaternion(axis: .unitZ, angle: heading[row]) * q }
      force.append(q.rotate(measured[row - rows.lowerBound]))
      // A rate is the mean over the interval before its stamp: at the stamp it is half way to the next one.
      let next = motion.rate[min(row + 1, rows.upperBound - 1)]
      let turn = Matrix3.skew((motion.rate[row] + next) / 2)
      let arm = q.matrix * (Matrix3.skew((next - motion.rate[row]) / period) + turn * turn)
      armX.append(arm.row0)
      armY.append(arm.row1)
      armZ.append(arm.row2)
    }
    guard let filter = LowPass(corner: ArmSeries.corner, period: period) else { return }
    force = filter.filtered(force)
    armX = filter.filtered(armX)
    armY = filter.filtered(armY)
    armZ = filter.filtered(armZ)
  }

  /// The same in an earth turned about the vertical.
  func turned(by heading: Double) -> ArmSeries {
    let (c, s) = (Double.cos(heading), Double.sin(heading))
    var out = self
    for k in force.indices {
      let f = force[k]
      out.force[k] = Vector3(c * f.x - s * f.y, s * f.x + c * f.y, f.z)
      out.armX[k] = armX[k] * c - armY[k] * s
      out.armY[k] = armX[k] * s + armY[k] * c
    }
    return out
  }

  /// R K of a row, offset from the start of the stretch.
  func arm(_ k: Int) -> Matrix3 { Matrix3(armX[k], armY[k], armZ[k]) }
}
