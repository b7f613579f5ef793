import Inertial

/// The recording thinned to what the search over headings needs.
///
/// An even thinning of all rows carries the heading; the moving rows among them are where a heading is judged.
struct HingeTrack {
  let thigh, shank: SegmentMotion
  let time: [Double]
  let usable: [Bool]
  let judged: [JudgedRow]
  /// One in this many judged rows is independent of the others.
  let independence: Double

  static let longest = 4000
  static let mostJudged = 500

  /// - Parameter restarts: rows at which an orientation begins anew. Only the stretch between two of them that moves
  ///   most is used: headings on both sides have nothing in common.
  init(
    thigh: SegmentMotion, shank: SegmentMotion, time: [Double], moving: MovingSamples, restarts: [Int]
  ) {
    let span = HingeTrack.busiest(moving.rows, restarts: restarts, count: thigh.count)
    let stride = max(1, (span.count + HingeTrack.longest - 1) / HingeTrack.longest)
    let rows = Array(Swift.stride(from: span.lowerBound, to: span.upperBound, by: stride))
    self.thigh = thigh.rows(rows)
    self.shank = shank.rows(rows)
    self.time = rows.map { time[$0] }
    usable = rows.map { moving.usable[$0] }
    let candidates = moving.rows.filter { span.contains($0) && ($0 - span.lowerBound) % stride == 0 }
    let taken = min(candidates.count, HingeTrack.mostJudged)
    let chosen = (0..<taken).map { candidates[$0 * candidates.count / taken] }
    let forces = SmoothForces(thigh: thigh, shank: shank, moving: moving)
    judged = chosen.map {
      JudgedRow(
        $0, track: ($0 - span.lowerBound) / stride, thigh: thigh, shank: shank, moving: moving, forces: forces
      )
    }
    // Errors hang together for about half a second.
    let secondsPerRow = moving.period * Double(stride * candidates.count) / Double(max(1, taken))
    independence = max(1, 0.5 / max(secondsPerRow, 1e-6))
  }

  /// Rows of the stretch between two restarts with most moving rows.
  private static func busiest(_ moving: [Int], restarts: [Int], count: Int) -> Range<Int> {
    let borders = [0] + restarts.filter { $0 > 0 && $0 < count }.sorted() + [count]
    let spans = zip(borders, borders.dropFirst()).map { $0..<$1 }
    let weights = spans.map { span in moving.count(where: span.contains) }
    let best = weights.indices.max { weights[$0] < weights[$1] } ?? 0
    return spans[best]
  }

  /// The heading that a hinge with these axes asks for, row by row of the track.
  func heading(_ axes: HingeAxes, spread: Double) -> [Double] {
    HingeHeading.relativeHeading(
      axes: axes, thigh: thigh, shank: shank, time: time, usable: usable,
      parameters: HingeHeading.Parameters(spread: spread)
    ).angle
  }
}

extension HingeTrack {
  /// How far the extended end of the angle in this branch is from a straight leg [rad]; nil when the lever arms do not tell.
  ///
  /// Branches are half a turn apart, so that an arm may be a radian off, and what falsifies it falsifies it in both.
  func fromStraight(_ branch: HeadingSearch.Result) -> Double? {
    let axes = branch.fit.axes
    let centre = branch.fit.centre(independence: independence, modelShare: 0)
    guard let bend = centre?.bendAtZero(axes, largestSigma: 1) else { return nil }
    var unwrap = Unwrap()
    let angle = zip(judged, branch.heading).map { row, heading in
      unwrap(HingeAngle.flexion(axes: axes, thigh: row.thigh, shank: row.shank, heading: heading))
    }
    return BendRange(angle: angle, bendAtZero: bend)?.fromStraight
  }
}

/// Low-passed forces of both sensors, without holes.
struct SmoothForces {
  let thigh, shank: [Vector3]

  init(thigh: SegmentMotion, shank: SegmentMotion, moving: MovingSamples) {
    let filter = LowPass(corner: moving.corner, period: moving.period)
    func smooth(_ force: [Vector3]) -> [Vector3] {
      let held = bridgedThroughHoles(force)
      return filter?.filtered(held) ?? held
    }
    self.thigh = smooth(thigh.force)
    self.shank = smooth(shank.force)
  }
}

/// One moving row at which a heading is judged.
struct JudgedRow {
  var thigh, shank: Quaternion
  /// Row of the track whose heading applies.
  var track: Int
  /// Force in earth axes, and earth from sensor times K = [w' x] + [w x]²; nil where a force is missing.
  var forces: (thigh: Vector3, shank: Vector3, thighArm: Matrix3, shankArm: Matrix3)?
  /// Disagreement of the forces that is nothing unusual here [m/s²].
  var forceScale = 1.0
  var stretch: Int

  /// Sensor errors at rest, and the share of the acceleration that skin and filters falsify.
  static let forceFloor = 0.1
  static let forceShare = 0.1

  init(
    _ row: Int, track: Int, thigh: SegmentMotion, shank: SegmentMotion, moving: MovingSamples,
    forces smooth: SmoothForces
  ) {
    self.track = track
    self.thigh = thigh.earthFromSensor[row]
    self.shank = shank.earthFromSensor[row]
    stretch = Int(Double(row) * moving.period / 2)
    guard row > 0, row + 1 < thigh.count, moving.period > 0 else { return }
    let around = row - 1...row + 1
    guard around.allSatisfy({ thigh.force[$0].isFinite && shank.force[$0].isFinite }) else { return }
    func arm(_ w: [Vector3], _ q: Quaternion) -> Matrix3 {
      let turn = Matrix3.skew(w[row])
      let slope = Matrix3.skew((w[row + 1] - w[row - 1]) / (2 * moving.period))
      return q.matrix * (slope + turn * turn)
    }
    let one = self.thigh.rotate(smooth.thigh[row])
    let two = self.shank.rotate(smooth.shank[row])
    forces = (one, two, arm(moving.smoothThigh, self.thigh), arm(moving.smoothShank, self.shank))
    let gravity = Vector3.unitZ * .standardGravity
    forceScale = JudgedRow.forceFloor + JudgedRow.forceShare * max((one - gravity).norm, (two - gravity).norm)
  }
}
