import Inertial
import KneeJoint

/// Live inclination of a shin that carries the only sensor: the axis and the zero are those of the session so far.
struct LiveShin: Sendable {
  private var history: LiveHistory
  private var tracker: TurnTracker?
  /// Inclination at turn 0 [rad].
  private var offset = 0.0
  private var last: Double?
  private var nextFit = 0.0
  private var nextCount = 0.0
  private let firstInterval: Double
  private let countInterval: Double
  /// One inclination a kept instant [rad]; empty before the first fit.
  private var angle: [Double] = []
  private var thinnings = 0
  private var repetitions = 0
  private var isConfirmed = false
  private var extremes: Extremes?

  private struct Extremes: Hashable, Sendable {
    var low: Double
    var high: Double

    init(_ before: Extremes?, _ value: Double) {
      low = min(before?.low ?? value, value)
      high = max(before?.high ?? value, value)
    }
  }

  init(_ parameters: LiveGoniometer.Parameters) {
    history = LiveHistory(spacing: max(parameters.nominalPeriod, 0.02))
    firstInterval = parameters.firstInterval
    countInterval = parameters.countInterval
  }

  mutating func update(_ shin: SegmentInstant) -> LiveAngle {
    history.append(shin, shin)
    if shin.time >= nextFit { refit(at: shin.time) }
    let value = turn(shin).map { $0 + offset }
    if tracker != nil { keep(value ?? .nan) }
    if shin.time >= nextCount { count(at: shin.time) }
    if let value { extremes = Extremes(extremes, value) }
    return LiveAngle(
      time: shin.time, flexion: value,
      stage: tracker == nil ? .learning : isConfirmed && repetitions > 0 ? .settled : .settling,
      repetitions: repetitions, mostExtended: extremes?.low, mostFlexed: extremes?.high)
  }

  private mutating func turn(_ shin: SegmentInstant) -> Double? {
    let period = last.map { shin.time - $0 } ?? 0
    last = shin.time
    let up = shin.earthFromSensor.rotateBack(.unitZ)
    guard up.isFinite else { return nil }
    return tracker?.update(up: up, rate: shin.rate, period: period)
  }

  /// One angle a kept instant, thinned as the history is.
  private mutating func keep(_ value: Double) {
    while thinnings < history.thinnings {
      angle = stride(from: 0, to: angle.count, by: 2).map { angle[$0] }
      thinnings += 1
    }
    if angle.count < history.time.count { angle.append(value) }
  }

  /// Axis, sign and zero as the closed recording would have them if it ended now.
  private mutating func refit(at time: Double) {
    nextFit = time + max(firstInterval, tracker == nil ? 0 : time / 8)
    let phases = StillPhases.find(rates: [history.shank.rate], time: history.time, usable: history.usable)
    guard
      let shin = try? ShinInclination.measure(
        shin: history.shank, time: history.time, usable: history.usable,
        stillStart: StillPhases.atStart(of: phases, time: history.time)?.rows),
      !shin.flags.contains(where: { $0.effect == .stop })
    else {
      // What stops the measurement unsettles the picture.
      isConfirmed = false
      return
    }
    isConfirmed = tracker.map { $0.axis.dot(shin.axis) > 0.99 } ?? false
    var tracker = TurnTracker(axis: shin.axis)
    var turn = 0.0
    for row in history.time.indices {
      let period = row == 0 ? 0 : history.time[row] - history.time[row - 1]
      let (_, instant) = history.instants(row)
      let up = instant.earthFromSensor.rotateBack(.unitZ)
      if up.isFinite { turn = tracker.update(up: up, rate: instant.rate, period: period) }
    }
    guard let now = shin.angle.last, now.isFinite else { return }
    offset = now - turn
    last = history.time.last
    self.tracker = tracker
    angle = shin.angle
    thinnings = history.thinnings
    extremes = angle.filter(\.isFinite).reduce(nil) { Extremes($0, $1) }
  }

  /// Over the session so far.
  private mutating func count(at time: Double) {
    nextCount = time + countInterval
    guard angle.count == history.time.count, !angle.isEmpty else { return }
    repetitions =
      Repetitions.find(angle: angle, time: history.time, usable: history.usable).filter(\.isCounted).count
  }
}
