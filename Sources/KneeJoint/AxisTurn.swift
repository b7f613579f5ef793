import Inertial

/// The turn of one sensor about an axis of its own, without any heading.
///
/// The up direction seen across the axis turns back as the sensor turns: its angle, joined by the shortest steps, is the
/// turn, over any number of degrees. Where the axis stands nearly upright there is nothing to see and the rate is
/// integrated instead.
struct AxisTurn {
  /// Turn of every row [rad], continuous, 0 at the first finite row.
  let angle: [Double]
  /// Share of the rows at which the axis was too upright.
  let uprightShare: Double

  init(about axis: Vector3, of motion: SegmentMotion, time: [Double]) {
    var tracker = TurnTracker(axis: axis)
    var last: Double?
    angle = (0..<motion.count).map { row in
      let up = motion.up(row)
      guard up.isFinite else { return .nan }
      let period = last.map { time[row] - $0 } ?? 0
      last = time[row]
      return tracker.update(up: up, rate: motion.rate[row], period: period)
    }
    uprightShare = Double(tracker.uprightRows) / Double(max(1, motion.count))
  }

  /// First principal axis of the low-passed rates over the moving rows, and the share of their power along it.
  static func principal(_ rates: [Vector3], rows: [Int]) -> PrincipalAxis {
    var scatter = Matrix3.zero
    for row in rows {
      let w = rates[row]
      scatter = scatter + Matrix3(w * w.x, w * w.y, w * w.z)
    }
    return PrincipalAxis(scatter)
  }
}

/// The same, sample by sample.
public struct TurnTracker: Sendable {
  /// Unit axis in sensor axes.
  public let axis: Vector3
  private let plane: SpherePoint
  private var sum = 0.0
  private var last: (direction: Double, isUpright: Bool)?
  /// Samples at which the axis was too upright to see the turn.
  private(set) var uprightRows = 0

  static let upright = 0.9

  public init(axis: Vector3) {
    self.axis = axis
    plane = SpherePoint(base: axis)
  }

  /// - Parameters:
  ///   - up: up direction in sensor axes (unit).
  ///   - rate: [rad/s].
  ///   - period: since the sample before [s].
  /// - Returns: turn about the axis since the first sample [rad].
  public mutating func update(up: Vector3, rate: Vector3, period: Double) -> Double {
    let direction = Double.atan2(up.dot(plane.second), up.dot(plane.first))
    let isUpright = abs(up.dot(axis)) > Self.upright
    uprightRows += isUpright ? 1 : 0
    if let before = last {
      sum +=
        isUpright || before.isUpright
        ? rate.dot(axis) * period : -Double.wrapAngle(direction - before.direction)
    }
    last = (direction, isUpright)
    return sum
  }
}

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
