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
