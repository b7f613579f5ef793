import Inertial
import KneeJoint

/// How the turn of the knee follows, sample by sample, from what a session has learned: by the hinge, or by the shank alone
/// where the thigh hardly turns.
struct LiveJoint: Sendable {
  private enum Way: Sendable {
    case hinge(HingeTracker)
    case shank(TurnTracker)
  }

  private var way: Way
  private var last: Double?

  /// nil while the motion so far does not tell an axis.
  init?(_ leg: LegMotion) {
    guard let axes = try? leg.ownAxes() else {
      guard leg.moving.isThighQuiet,
        let turn = try? ShankTurn.measure(shank: leg.shank, time: leg.time, moving: leg.moving),
        !turn.flags.contains(where: { $0.effect == .stop })
      else { return nil }
      way = .shank(TurnTracker(axis: turn.axis))
      return
    }
    guard axes.flags().isEmpty else { return nil }
    way = .hinge(HingeTracker(axes: axes))
  }

  /// By axes known beforehand.
  init(_ axes: HingeAxes) { way = .hinge(HingeTracker(axes: axes)) }

  /// +1 where the turn counts flexion positive, -1 where it must be reversed.
  func sign(of turn: [Double], _ leg: LegMotion) -> Double? {
    switch way {
    case .hinge(let tracker): (try? JointCurve.sign(of: turn, axes: tracker.axes, leg))?.sign
    case .shank: 1
    }
  }

  mutating func update(_ a: SegmentInstant, _ b: SegmentInstant) -> Double? {
    let period = last.map { a.time - $0 } ?? 0
    last = a.time
    switch way {
    case .hinge(var tracker):
      let turn = tracker.update(
        thigh: a.earthFromSensor, shank: b.earthFromSensor, period: period, usable: a.isSound && b.isSound)
      way = .hinge(tracker)
      return turn
    case .shank(var tracker):
      let up = b.earthFromSensor.rotateBack(.unitZ)
      guard up.isFinite else { return nil }
      let turn = tracker.update(up: up, rate: b.rate, period: period)
      way = .shank(tracker)
      return turn
    }
  }

  /// Whether another fit came to the same axes: +1 the same way round, -1 reversed; nil for other axes.
  func sense(of other: LiveJoint) -> Double? {
    func near(_ a: Vector3, _ b: Vector3) -> Bool { abs(a.dot(b)) > Double.cos(Self.agreement) }
    switch (way, other.way) {
    case (.hinge(let a), .hinge(let b)):
      let thigh = a.axes.thigh.dot(b.axes.thigh)
      let isSamePairing = thigh * a.axes.shank.dot(b.axes.shank) > 0
      let isSame = isSamePairing && near(a.axes.thigh, b.axes.thigh) && near(a.axes.shank, b.axes.shank)
      return isSame ? (thigh < 0 ? -1 : 1) : nil
    case (.shank(let a), .shank(let b)):
      return near(a.axis, b.axis) ? (a.axis.dot(b.axis) < 0 ? -1 : 1) : nil
    case (.hinge, .shank), (.shank, .hinge): return nil
    }
  }

  private static let agreement = 8 * Double.pi / 180

  /// The next sample that shows the heading gives it anew; the turn of the shank needs none.
  mutating func restart() {
    guard case .hinge(var tracker) = way else { return }
    tracker.restart()
    way = .hinge(tracker)
  }
}
