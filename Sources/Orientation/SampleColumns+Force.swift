import Inertial

extension SampleColumns {
  /// A longer hole is no moment: what the force did in it is not known [s].
  private static let longestMoment = 0.1

  /// The force in the frame that `drift` turns it into, row by row; `.missing` where there is none for longer than a moment.
  ///
  /// Across a moment runs a straight line: otherwise the mean of a force that swings hangs on which samples were lost.
  func forces(turnedBy drift: [Quaternion]) -> [Vector3] {
    var forces = accelerometer.indices.map { row in
      guard let a = accelerometer[row].within(Limits.force), a != .zero else { return Vector3.missing }
      return drift[row].rotate(a)
    }
    var starts = restarts[...]
    var known: Int?
    var elapsed = 0.0
    for row in forces.indices {
      elapsed += step(row)
      if starts.first == row {
        starts.removeFirst()
        known = nil
      }
      guard forces[row].isFinite else { continue }
      if let before = known, row - before > 1, elapsed <= Self.longestMoment {
        draw(&forces, before, row, over: elapsed)
      }
      known = row
      elapsed = 0
    }
    return forces
  }

  private func draw(_ forces: inout [Vector3], _ before: Int, _ row: Int, over span: Double) {
    guard span > 0 else { return }
    let slope = (forces[row] - forces[before]) / span
    var time = 0.0
    for inside in before + 1..<row {
      time += step(inside)
      forces[inside] = forces[before] + slope * time
    }
  }
}
