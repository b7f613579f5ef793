import Inertial

/// The search for a delay over one stretch of rows.
///
/// Both sensors must feel the same joint: c = R (a - K r) seen from the thigh and from the shank. Its vertical component
/// needs neither the heading nor the axes, only the lever arms, in which it is linear. Where the joint hardly rises and falls
/// a constant heading is searched round the circle. With the hinge known all three components count, and the axis
/// itself. Planar motions (squat, heel slide), in which the rates alone say nothing
/// of a delay, are seen so as well. Every shift is a whole number of rows: nothing is interpolated, which would favour
/// shifts between rows.
struct DelayStretch {
  /// What is known of the hinge before the search.
  struct Hinge {
    var axes: HingeAxes
    /// Relative heading, row by row of the recording.
    var heading: [Double]
  }

  /// A delay and its standard deviation [s].
  struct Estimate {
    var seconds: Double
    var sigma: Double
    /// Largest cost of the search over the least.
    var contrast: Double
    /// Middle of the rows it comes from [s].
    var time: Double
  }

  /// Largest shift [s] and step of the search [s].
  static let reach = 0.15
  static let step = 0.01
  static let mostRows = 400
  /// A cost that is this much larger elsewhere has a minimum that can be trusted, and one that is not even this.
  static let clearContrast = 2.0
  static let leastContrast = 1.25

  private let period: Double
  private let time: [Double]
  private let usable: [Bool]
  private let thigh: ArmSeries
  private var shank: ArmSeries
  /// Whether the shank's series stand in the thigh's heading: all components count then, else the vertical one.
  private var isHeaded: Bool
  /// The hinge axis seen from both sides; empty before it is known.
  private var thighAxis: [Vector3] = []
  private var shankAxis: [Vector3] = []
  private var judged: [Int]

  init(
    thigh: SegmentMotion, shank: SegmentMotion, time: [Double], moving: MovingSamples, rows: Range<Int>,
    hinge: Hinge?
  ) {
    period = moving.period
    isHeaded = hinge != nil
    self.time = Array(time[rows])
    usable = Array(moving.usable[rows])
    self.thigh = ArmSeries(thigh, rows: rows, period: period)
    self.shank = ArmSeries(shank, rows: rows, period: period, heading: hinge?.heading)
    let candidates = moving.calmRows.filter { rows.contains($0) && $0 > rows.lowerBound }
    let taken = min(candidates.count, DelayStretch.mostRows)
    judged = (0..<taken).map { candidates[$0 * candidates.count / taken] - rows.lowerBound }
    guard let hinge else { return }
    thighAxis = rows.map { thigh.earthFromSensor[$0].rotate(hinge.axes.thigh) }
    shankAxis = rows.map {
      Quaternion(axis: .unitZ, angle: hinge.heading[$0])
        .rotate(shank.earthFromSensor[$0].rotate(hinge.axes.shank))
    }
  }

  /// The delay near `center`; nil when the cost has no minimum within reach of it.
  func estimate(near center: Double) -> Estimate? {
    guard judged.count >= 25, period > 0 else { return nil }
    let plain = minimum(near: center)
    if isHeaded { return plain }
    if let plain, plain.contrast > DelayStretch.clearContrast { return plain }
    return headed(near: center).minimum(near: center)
  }

  /// Rows a step of the search.
  private var stride: Int { max(1, Int((DelayStretch.step / period).rounded())) }
  /// Steps to either side.
  private var reach: Int { Int((DelayStretch.reach / period / Double(stride)).rounded(.up)) }

  /// With the shank turned into the heading under which some shift fits best.
  private func headed(near center: Double) -> DelayStretch {
    var few = self
    few.isHeaded = true
    few.judged = Swift.stride(from: 0, to: judged.count, by: 4).map { judged[$0] }
    let middle = Int((center / period).rounded())
    var best = (cost: Double.infinity, heading: 0.0)
    for k in 0..<12 {
      let heading = Double(k) * Double.pi / 6
      var turned = few
      turned.shank = shank.turned(by: heading)
      for step in Swift.stride(from: -reach, through: reach, by: 3) {
        let cost = turned.cost(lag: middle + step * stride)
        if cost < best.cost { best = (cost, heading) }
      }
    }
    var out = self
    out.isHeaded = true
    out.shank = shank.turned(by: best.heading)
    return out
  }

