import Inertial

/// What happened on a port since its last samples.
struct PortTrouble: Sendable {
  var hasMessage = false
  var wasRejected = false
  var hasStalled = false
  var wasLost = false
  /// Rejections in all.
  var rejected = 0

  mutating func take(_ event: PortEvent) {
    switch event {
    case .stalled: hasStalled = true
    case .lost, .reconnected: wasLost = true
    default: break
    }
  }

  mutating func add(_ other: PortTrouble) {
    hasMessage = hasMessage || other.hasMessage
    wasRejected = wasRejected || other.wasRejected
    hasStalled = hasStalled || other.hasStalled
    wasLost = wasLost || other.wasLost
  }
}

/// Looks at the samples of one sensor: completes what orientation alone can tell, names its gaps.
struct SensorWatch: Sendable {
  private var trouble = PortTrouble()
  private var rates = OrientationRates()
  private var last: (time: Int64, segment: Int)?
  private(set) var tally = QuantityTally()

  mutating func note(_ more: PortTrouble) { trouble.add(more) }

  /// Completes the sample, and gives the gap before it if there is one.
  mutating func take(_ decoded: inout DecodedSample, _ hole: SensorStatistics.Hole?) -> StreamGap? {
    tally.take(decoded)
    rates.complete(&decoded)
    let time = decoded.sample.deviceTime ?? decoded.sample.arrivalTime
    defer {
      last = (time, decoded.segment)
      trouble = PortTrouble()
    }
    guard let last else { return nil }
    let isNew = decoded.segment != last.segment
    guard hole != nil || isNew || trouble.hasMessage else { return nil }
    let cause = cause(isNew: isNew, hasHole: hole != nil, decoded)
    let isGuess = decoded.marks.contains(.hostTimed) && decoded.counter == nil
    let isLong = time &- last.time >= 100_000_000
    return StreamGap(
      sensor: decoded.sensor, lastGood: last.time, nextGood: time,
      missing: isNew ? .unknown : hole?.missing ?? .unknown, cause: cause,
      isCertain: hole == nil ? isNew : !isGuess || isLong)
  }

  private func cause(isNew: Bool, hasHole: Bool, _ decoded: DecodedSample) -> StreamGap.Cause {
    if trouble.wasLost { return .unplug }
    if isNew { return .segment }
    if trouble.hasStalled, hasHole { return .stall }
    if trouble.hasMessage { return .message }
    if trouble.wasRejected { return .rejected }
    return decoded.counter == nil ? .timeGrid : .counter
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
