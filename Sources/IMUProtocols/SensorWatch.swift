import Inertial

/// Looks at the samples of one sensor: completes what orientation alone can tell, names its gaps.
struct SensorWatch: Sendable {
  private var rates = OrientationRates()
  private var last: Last?
  private(set) var tally = QuantityTally()

  private struct Last: Sendable {
    var time: Int64
    var arrival: Int64
    var segment: Int
    var incidents: StreamIncidents
  }

  /// Completes the sample, and gives the gap before it if there is one. `isNext`: its own time or counter says that it
  /// follows directly on the sample before.
  mutating func take(
    _ decoded: inout DecodedSample, _ hole: SensorStatistics.Hole?, isNext: Bool
  ) -> StreamGap? {
    tally.take(decoded)
    rates.complete(&decoded)
    let time = decoded.sample.deviceTime ?? decoded.sample.arrivalTime
    defer {
      last = Last(
        time: time, arrival: decoded.sample.arrivalTime, segment: decoded.segment,
        incidents: decoded.incidents)
    }
    guard let last else { return nil }
    let isNew = decoded.segment != last.segment
    let (before, now) = (last.incidents, decoded.incidents)
    let hasLostOwn = before.implausible != now.implausible || before.clockSteps != now.clockSteps
    let wasRejected = hasLostOwn || (before.rejections != now.rejections && !isNext)
    guard hole != nil || isNew || before.messages != now.messages || wasRejected else { return nil }
    let cause = Self.cause(
      before, now, isNew: isNew, hasHole: hole != nil, hasCounter: decoded.counter != nil)
    let isGuess = decoded.marks.contains(.hostTimed) && decoded.counter == nil
    let isLong = time &- last.time >= 100_000_000
    return StreamGap(
      sensor: decoded.sensor, lastGood: last.time, nextGood: time,
      missing: isNew ? .unknown : hole?.missing ?? .unknown, cause: cause,
      isCertain: hole == nil ? isNew : !isGuess || isLong)
  }

  private static func cause(
    _ before: StreamIncidents, _ now: StreamIncidents, isNew: Bool, hasHole: Bool, hasCounter: Bool
  ) -> StreamGap.Cause {
    if before.losses != now.losses { return .unplug }
    if isNew { return .segment }
    if before.stalls != now.stalls, hasHole { return .stall }
    if before.messages != now.messages { return .message }
    if before.rejections != now.rejections || before.implausible != now.implausible { return .rejected }
    return hasCounter ? .counter : .timeGrid
  }

  /// What is missing at the end of a stream, at host time `end` [ns]: the port was lost or silent and did not come
  /// back, or this sensor alone fell silent. `period` [ns], 0 where it is unknown.
  func gap(at end: Int64, of sensor: Int, _ now: StreamIncidents, period: Int64) -> StreamGap? {
    guard let last, end > last.arrival else { return nil }
    let silence = end &- last.arrival
    let wasLost = now.losses != last.incidents.losses
    let isSilent = now.stalls != last.incidents.stalls || silence >= max(1_000_000_000, 10 &* period)
    guard wasLost || isSilent, silence > period else { return nil }
    let missing = period > 0 ? Int(min(silence / period, Int64(1) << 40)) : 0
    return StreamGap(
      sensor: sensor, lastGood: last.time, nextGood: last.time &+ silence,
      missing: missing > 0 ? .estimated(missing) : .unknown, cause: wasLost ? .unplug : .stall)
  }
}

/// Which quantities a sensor sends.
struct QuantityTally: Sendable {
  private var samples = 0
  private var hasRate = false
  private var hasForce = false
  private var hasOrientation = false

  /// After so many samples what was not there is missing: a first frame may be cut.
  private static let enough = 20

  mutating func take(_ decoded: DecodedSample) {
    samples += 1
    hasRate = hasRate || decoded.sample.gyroscope.isFinite
    hasForce = hasForce || decoded.sample.accelerometer.isFinite
    hasOrientation = hasOrientation || decoded.orientation != nil
  }

  /// What no knee angle can do without; empty while it may still come.
  var lacking: [MotionQuantity] {
    if samples < Self.enough || hasOrientation || (hasRate && hasForce) { return [] }
    return (hasRate ? [] : [.angularRate]) + (hasForce ? [] : [.specificForce]) + [.orientation]
  }
}

/// A quantity that a motion sensor may send.
public enum MotionQuantity: String, Hashable, Sendable { case angularRate, specificForce, orientation }
