import Inertial

/// The lever arm of one sensor about a joint that stays in place: R a - g z = R K r.
struct RestingJointArm {
  /// From the joint to the sensor [m], sensor axes.
  let arm: Vector3
  /// Standard deviation in the least known direction across the axis [m].
  let sigma: Double

  /// - Parameter smoothRate: low-passed as the forces are.
  init?(
    _ motion: SegmentMotion, smoothRate: [Vector3], rows: [Int], period: Double, corner: Double, axis: Vector3
  ) {
    let force =
      LowPass(corner: corner, period: period)?.filtered(bridgedThroughHoles(motion.force)) ?? motion.force
    let taken = min(rows.count, 2000)
    let chosen = (0..<taken).map { rows[$0 * rows.count / taken] }.filter {
      $0 > 0 && $0 + 1 < motion.count && motion.force[$0].isFinite
    }
    guard chosen.count >= 10, period > 0 else { return nil }
    var normal = Matrix3.identity * (LeverArms.ridge * Double(chosen.count))
    var right = Vector3.zero
    var equations: [(k: Matrix3, left: Vector3)] = []
    for row in chosen {
      let turn = Matrix3.skew(smoothRate[row])
      let slope = Matrix3.skew((smoothRate[row + 1] - smoothRate[row - 1]) / (2 * period))
      let k = slope + turn * turn
      let left = force[row] - motion.up(row) * .standardGravity
      normal = normal + k.transposed * k
      right += k.transposed * left
      equations.append((k, left))
    }
    let inverse = normal.inverse
    arm = inverse * right
    guard arm.isFinite else { return nil }
    let found = arm
    let power = equations.reduce(0.0) { $0 + ($1.left - $1.k * found).squaredNorm } / Double(chosen.count)
    let plane = SpherePoint(base: axis)
    let widest = max(plane.first.dot(inverse * plane.first), plane.second.dot(inverse * plane.second))
    let independence = max(1, 0.5 * Double(chosen.count) / max(1e-9, Double(rows.count) * period))
    sigma = Double.sqrt(max(0, widest) * power * independence)
  }
}
