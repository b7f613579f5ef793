import Inertial

/// Finds the hinge axis in both sensors from their motion alone, at any mounting.
///
/// Low-passed rates and filtered up directions of the moving samples, a robust loss, starts spread over both spheres,
/// the sign pairing decided by two independent tests. The rates must be free of still bias, the inclinations filtered;
/// headings do not matter. Equations in `AxisCost`.
public enum HingeAxisFit {
  public struct Parameters: Sendable {
    /// Starts spread over both spheres, before the best one is tried with the shank axis reversed.
    public var starts: Int
    /// Samples of the search and of the final fit. More: slower, little gain.
    public var searchSamples: Int
    public var finalSamples: Int
    /// Moving samples without which nothing is fitted.
    public var fewestSamples: Int
    /// Axes further apart belong to another branch [rad].
    public var branchAngle: Double
    /// A recording shorter than this [s] is also tried with a heading that does not drift.
    public var driftFree: Double

    public init(
      starts: Int = 24, searchSamples: Int = 300, finalSamples: Int = 3000, fewestSamples: Int = 25,
      branchAngle: Double = 15 * Double.pi / 180, driftFree: Double = 300
    ) {
      self.starts = starts
      self.searchSamples = searchSamples
      self.finalSamples = finalSamples
      self.fewestSamples = fewestSamples
      self.branchAngle = branchAngle
      self.driftFree = driftFree
    }
  }

  /// - Parameters:
  ///   - moving: of the same rows.
  ///   - restarts: rows at which an orientation begins anew.
  /// - Throws: `tooLittleMotion`, `noSolution`, and the faults of the input.
  public static func fit(
    thigh: SegmentMotion, shank: SegmentMotion, time: [Double], moving: MovingSamples,
    restarts: [Int] = [], parameters: Parameters = .init()
  ) throws(KneeJointError) -> HingeAxes {
    try checkLengths(thigh.count, shank.count, time.count)
    guard moving.rows.count >= parameters.fewestSamples else {
      throw .tooLittleMotion(samples: moving.rows.count, peakRate: moving.peakRate)
    }
    func cost(_ limit: Int) -> AxisCost {
      AxisCost(
        thigh: thigh, shank: shank, time: time, moving: moving, limit: limit)
    }
    let found = search(cost(parameters.searchSamples), parameters)
    guard let lowest = refine(found, cost(parameters.finalSamples)).first else {
      throw .noSolution(code: -1)
    }
    let track = HingeTrack(thigh: thigh, shank: shank, time: time, moving: moving, restarts: restarts)
    let branches = settled(from: HingeAxes(thigh: lowest.thigh, shank: lowest.shank), track, parameters)
    guard let choice = BranchChoice(branches, track) else { throw .noSolution(code: -1) }
    let fit = choice.best.fit
    let sigma = AxisUncertainty(track.judged, choice.best)
    return HingeAxes(
      thigh: fit.thigh, shank: fit.shank, thighSigma: sigma.thigh, shankSigma: sigma.shank,
      costRatio: choice.costRatio, rivalTilt: choice.rivalTilt, bendsLikeAKnee: choice.bendsLikeAKnee,
      centre: fit.centre(independence: track.independence), samples: track.judged.count)
  }

  /// Lets the forces choose the heading, and the heading the axes. The base of the search is the heading that the axes
  /// so far ask for, and in a short recording also one that does not drift.
  private static func settled(
    from axes: HingeAxes, _ track: HingeTrack, _ p: Parameters
  ) -> [HeadingSearch.Result] {
    let search = HeadingSearch(track: track, branchAngle: p.branchAngle)
    let drifting = search.branches(from: track.heading(axes, spread: search.spread))
    let duration = (track.time.last ?? 0) - (track.time.first ?? 0)
    guard duration < p.driftFree, let first = drifting.first else { return drifting }
    let steady = search.branches(from: track.time.map { _ in 0 })
    guard let second = steady.first, second.fit.cost < first.fit.cost else { return drifting }
    return steady
  }

