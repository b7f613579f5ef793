import Inertial

/// Device time to host monotonic time, one map for each device clock (serial.md section 9).
///
/// Samples arrive late and in batches, never early. The map follows the lower envelope of arrival - device time and its
/// slow slope (`ClockLine`); what it gives never steps back and is bent towards a better estimate rather than moved. It
/// is causal, costs the same for every sample and allocates nothing.
public struct ClockMap: Sendable {
  private var line = ClockLine()
  /// Device time and difference that the line counts from [ns].
  private var zero: (device: Int64, difference: Int64) = (0, 0)
  private var hasZero = false
  /// Arrival of the first sample of this stretch [ns].
  private var start: Int64 = 0
  /// What is added to device time now, beyond `zero.difference` [ns].
  private var applied: Double?
  private var lastDevice: Int64 = 0
  private var lastTime: Int64?

  /// After so much arrival time the first estimate is worth using [ns].
  public static let settling: Int64 = 500_000_000
  /// An estimate that is later by more than this is jumped to [ns]: time had a hole.
  private static let hole = 100_000_000.0
  /// Relative change of the pace that corrections may make, for small ones and at most.
  private static let gentlest = 0.001
  private static let hardest = 0.5

  public init() {}

  /// Takes a sample of device time [ns] that arrived at host time [ns], `wireTime` [ns] after it was sent.
  public mutating func observe(_ deviceTime: Int64, arrival: Int64, wireTime: Int64 = 0) {
    let difference = arrival &- wireTime &- deviceTime
    if !hasZero {
      hasZero = true
      zero = (deviceTime, difference)
    }
    if !line.hasPoints { start = arrival }
    line.append(
      time: Double(deviceTime &- zero.device), value: Double(difference &- zero.difference))
  }

  /// True when `settling` has gone by at arrival time `now` [ns] since the clock started.
  public func isSettled(at now: Int64) -> Bool { line.hasPoints && now &- start >= Self.settling }

  /// The device clock started again: the offset is a new one, the drift stays.
  public mutating func restart() {
    line.restart()
    hasZero = false
    applied = nil
  }

  /// Host time [ns] of a sample that was observed; later for a later device time.
  public mutating func place(_ deviceTime: Int64) -> Int64 {
    let target = line.value(at: Double(deviceTime &- zero.device))
    let elapsed = max(0, Double(deviceTime &- lastDevice))
    // The line's own slope is followed at once, what it is off by in steps.
    var offset = applied.map { Self.moved($0 + line.slope * elapsed, to: target, over: elapsed) } ?? target
    var time = hostTime(deviceTime, offset)
    if applied == nil, let lastTime, time <= lastTime {
      // A new stretch begins behind the one before it.
      time = lastTime &+ 1
      offset = Double(time &- deviceTime &- zero.difference)
    }
    if applied == nil || deviceTime > lastDevice {
      (applied, lastDevice, lastTime) = (offset, deviceTime, time)
    }
    return time
  }

  /// Host time [ns] of a sample that was observed, as well as it is known now: may step back.
  func estimate(_ deviceTime: Int64) -> Int64 {
    hostTime(deviceTime, line.value(at: Double(deviceTime &- zero.device)))
  }

  private static func moved(_ offset: Double, to target: Double, over elapsed: Double) -> Double {
    let error = target - offset
    if error > hole { return target }
    let pace = min(hardest, max(gentlest, abs(error) * 1e-9))
    let most = pace * elapsed
    return offset + max(-most, min(most, error))
  }

  private func hostTime(_ deviceTime: Int64, _ offset: Double) -> Int64 {
    deviceTime &+ zero.difference &+ (Int64(exactly: offset.rounded()) ?? 0)
  }

  // MARK: What it found

  /// Host time - device time at the last sample [ns]; nil before the first.
  public var offset: Int64? {
    applied.map { zero.difference &+ (Int64(exactly: $0.rounded()) ?? 0) }
  }

  /// How much faster the host clock runs than the device's, in parts of one; nil before the first sample.
  public var drift: Double? { line.hasPoints ? line.slope : nil }

  /// How far the earliest arrivals of half a second lie above the map, on average [ns]; nil before the first sample.
  public var residual: Int64? {
    line.hasPoints ? Int64(exactly: line.spread.rounded()) : nil
  }
}
