/// Device stamps as one time that never steps back by itself: unwraps counters, finds restarts of the device.
///
/// serial.md section 9 in words: a step back, or a step of more than ten periods that is ahead of both the
/// expectation and the arrival, is a restart; a wrap is not. After a restart time goes on by host time. Where lines
/// carry no check of their own, a strange stamp is more likely damaged than true: it is set aside until three more in a
/// row side with it.
struct DeviceClock: Sendable {
  enum Reading: Equatable {
    case time(Int64)
    /// The device started again before this stamp.
    case restart(Int64)
    /// Set aside: damaged, or the first stamp after a restart that is not proven yet.
    case doubtful
  }

  /// [ns] after which stamps start again.
  var wrap: Int64?
  /// Ten periods [ns], 100 ms until the rate is known, never less than 20 ms: stamps may be coarse, and rows of two
  /// sensors out of order.
  private(set) var tolerance: Int64 = 100_000_000
  /// The first steps, which say what a period is.
  private var steps: [Int64] = []
  private var isLearnt = false

  /// Last accepted stamp, its time and its arrival.
  private var last: (stamp: Int64, time: Int64, arrival: Int64)?
  /// Smallest arrival - time, slowly rising so that it follows a device clock that is slow.
  private var offset: Int64 = 0
  /// The last of the strange stamps that side with each other, and how many they are.
  private var pending: (stamp: Int64, arrival: Int64, count: Int)?
  private static let witnesses = 4
  private static let least: Int64 = 20_000_000
  private static let most: Int64 = 10_000_000_000
  private static let learning = 16

  /// Drift of two clocks [ns] over a time [ns] that is never mistaken for a jump: 200 ppm.
  private static func drift(_ time: Int64) -> Int64 { max(0, time) / 5000 }

  init(wrap: Int64? = nil, nominalRate: Double? = nil) {
    self.wrap = wrap
    expect(rate: nominalRate)
  }

  /// The rate that the source states [Hz]; its steps are believed rather.
  mutating func expect(rate: Double?) {
    guard let rate, rate.isFinite, rate > 1e-3, !isLearnt else { return }
    tolerance = max(Self.least, Int64(10e9 / rate))
  }

  /// Learns from a steady step; one of zero is another sensor of the same row.
  private mutating func learn(_ step: Int64) {
    guard !isLearnt, step > 0 else { return }
    steps.append(step)
    guard steps.count == Self.learning else { return }
    steps.sort()
    tolerance = max(Self.least, min(Self.most, 10 &* steps[Self.learning / 2]))
    isLearnt = true
    steps = []
  }

  /// Time [ns] of a device stamp [ns] that arrived at host time `arrival` [ns].
  ///
  /// `isProven`: the line passed a check that lets next to no damage through.
  mutating func read(_ stamp: Int64, arrival: Int64, isProven: Bool) -> Reading {
    guard let last else { return start(stamp, at: stamp, arrival: arrival) }
    let expected = max(0, arrival &- offset &- last.time)
    let step = unwrapped(stamp &- last.stamp, near: expected)
    let slack = tolerance &+ Self.drift(arrival &- last.arrival)
    if isSteady(step, expected: expected, slack) {
      return accept(stamp, time: last.time &+ step, arrival: arrival)
    }
    if !isProven {
      let count = isSiding(stamp, arrival: arrival) ? pending!.count + 1 : 1
      pending = (stamp, arrival, count)
      if count < Self.witnesses { return .doubtful }
    }
    return restart(stamp, arrival: arrival, after: last.time, expected: expected)
  }

  private mutating func start(_ stamp: Int64, at time: Int64, arrival: Int64) -> Reading {
    last = (stamp, time, arrival)
    offset = arrival &- time
    return .time(time)
  }

  /// Not ahead of both ten periods and the arrival. Back by less than ten periods is no restart but rows out of
  /// order: two sensors on one port, or a damaged stamp before this one.
  private func isSteady(_ step: Int64, expected: Int64, _ slack: Int64) -> Bool {
    if step < 0 { return step >= -slack && expected <= slack }
    return step <= slack || step <= expected &+ slack
  }

  /// The stamp before was strange too, and this one follows it as closely as the arrivals do.
  private func isSiding(_ stamp: Int64, arrival: Int64) -> Bool {
    guard let pending else { return false }
    let step = stamp &- pending.stamp
    return step >= 0 && step <= tolerance &+ max(0, arrival &- pending.arrival)
  }

  private mutating func accept(_ stamp: Int64, time: Int64, arrival: Int64) -> Reading {
    pending = nil
    if let last { learn(time &- last.time) }
    let elapsed = min(1_000_000_000, arrival &- (last?.arrival ?? arrival))
    offset = min(offset &+ Self.drift(elapsed), arrival &- time)
    last = (stamp, time, arrival)
    return .time(time)
  }

  private mutating func restart(
    _ stamp: Int64, arrival: Int64, after lastTime: Int64, expected: Int64
  ) -> Reading {
    let time = lastTime &+ max(1, expected)
    _ = start(stamp, at: time, arrival: arrival)
    pending = nil
    return .restart(time)
  }

  /// The step modulo the wrap that is nearest to the expected one.
  private func unwrapped(_ step: Int64, near expected: Int64) -> Int64 {
    guard let wrap else { return step }
    var rest = (step &- expected) % wrap
    if rest > wrap / 2 { rest -= wrap }
    if rest < -(wrap / 2) { rest += wrap }
    return expected &+ rest
  }
}
