import Inertial

/// The axis that a device on the shin turned about, seen from its first pose.
struct SwingAxis {
  let axis: Vector3
  /// False when the turn is not about anything like the nominal axis.
  let isKneeMotion: Bool
  let flags: [QualityFlag]

  /// - Parameter turns: orientation of every sample seen from the first one.
  init(turns: [Quaternion], rows: [Int], nominal: Vector3, _ p: ShinInclination.Parameters) {
    let largest = rows.map { turns[$0].angle }.max() ?? 0
    if largest < p.leastTurn {
      axis = nominal
      isKneeMotion = true
      flags = []
      return
    }
    var scatter = Matrix3.zero
    for row in rows {
      let v = turns[row].vector
      scatter = scatter + Matrix3(v * v.x, v * v.y, v * v.z)
    }
    let principal = PrincipalAxis(scatter)
    let fitted = principal.axis.dot(nominal) < 0 ? -principal.axis : principal.axis
    let askew = fitted.angle(to: nominal)
    if askew > p.largestAskew {
      axis = nominal
      isKneeMotion = false
      flags = [QualityFlag(.axisMismatch, .warn, value: askew)]
      return
    }
    axis = fitted
    isKneeMotion = true
    let off = 1 - principal.share
    flags = off > p.offAxisShare ? [QualityFlag(.offAxis, .warn, value: off)] : []
  }

  /// Rows that a leg could have reached from the accepted row before; all rows without `time`.
  static func plausibleRows(_ turns: [Quaternion], time: [Double]?) -> [Int] {
    guard let time else { return turns.indices.filter { turns[$0].isFinite } }
    var rows: [Int] = []
    for row in turns.indices where turns[row].isFinite {
      guard let last = rows.last else {
        rows.append(row)
        continue
      }
      let step = (turns[last].conjugate * turns[row]).angle
      if step <= RangeOfMotion.fastestTurn * max(time[row] - time[last], 1e-6) { rows.append(row) }
    }
    return rows
  }

  /// Part of every turn about the axis, joined by the shortest steps between accepted rows; a row left out gets the
  /// shortest step from the accepted one before.
  static func swing(_ turns: [Quaternion], about axis: Vector3, rows: [Int]) -> [Double] {
    let accepted = Set(rows)
    var last = 0.0
    return turns.indices.map { row in
      let value = last + Double.wrapAngle(turns[row].twist(about: axis) - last)
      if accepted.contains(row) { last = value }
      return value
    }
  }
}

/// First principal axis of a scatter matrix.
package struct PrincipalAxis {
  package let axis: Vector3
  /// Largest eigenvalue over the sum: 1 when everything lies along the axis.
  package let share: Double
  /// Root mean square angle off the axis [rad]: 0 when everything lies along it.
  package var spread: Double { Double.atan2(Double.sqrt(max(0, 1 - share)), Double.sqrt(max(0, share))) }

  package init(_ scatter: Matrix3) {
    let trace: Double = scatter.row0.x + scatter.row1.y + scatter.row2.z
    guard trace > 0 else {
      axis = .unitX
      share = 0
      return
    }
    // Squaring a symmetric matrix squares the ratios of its eigenvalues: 30 times leaves the first axis only.
    var power = scatter * (1 / trace)
    for _ in 0..<30 {
      power = power * power
      power = power * (1 / (power.row0.x + power.row1.y + power.row2.z))
    }
    let columns = [power.column0, power.column1, power.column2]
    let longest = columns.max { $0.squaredNorm < $1.squaredNorm } ?? .unitX
    axis = longest.normalized
    share = axis.dot(scatter * axis) / trace
  }
}
