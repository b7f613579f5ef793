import Inertial

/// How often, and from when to when [s], something was met.
struct Episode: Hashable, Sendable {
  var count = 0
  var first = 0.0
  var last = 0.0

  mutating func add(at time: Double, count more: Int = 1) {
    if count == 0 { first = time }
    count += more
    last = time
  }

  var span: ClosedRange<Double>? { count > 0 && first <= last ? first...last : nil }
}

/// Void values of one sensor of the three, by reason.
struct VoidTally: Hashable, Sendable {
  var nonFinite = Episode()
  var outOfRange = Episode()

  mutating func count(_ value: Vector3, at time: Double) {
    if value.isFinite { outOfRange.add(at: time) } else { nonFinite.add(at: time) }
  }
}

/// A state that may last: every row of it, and the runs that lasted a second or longer.
struct RunTally: Hashable, Sendable {
  static let long = 1.0

  var rows = Episode()
  /// Spans of the runs of at least `long` seconds, joined to one.
  var longRuns = Episode()
  private var run = Episode()

  /// - Parameter period: time that one row stands for [s].
  mutating func note(_ holds: Bool, at time: Double, period: Double) {
    guard holds else {
      if run.count > 0 { run = Episode() }
      return
    }
    rows.add(at: time)
    run.add(at: time)
    let lasted = run.last - run.first + period
    guard lasted >= Self.long - .stampResolution else { return }
    if longRuns.count == 0 { longRuns.first = run.first }
    longRuns.count += 1
    longRuns.last = time
  }
}

/// Everything the screen met.
struct ScreenTally: Hashable, Sendable {
  var rows = 0
  var rate = VoidTally()
  var force = VoidTally()
  var field = VoidTally()
  var smallForce = RunTally()
  var zeroForce = Episode()
  var zeroField = RunTally()
  var filled = 0
}
