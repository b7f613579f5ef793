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
  /// Variance of the turn that was not seen: interpolated, or cut off at a rail [rad²].
  var missedTurn = 0.0
  /// Variance of the velocity that a mean force over a turning step misses [(m/s)²].
  var missedImpulse = 0.0
}

/// The samples of one recording, and what the first pass over them saw.
struct SmootherColumns {
  var samples: SampleColumns
  /// By how much the field is late [s].
  var fieldLatency: Double
  var resting: [Bool]
  var disturbed: [Bool]
  /// Share of each row in the variance of a turn that was not seen [rad²]; empty where all was.
  private let missedTurns: [Double]

  init(_ samples: SampleColumns, _ start: OrientationSeries, fieldLatency: Double) {
    self.samples = samples
    self.fieldLatency = fieldLatency
    resting = start.resting
    disturbed = start.disturbed
    missedTurns = samples.missedTurns
  }

  /// Last rows of the nodes: the first row, then every `spacing` seconds, and the last row. No node reaches over a row
  /// where the orientation begins anew.
  func ends(spacing: Double) -> [Int] {
    var ends: [Int] = samples.rows > 0 ? [0] : []
    var restarts = samples.restarts.drop { $0 <= 1 }
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
    var angleBefore = isNew ? .zero : angle(rows.lowerBound - 1, course)
    for row in rows {
      let step = samples.step(row)
      let rate = rate(row)
      let angle = angle(row, course)
      let bent = angle.bent(from: angleBefore)
      turn = turn * Quaternion(smallRotationVector: bent)
      // What the bend corrects to first order it may miss to second.
      node.missedTurn += 4 * (bent - angle).squaredNorm
      angleBefore = angle
      if !missedTurns.isEmpty { node.missedTurn += missedTurns[row] }
      // The force is the mean over a step: what stands for it is the attitude in its middle.
      let age = MeanRule.age(step)
      let attitude = course.earthFromSensor[row] * Quaternion(smallRotationVector: angle * -age)
      let turned = attitude.matrix * step
      node.rotation = node.rotation + turned
      node.rotationByRate.0 = node.rotationByRate.0 + turned * rate.x
      node.rotationByRate.1 = node.rotationByRate.1 + turned * rate.y
      node.rotationByRate.2 = node.rotationByRate.2 + turned * rate.z
      node.duration += step
      if let force = samples.accelerometer[row].within(Limits.force), force != .zero {
        node.impulse += turned * (force - course.forceOffset)
        let missed = angle.squaredNorm / 24 * force.norm * step
        node.missedImpulse += missed * missed
        if samples.doubt(row).contains(.forceClipped) { node.blindTime += step }
      } else {
        // Nothing is invented but the noise: no acceleration.
        node.impulse += Vector3(0, 0, .standardGravity * step)
        node.blindTime += step
      }
    }
    // Behind a hole the nominal course begins anew, and so do its errors.
    guard !isNew else { return node }
    let before = course.earthFromSensor[rows.lowerBound - 1]
    let after = course.earthFromSensor[rows.upperBound]
    node.disagreement = (before * turn * after.conjugate).rotationVector
    return node
  }

  private func rate(_ row: Int) -> Vector3 { samples.gyroscope[row].within(Limits.rate) ?? .zero }

  /// Turn of a step [rad], the rate taken as constant.
  private func angle(_ row: Int, _ course: NominalCourse) -> Vector3 {
    let rate = rate(row)
    return (rate - course.gyroscopeError * rate - course.bias[row]) * samples.step(row)
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

extension SampleColumns {
  /// Share of each row in the variance of turns that were not seen, each run by the rule of `UnseenTurn`; empty for none.
  fileprivate var missedTurns: [Double] {
    guard !doubts.isEmpty else { return [] }
    var missed = [Double](repeating: 0, count: rows)
    var run = UnseenTurn()
    var first = 0
    for row in 0...rows {
      let doubt = row < rows ? self.doubt(row) : []
      if !doubt.isDisjoint(with: [.rateMade, .rateClipped]) {
        if run.isNone { first = row }
        let turn = (gyroscope[row].within(Limits.rate) ?? .zero).norm * step(row)
        run.add(turn, over: step(row), isMade: doubt.contains(.rateMade))
      } else if !run.isNone {
        let variance = run.deviation * run.deviation / Double(row - first)
        for unseen in first..<row { missed[unseen] = variance }
        run = UnseenTurn()
      }
    }
    return missed
  }
}
