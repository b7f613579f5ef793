import Inertial

/// What the samples after one node, up to and with the next, say about the change of the errors.
struct SmootherNode {
  /// Since the node before [s], and how much of it without a force.
  var duration = 0.0
  var blindTime = 0.0
  /// Turn by which the gyroscope and the nominal course disagree [rad], earth axes.
  var disagreement = Vector3.zero
  /// Sums over the samples: R dt, R w_j dt for j = x, y, z, and R (a - offset) dt.
  var rotation = Matrix3.zero
  var rotationByRate = (Matrix3.zero, Matrix3.zero, Matrix3.zero)
  var impulse = Vector3.zero
  /// Mean field in earth axes [µT]; nil without a sample of it.
  var field: Vector3?
  var isResting = false
  var isDisturbed = false
  /// Nothing connects it with the node before.
  var isNew = false
  /// Path of the turn that was not measured but made, or cut off at a rail [rad].
  var madeTurn = 0.0
  var clippedTurn = 0.0

  mutating func doubt(_ doubt: SampleDoubt, turn: Double) {
    if doubt.contains(.rateMade) {
      madeTurn += turn
    } else if doubt.contains(.rateClipped) {
      clippedTurn += turn
    }
  }
}

/// The samples of one recording, and what the first pass over them saw.
struct SmootherColumns {
  var samples: SampleColumns
  /// By how much the field is late [s].
  var fieldLatency: Double
  var resting: [Bool]
  var disturbed: [Bool]

  /// Last rows of the nodes: the first row, then every `spacing` seconds, and the last row. No node reaches over a row
  /// where the orientation begins anew.
  func ends(spacing: Double) -> [Int] {
    var ends: [Int] = samples.rows > 0 ? [0] : []
    var restarts = samples.restarts[...]
    var time = 0.0
    for row in 1..<Swift.max(1, samples.rows) {
      let isLastBeforeRestart = restarts.first == row + 1
      if isLastBeforeRestart { restarts.removeFirst() }
      time += samples.step(row)
      let isFull = time + samples.step(row) / 2 >= spacing
      guard isFull || isLastBeforeRestart || row == samples.rows - 1 else { continue }
      ends.append(row)
      time = 0
    }
    return ends
  }

  func nodes(endingAt ends: [Int], along course: NominalCourse) -> [SmootherNode] {
    let restarts = Set(samples.restarts)
    return ends.indices.map { index in
      guard index > 0 else { return node(0...0, course) }
      let rows = ends[index - 1] + 1...ends[index]
      return node(rows, course, isNew: restarts.contains(rows.lowerBound))
    }
  }

  private func node(_ rows: ClosedRange<Int>, _ course: NominalCourse, isNew: Bool = false) -> SmootherNode {
    var node = SmootherNode()
    node.field = field(rows, course)
    node.isResting = resting[rows.upperBound]
    node.isDisturbed = disturbed[rows.upperBound]
    node.isNew = isNew
    guard rows.lowerBound > 0 else { return node }
    var turn = Quaternion.identity
    for row in rows {
      let step = samples.step(row)
      let attitude = course.earthFromSensor[row].matrix
      let rate = samples.gyroscope[row].within(Limits.rate) ?? .zero
      let corrected = rate - course.gyroscopeError * rate - course.bias[row]
      turn = turn * Quaternion(smallRotationVector: corrected * step)
      node.doubt(samples.doubts.isEmpty ? [] : samples.doubts[row], turn: rate.norm * step)
      let turned = attitude * step
      node.rotation = node.rotation + turned
      node.rotationByRate.0 = node.rotationByRate.0 + turned * rate.x
      node.rotationByRate.1 = node.rotationByRate.1 + turned * rate.y
      node.rotationByRate.2 = node.rotationByRate.2 + turned * rate.z
      node.duration += step
      if let force = samples.accelerometer[row].within(Limits.force), force != .zero {
        node.impulse += turned * (force - course.forceOffset)
      } else {
        // Nothing is invented but the noise: no acceleration.
        node.impulse += Vector3(0, 0, .standardGravity * step)
        node.blindTime += step
      }
    }
    let before = course.earthFromSensor[rows.lowerBound - 1]
    let after = course.earthFromSensor[rows.upperBound]
    node.disagreement = (before * turn * after.conjugate).rotationVector
    return node
  }

  private func field(_ rows: ClosedRange<Int>, _ course: NominalCourse) -> Vector3? {
    guard let magnetometer = samples.magnetometer else { return nil }
    var sum = Vector3.zero
    var count = 0.0
    for row in rows {
      guard let field = magnetometer[row].within(Limits.field), field != .zero else { continue }
      sum += samples.delayed(course.earthFromSensor, row, by: fieldLatency).rotate(field)
      count += 1
    }
    return count > 0 ? sum / count : nil
  }
}