  private func minimum(near center: Double) -> Estimate? {
    let middle = Int((center / period).rounded())
    var costs: [Int: Double] = [:]
    func cost(_ step: Int) -> Double {
      if let known = costs[step] { return known }
      let value = self.cost(lag: middle + step * stride)
      costs[step] = value
      return value
    }
    // Every second step over the whole reach, then downhill.
    guard var best = Swift.stride(from: -reach, through: reach, by: 2).min(by: { cost($0) < cost($1) }) else {
      return nil
    }
    while let lower = [best - 1, best + 1].first(where: { cost($0) < cost(best) }), abs(lower) <= reach {
      best = lower
    }
    let (left, here, right) = (cost(best - 1), cost(best), cost(best + 1))
    let bend = left - 2 * here + right
    guard abs(best) < reach, bend > 0, bend.isFinite else { return nil }
    let contrast = (costs.values.filter(\.isFinite).max() ?? 0) / max(here, 1e-9)
    if contrast < DelayStretch.leastContrast { return nil }
    let lag = middle + best * stride
    let vertex = (left - right) / (2 * bend) * Double(stride)
    return Estimate(
      seconds: (Double(lag) + vertex) * period, sigma: sigma(lag: lag, stride: stride), contrast: contrast,
      time: (time[judged[0]] + time[judged[judged.count - 1]]) / 2)
  }

  /// Shank row that stands for a thigh row under a shift; nil outside the stretch and where a hole lies between them.
  private func partner(_ row: Int, _ lag: Int) -> Int? {
    let other = row + lag
    guard time.indices.contains(other), usable[other] else { return nil }
    let apart = time[other] - time[row] - Double(lag) * period
    return abs(apart) <= period / 2 ? other : nil
  }

  private func equation(_ row: Int, _ other: Int) -> ArmEquation {
    let one = thigh.force[row], two = shank.force[other]
    if !isHeaded {
      let off = max(abs(one.z - .standardGravity), abs(two.z - .standardGravity))
      let scale = 1 / (JudgedRow.forceFloor + JudgedRow.forceShare * off)
      let thighArm = Matrix3(.zero, .zero, thigh.armZ[row] * scale)
      let shankArm = Matrix3(.zero, .zero, shank.armZ[other] * -scale)
      return ArmEquation(left: Vector3(0, 0, (one.z - two.z) * scale), thigh: thighArm, shank: shankArm)
    }
    let gravity = Vector3.unitZ * .standardGravity
    let off = max((one - gravity).norm, (two - gravity).norm)
    let scale = 1 / (JudgedRow.forceFloor + JudgedRow.forceShare * off)
    return ArmEquation(
      left: (one - two) * scale, thigh: thigh.arm(row) * scale, shank: shank.arm(other) * -scale)
  }

  /// The hinge residual of a row, scaled; zero before the axes are known.
  private func tilt(_ row: Int, _ other: Int) -> Vector3 {
    thighAxis.isEmpty ? .zero : (thighAxis[row] - shankAxis[other]) / HeadingFit.tiltScale
  }

  private func cost(lag: Int) -> Double {
    var equations: [ArmEquation] = []
    equations.reserveCapacity(judged.count)
    var tilts = 0.0
    for row in judged {
      guard let other = partner(row, lag) else { continue }
      equations.append(equation(row, other))
      tilts += 2 * (Double.sqrt(1 + tilt(row, other).squaredNorm) - 1)
    }
    guard 2 * equations.count >= judged.count, let arms = LeverArms(equations, passes: 3) else {
      return .infinity
    }
    return arms.cost + tilts / Double(equations.count)
  }

  /// Cluster-robust, with both lever arms free; infinite for a flat cost.
  private func sigma(lag: Int, stride: Int) -> Double {
    let pairs = judged.compactMap { row -> (row: Int, before: Int, here: Int, after: Int)? in
      guard let here = partner(row, lag), let before = partner(row, lag - stride),
        let after = partner(row, lag + stride)
      else { return nil }
      return (row, before, here, after)
    }
    guard let arms = LeverArms(pairs.map { equation($0.row, $0.here) }) else { return .infinity }
    let span = 2 * Double(stride) * period
    let zeros = Array(repeating: Vector3.zero, count: 6)
    var sums = ClusterSums(size: 7)
    for pair in pairs {
      sums.enter(Int(time[pair.row] / 2))
      let here = equation(pair.row, pair.here)
      func error(_ other: Int) -> Vector3 { equation(pair.row, other).error(arms.thigh, arms.shank) }
      let slope = (error(pair.after) - error(pair.before)) / span
      sums.add(here.error(arms.thigh, arms.shank), slopes: here.columns.map { -$0 } + [slope])
      if thighAxis.isEmpty { continue }
      let turn = (tilt(pair.row, pair.after) - tilt(pair.row, pair.before)) / span
      sums.add(tilt(pair.row, pair.here), slopes: zeros + [turn])
    }
    sums.addRidge(LeverArms.ridge * Double(pairs.count), upTo: 6)
    return sums.covariance.map { Double.sqrt(max(0, $0[6, 6])) } ?? .infinity
  }
}

extension ArmEquation {
  /// Derivatives of the left side's model by the six numbers of both arms.
  fileprivate var columns: [Vector3] {
    [thigh.column0, thigh.column1, thigh.column2, shank.column0, shank.column1, shank.column2]
  }
}