  /// The distinct minima over all starts, best first.
  private static func search(_ cost: AxisCost, _ p: Parameters) -> [AxisSolver.Solution] {
    let solver = AxisSolver(cost)
    var found: [AxisSolver.Solution] = []
    func descend(_ j1: Vector3, _ j2: Vector3) {
      if let s = try? solver.minimize(fromThigh: j1, shank: j2, steps: 25) { keep(s, in: &found) }
    }
    for start in starts(p.starts) { descend(start.0, start.1) }
    for s in found.prefix(2) { descend(s.thigh, -s.shank) }
    return Array(found.prefix(6))
  }

  private static func refine(_ branches: [AxisSolver.Solution], _ cost: AxisCost) -> [AxisSolver.Solution] {
    let solver = AxisSolver(cost)
    var found: [AxisSolver.Solution] = []
    for s in branches {
      if let r = try? solver.minimize(fromThigh: s.thigh, shank: s.shank) { keep(r, in: &found) }
    }
    return found
  }

  /// Adds a solution unless its branch is known; keeps the list in order of cost.
  private static func keep(_ s: AxisSolver.Solution, in found: inout [AxisSolver.Solution]) {
    if let same = found.firstIndex(where: { branchDistance($0, s) < 3 * Double.pi / 180 }) {
      if found[same].cost <= s.cost { return }
      found.remove(at: same)
    }
    let place = found.firstIndex { $0.cost > s.cost } ?? found.count
    found.insert(s, at: place)
  }

  /// Larger of both axis angles, the common sign being free.
  static func branchDistance(_ a: AxisSolver.Solution, _ b: AxisSolver.Solution) -> Double {
    let same = max(a.thigh.angle(to: b.thigh), a.shank.angle(to: b.shank))
    let turned = max(a.thigh.angle(to: -b.thigh), a.shank.angle(to: -b.shank))
    return min(same, turned)
  }

  /// Pairs of directions spread evenly: a Fibonacci half sphere for the thigh (the common sign is free), a whole
  /// sphere in another order for the shank.
  static func starts(_ count: Int) -> [(Vector3, Vector3)] {
    (0..<max(1, count)).map { k in
      let half = fibonacci(k, of: 2 * count)
      let whole = fibonacci((k * 7 + 3) % count, of: count)
      return (half, whole)
    }
  }

  private static func fibonacci(_ k: Int, of count: Int) -> Vector3 {
    let z: Double = 1 - (2 * Double(k) + 1) / Double(count)
    let ring = Double.sqrt(max(0, 1 - z * z))
    let turn: Double = Double(k) * Double.pi * (3 - Double.sqrt(5))
    return Vector3(ring * Double.cos(turn), ring * Double.sin(turn), z)
  }
}

extension AxisCost {
  init(
    thigh: SegmentMotion, shank: SegmentMotion, time: [Double], moving: MovingSamples, limit: Int
  ) {
    let count = moving.rows.count
    let taken = min(count, max(1, limit))
    samples = (0..<taken).map { k in
      let row = moving.rows[k * count / taken]
      return AxisSample(
        row: row, thigh: thigh, shank: shank, moving: moving)
    }
  }
}

extension AxisSample {
  init(row: Int, thigh: SegmentMotion, shank: SegmentMotion, moving: MovingSamples) {
    let w1 = moving.smoothThigh[row]
    let w2 = moving.smoothShank[row]
    self.init(
      thighRate: w1, shankRate: w2, thighUp: thigh.up(row), shankUp: shank.up(row),
      rateWeight: AxisCost.rateWeight(w1, w2))
  }
}

extension SegmentMotion {
  /// The chosen rows only.
  func rows(_ rows: [Int]) -> SegmentMotion {
    SegmentMotion(
      earthFromSensor: rows.map { earthFromSensor[$0] }, rate: rows.map { rate[$0] },
      force: rows.map { force[$0] })
  }
}
