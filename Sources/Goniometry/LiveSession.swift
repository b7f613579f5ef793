import Inertial
import KneeJoint

/// The axes learned from a live session so far, and everything that follows from them.
struct LiveSession: Sendable {
  private var tracker: HingeTracker
  private let zero: Double
  private let sign: Double
  private var flexion: [Double] = []
  private var thinnings: Int
  private(set) var repetitions = 0
  private(set) var mostExtended: Double?
  private(set) var mostFlexed: Double?

  /// nil while the motion so far does not tell the axes.
  init?(_ history: LiveHistory) {
    guard
      let moving = try? MovingSamples(
        thigh: history.thigh, shank: history.shank, time: history.time, usable: history.usable),
      let axes = try? HingeAxisFit.fit(
        thigh: history.thigh, shank: history.shank, time: history.time, moving: moving),
      axes.flags().isEmpty
    else { return nil }
    tracker = HingeTracker(axes: axes)
    thinnings = history.thinnings
    var turn: [Double] = []
    turn.reserveCapacity(history.time.count)
    var start: Double?
    for row in history.time.indices {
      if history.restarts.contains(row) { tracker.restart() }
      let period = start.map { history.time[row] - $0 } ?? 0
      start = history.time[row]
      turn.append(
        tracker.update(
          thigh: history.thigh.earthFromSensor[row], shank: history.shank.earthFromSensor[row],
          period: period,
          usable: history.usable[row]) ?? .nan)
    }
    let phases = StillPhases.find(
      rates: [history.thigh.rate, history.shank.rate], time: history.time, usable: history.usable)
    let still = StillPhases.atStart(of: phases, time: history.time)?.rows
    sign =
      FlexionSign.decide(
        angle: turn, stillPose: still, bendAtZero: axes.centre?.bendAtZero(axes)
      ).sign
    zero = HingeZero.fromStart(angle: turn, stillStart: still).offset
    flexion = turn.map { ($0 - zero) * sign }
    count(history)
  }

  var stage: LiveAngle.Stage { repetitions > 0 ? .settled : .settling }

  mutating func update(_ a: SegmentInstant, _ b: SegmentInstant, period: Double) -> Double? {
    if a.restarts || b.restarts { tracker.restart() }
    let turn = tracker.update(
      thigh: a.earthFromSensor, shank: b.earthFromSensor, period: period, usable: a.isSound && b.isSound)
    let value = turn.map { ($0 - zero) * sign }
    if let value {
      mostExtended = min(mostExtended ?? value, value)
      mostFlexed = max(mostFlexed ?? value, value)
    }
    return value
  }

  /// Counts the repetitions over the session so far.
  mutating func count(_ history: LiveHistory) {
    while thinnings < history.thinnings {
      flexion = stride(from: 0, to: flexion.count, by: 2).map { flexion[$0] }
      thinnings += 1
    }
    while flexion.count < history.time.count {
      let row = flexion.count
      let turn = tracker.heading.map {
        HingeAngle.flexion(
          axes: tracker.axes, thigh: history.thigh.earthFromSensor[row],
          shank: history.shank.earthFromSensor[row], heading: $0)
      }
      let value = turn.map { ($0 - zero) * sign } ?? .nan
      let near = flexion.last(where: \.isFinite) ?? 0
      flexion.append(near + Double.wrapAngle(value - near))
    }
    repetitions =
      Repetitions.find(angle: flexion, time: history.time, usable: history.usable)
      .filter(\.isCounted).count
    mostExtended = flexion.filter(\.isFinite).min() ?? mostExtended
    mostFlexed = flexion.filter(\.isFinite).max() ?? mostFlexed
  }
}
