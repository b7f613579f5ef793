import Inertial

/// A heading between both sensors, with the axes and lever arms that fit it best.
struct HeadingFit {
  var thigh = Vector3.unitX
  var shank = Vector3.unitX
  /// Mean squared hinge residual |R1 j1 - Rz(d) R2 j2|².
  var tilt = 0.0
  /// nil where forces are missing.
  var arms: LeverArms?

  /// Hinge residual that a knee shows anyway (about 6 degrees).
  static let tiltScale = 0.1

  var cost: Double { tilt / (HeadingFit.tiltScale * HeadingFit.tiltScale) + (arms?.cost ?? 0) }
  var axes: HingeAxes { HingeAxes(thigh: thigh, shank: shank) }

  func centre(independence: Double, modelShare: Double = 0.1) -> JointCentre? {
    arms?.centre(thighAxis: thigh, shankAxis: shank, independence: independence, modelShare: modelShare)
  }

  /// R1 j1 = Rz(d) R2 j2 in all rows asks for the dominant singular vectors of the mean of R1^T Rz(d) R2; what the
  /// largest singular value lacks to 1 is half the residual.
  init(_ rows: [JudgedRow], heading: [Double], passes: Int = 5) {
    var sum = Matrix3.zero
    for (row, d) in zip(rows, heading) {
      let turn = Quaternion(axis: .unitZ, angle: d)
      sum = sum + (row.thigh.conjugate * turn * row.shank).matrix
    }
    let mean = sum * (1 / Double(max(1, rows.count)))
    shank = PrincipalAxis(mean.transposed * mean).axis
    let image = mean * shank
    tilt = max(0, 2 * (1 - image.norm))
    thigh = image.norm > 1e-9 ? image.normalized : .unitX
    arms = LeverArms(rows, heading: heading, passes: passes)
  }

  /// Larger of both axis angles to another fit, the common sign being free.
  func distance(to other: HeadingFit) -> Double {
    let same = max(thigh.angle(to: other.thigh), shank.angle(to: other.shank))
    let turned = max(thigh.angle(to: -other.thigh), shank.angle(to: -other.shank))
    return min(same, turned)
  }
}

/// Searches the heading round the whole circle.
///
/// A level axis in planar motion (squat, heel slide, sit-to-stand) fits the hinge equations with many headings, and both
/// sign pairings always do. The forces at the joint decide: only under the right heading do both sensors feel the
/// same joint. The drift of the heading over time comes from a base heading, the search is over its offset.
struct HeadingSearch {
  let track: HingeTrack
  /// Spread of the heading smoother during the search [s]: stiffer than for the angle.
  var spread = 8.0
  /// Axes further apart belong to another branch [rad].
  var branchAngle: Double

  struct Result {
    var fit: HeadingFit
    /// Heading of each judged row.
    var heading: [Double]
  }

  /// The best branch, and behind it the best one of other axes if there is another valley.
  ///
  /// - Parameter base: heading of every track row, right up to a constant.
  func branches(from base: [Double]) -> [Result] {
    let heading = track.judged.map { base[$0.track] }
    let circle = (0..<36).map { Double($0) * Double.pi / 18 }
    let coarse = circle.map { offset in
      HeadingFit(track.judged, heading: heading.map { $0 + offset }, passes: 4)
    }
    let valleys = valleys(of: coarse)
    guard let lowest = valleys.first else { return [] }
    let best = settled(heading, from: circle[lowest])
    let others = valleys.dropFirst().filter { coarse[$0].distance(to: best.fit) > branchAngle }
    guard let next = others.first else { return [best] }
    let other = settled(heading, from: circle[next])
    if other.fit.distance(to: best.fit) <= branchAngle { return [best] }
    return other.fit.cost < best.fit.cost ? [other, best] : [best, other]
  }

  /// Lets heading and axes follow each other down into one valley.
  private func settled(_ base: [Double], from offset: Double) -> Result {
    var heading = base
    var result = refined(&heading, offset, step: Double.pi / 18)
    for width in [4.0, 2.0, 1.0] {
      let track = self.track.heading(result.fit.axes, spread: spread)
      heading = self.track.judged.map { track[$0.track] }
      result = refined(&heading, 0, step: width * Double.pi / 180)
    }
    return result
  }

  /// Walks downhill in steps, then to the vertex of the parabola through the lowest three.
  private func refined(_ heading: inout [Double], _ start: Double, step: Double) -> Result {
    let base = heading
    func fit(_ offset: Double) -> HeadingFit {
      HeadingFit(track.judged, heading: base.map { $0 + offset })
    }
    var center = start
    var middle = fit(center), left = fit(center - step), right = fit(center + step)
    for _ in 0..<8 {
      if left.cost < middle.cost && left.cost <= right.cost {
        (right, middle, center) = (middle, left, center - step)
        left = fit(center - step)
      } else if right.cost < middle.cost {
        (left, middle, center) = (middle, right, center + step)
        right = fit(center + step)
      } else {
        break
      }
    }
    let bend = left.cost - 2 * middle.cost + right.cost
    let shift = bend > 0 ? min(max((left.cost - right.cost) / (2 * bend), -1), 1) * step : 0
    let vertex = fit(center + shift)
    let chosen = vertex.cost < middle.cost ? (vertex, center + shift) : (middle, center)
    heading = base.map { $0 + chosen.1 }
    return Result(fit: chosen.0, heading: heading)
  }

  /// Places of the minima round the circle, lowest first.
  private func valleys(of circle: [HeadingFit]) -> [Int] {
    let count = circle.count
    let found = circle.indices.filter {
      let before = circle[($0 + count - 1) % count].cost
      let after = circle[($0 + 1) % count].cost
      return circle[$0].cost <= before && circle[$0].cost <= after
    }
    return found.sorted { circle[$0].cost < circle[$1].cost }
  }
}
