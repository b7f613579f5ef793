import Inertial

/// The rules for time on a device clock, sample by sample.
///
/// What is late cannot be sorted any more and is left out; a shared stamp is spread by the running rate; a
/// single senseless stamp is passed over; a second one that follows it is a clock that jumped.
struct CausalClock: Sendable {
  struct Placement {
    /// On the output clock [ns], later than the one before.
    var stamp: Int64
    var restarts = false
    var isMade = false
  }

  /// A step under this share of the period shares the stamp before it.
  private static let near = 0.25
  /// So many late samples in a row are a clock that started again.
  private static let latestRun = 8
  /// Relative change of the running rate that is taken over.
  private static let lasting = 0.01

  private let parameters: ConditioningParameters
  /// Running period [ns].
  private(set) var period: Double
  private(set) var late = 0
  private var stamp: Int64?
  private var output: Int64 = 0
  private var arrival: Int64 = 0
  /// Added to stamps since the clock started again.
  private var shift: Int64 = 0
  private var suspect: Int64?
  private var lateRun = 0
  private var ring = StepRing()
  private var nearShare = 0.0

  init(period: Double, parameters: ConditioningParameters) {
    self.period = Swift.max(1, period)
    self.parameters = parameters
  }

  /// Puts the next sample on the clock; nil when it comes too late.
  mutating func place(_ next: Int64?, arrival: Int64) -> Placement? {
    defer { self.arrival = arrival }
    guard let next else { return stamp == nil ? nil : made(after: period) }
    guard let stamp else {
      self.stamp = next
      output = next
      return Placement(stamp: next)
    }
    let step = next.minus(stamp)
    if step > Int64(seconds: parameters.jumpLimit) || step < -Int64(seconds: parameters.sortLimit) {
      return jump(to: next, step: step, arrival: arrival)
    }
    suspect = nil
    if step < 0 {
      late += 1
      lateRun += 1
      return lateRun < Self.latestRun ? nil : startAgain(from: next, arrival: arrival)
    }
    lateRun = 0
    self.stamp = next
    learn(step)
    return advance(to: next.plus(shift))
  }

  private mutating func advance(to target: Int64) -> Placement {
    let ahead = Double(target.minus(output))
    if ahead >= Self.near * period {
      output = target
      return Placement(stamp: target)
    }
    let comesInBursts = nearShare > 0.2
    return made(after: comesInBursts ? period : target > output ? Self.near * period : period / 2)
  }

  private mutating func made(after step: Double) -> Placement {
    output = output.plus(Swift.max(1, Int64(nanoseconds: step)))
    return Placement(stamp: output, isMade: true)
  }

  private mutating func jump(to next: Int64, step: Int64, arrival: Int64) -> Placement {
    let follows = suspect.map { next.minus($0).isBetween(0, Int64(nanoseconds: 20 * period)) } ?? false
    guard follows else {
      suspect = next
      return made(after: period)
    }
    return startAgain(from: next, arrival: arrival)
  }

  /// A clock that jumped ahead keeps its stamps; of one that went back the host says how much time went by.
  private mutating func startAgain(from next: Int64, arrival: Int64) -> Placement {
    suspect = nil
    lateRun = 0
    stamp = next
    ring.removeAll()
    if next.plus(shift) <= output {
      let elapsed = Swift.max(Int64(nanoseconds: period), arrival.minus(self.arrival))
      shift = output.plus(elapsed).minus(next)
    }
    output = Swift.max(output.plus(1), next.plus(shift))
    return Placement(stamp: output, restarts: true)
  }

  /// H5: the rate follows the stamps; a lasting change replaces the nominal one.
  private mutating func learn(_ step: Int64) {
    let isNear = Double(step) < Self.near * period
    nearShare += ((isNear ? 1 : 0) - nearShare) * 0.05
    ring.append(step)
    guard ring.isFull else { return }
    let typical = ring.typical(inBursts: nearShare > 0.2)
    ring.removeAll()
    if typical >= 1 && abs(typical / period - 1) > Self.lasting { period = typical }
  }
}

extension Int64 {
  @inline(__always)
  func isBetween(_ low: Int64, _ high: Int64) -> Bool { self > low && self <= high }
}
