import Inertial

/// How much of a joint's turn is not about its hinge (`care.md` K10, for two sensors).
public enum OffAxisTurn {
  /// Share of the turn's power above which `offAxis` is raised.
  static let largestShare = 0.2
  /// A turn below this says nothing about its axis [rad].
  private static let leastTurn = 5 * Double.pi / 180

  /// `offAxis` where over a fifth of the turn since the first row is not about the hinge.
  ///
  /// - Parameters:
  ///   - heading: of the shank against the thigh, row by row [rad].
  ///   - rows: those that count; empty for none.
  public static func flags(
    axes: HingeAxes, thigh: SegmentMotion, shank: SegmentMotion, heading: [Double], rows: [Int]
  ) -> [QualityFlag] {
    guard let first = rows.first else { return [] }
    func relative(_ row: Int) -> Quaternion {
      let turn = Quaternion(axis: .unitZ, angle: heading[row])
      return thigh.earthFromSensor[row].conjugate * turn * shank.earthFromSensor[row]
    }
    let start = relative(first).conjugate
    var whole = 0.0, along = 0.0, largest = 0.0
    for row in rows {
      let turn = relative(row) * start
      guard turn.isFinite else { continue }
      let part = turn.vector.dot(axes.thigh)
      whole += turn.vector.squaredNorm
      along += part * part
      largest = max(largest, turn.angle)
    }
    guard largest > leastTurn, whole > 0 else { return [] }
    let off = 1 - along / whole
    return off > largestShare ? [QualityFlag(.offAxis, .warn, value: off)] : []
  }
}
