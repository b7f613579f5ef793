import Inertial
import KneeJoint

/// The axes learned from a live session so far, and everything that follows from them.
struct LiveSession: Sendable {
  private var joint: LiveJoint
  private let zero: Double
  private let sign: Double
  private var flexion: [Double]
  private var thinnings: Int
  private(set) var repetitions = 0
  private(set) var mostExtended: Double?
  private(set) var mostFlexed: Double?

  /// The fit before came to the same axes and the same side of flexion.
  private let isConfirmed: Bool
  /// Two fits in a row came to the same side of flexion, whatever their axes: until then no number is shown.
  private(set) var isSideSure: Bool
  /// The session began at rest, or was calibrated: without that, the zero is a guess.
  private let hasZero: Bool

  /// nil while the motion so far does not tell the axes.
  /// - Parameter before: what the session was until now.
  init?(_ history: LiveHistory, before: LiveSession?) {
    guard let leg = try? LegMotion(history), var joint = LiveJoint(leg) else { return nil }
    let turn = joint.turn(over: history)
    guard let sign = joint.sign(of: turn, leg) else { return nil }
    let isConfirmed = before.map { $0.joint.sense(of: joint) == $0.sign * sign } ?? false
    self.isConfirmed = isConfirmed
    isSideSure = isConfirmed
    self.joint = joint
    self.sign = sign
    hasZero = leg.stillStart != nil
    thinnings = history.thinnings
    zero = HingeZero.fromStart(angle: turn, stillStart: leg.stillStart).offset
    flexion = turn
    for row in turn.indices { flexion[row] = (turn[row] - zero) * sign }
    if let before, !isConfirmed { isSideSure = bends(like: before) }
    count(history)
  }

  /// Whether both sessions, over the instants they share, bend and straighten at the same time.
  func bends(like other: LiveSession) -> Bool {
    thinnings == other.thinnings && FlexionSign.like(other.flexion, angle: flexion).sign > 0
  }

  /// By a calibration: axes, side of flexion and zero are known from the first sample on.
  /// - Returns: nil when it has no axes.
  init?(_ history: LiveHistory, calibration: KneeCalibration) {
    guard let axes = calibration.axes, let offset = calibration.pose?.offset(axes) else { return nil }
    joint = LiveJoint(axes)
    let turn = joint.turn(over: history)
    let first: Double = (turn.first(where: \.isFinite) ?? offset) - offset
    let zero = offset + first - Double.wrapAngle(first)
    self.zero = zero
    sign = 1
    isConfirmed = true
    isSideSure = true
    hasZero = true
    thinnings = history.thinnings
    flexion = turn.map { $0 - zero }
    count(history)
  }

  var stage: LiveAngle.Stage { repetitions > 0 && isConfirmed && hasZero ? .settled : .settling }

  /// - Parameter history: with these instants already in it, where it keeps them.
  mutating func update(_ a: SegmentInstant, _ b: SegmentInstant, _ history: LiveHistory) -> Double? {
    if a.restarts || b.restarts { joint.restart() }
    let value = joint.update(a, b).map { ($0 - zero) * sign }
    keep(value ?? .nan, history)
    if let value {
      mostExtended = min(mostExtended ?? value, value)
      mostFlexed = max(mostFlexed ?? value, value)
    }
    return value
  }

  /// One angle a kept instant, thinned as the history is.
  private mutating func keep(_ value: Double, _ history: LiveHistory) {
    while thinnings < history.thinnings {
      flexion = stride(from: 0, to: flexion.count, by: 2).map { flexion[$0] }
      thinnings += 1
    }
    if flexion.count < history.time.count { flexion.append(value) }
  }

  /// Counts the repetitions over the session so far.
  mutating func count(_ history: LiveHistory) {
    repetitions =
      Repetitions.find(angle: flexion, time: history.time, usable: history.usable)
      .filter(\.isCounted).count
    mostExtended = flexion.filter(\.isFinite).min() ?? mostExtended
    mostFlexed = flexion.filter(\.isFinite).max() ?? mostFlexed
  }
}

extension LiveJoint {
  /// Goes through the session so far.
  fileprivate mutating func turn(over history: LiveHistory) -> [Double] {
    var turn: [Double] = []
    turn.reserveCapacity(history.time.count)
    for row in history.time.indices {
      if history.restarts.contains(row) { restart() }
      let (a, b) = history.instants(row)
      turn.append(update(a, b) ?? .nan)
    }
    return turn
  }
}
