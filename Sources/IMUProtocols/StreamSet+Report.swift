import Inertial

/// What all ports together delivered, in memory that never grows.
public struct StreamSetStatistics: Sendable {
  /// One for each sensor of the set, on the common time base.
  public internal(set) var sensors: [SensorStatistics] = []
  /// From the host time at which a sample was taken until it was dealt with [ns]; empty for a replay. What waited at the
  /// start until its clock was known does not count.
  public internal(set) var age = DurationHistogram()
  /// How far apart in time the two sensors of a leg are sampled.
  public internal(set) var skew = PairSkew()
  /// Gaps by cause, and the latest.
  public private(set) var gapCounts = [Int](repeating: 0, count: StreamGap.Cause.allCases.count)
  /// Those of them that nothing proves: no sample need be missing.
  private var possibleCounts = [Int](repeating: 0, count: StreamGap.Cause.allCases.count)
  public private(set) var lastGap: StreamGap?
  /// Time of the last record [ns].
  var lastRecord: Int64?

  public init() {}

  public var samples: Int { sensors.reduce(0) { $0 + $1.samples } }
  public var missing: Int { sensors.reduce(0) { $0 + $1.missing } }
  public var gaps: Int { gapCounts.reduce(0, +) }

  /// Only causes that occurred, in their declared order.
  public var gapsByCause: [(cause: StreamGap.Cause, count: Int)] {
    zip(StreamGap.Cause.allCases, gapCounts).map { ($0, $1) }.filter { $0.1 > 0 }
  }

  /// The same for gaps that are certain, and for those that are only possible.
  public func gapsByCause(isCertain: Bool) -> [(cause: StreamGap.Cause, count: Int)] {
    let counts = isCertain ? zip(gapCounts, possibleCounts).map { $0 - $1 } : possibleCounts
    return zip(StreamGap.Cause.allCases, counts).map { ($0, $1) }.filter { $0.1 > 0 }
  }

  mutating func count(_ gap: StreamGap) {
    lastGap = gap
    guard let place = StreamGap.Cause.allCases.firstIndex(of: gap.cause) else { return }
    gapCounts[place] += 1
    if !gap.isCertain { possibleCounts[place] += 1 }
  }
}

/// Time from a thigh sample to the nearest shank sample.
public struct PairSkew: Hashable, Sendable {
  private var lastThigh: Int64?
  private var lastShank: Int64?
  private var count = 0.0
  private var sum = 0.0
  private(set) var largest: Int64 = 0

  public init() {}

  /// Mean distance [ns]; nil until both sensors have delivered.
  public var mean: Double? { count > 0 ? sum / count : nil }

  mutating func take(_ sensor: Int, _ time: Int64, _ sensors: [PlacedSensor]) {
    switch sensors[sensor].segment {
    case .thigh:
      if let thigh = lastThigh, let shank = lastShank, shank >= thigh {
        let distance = min(shank &- thigh, time &- shank)
        if distance >= 0, distance < 1_000_000_000 {
          count += 1
          sum += Double(distance)
          largest = max(largest, distance)
        }
      }
      lastThigh = time
    case .shank: lastShank = time
    case nil: break
    }
  }
}

/// What is known of the clock of a port.
public struct ClockReport: Hashable, Sendable {
  /// Host time - device time at the last sample [ns].
  public var offset: Int64
  /// How much faster the host clock runs than the device's, in parts of a million.
  public var driftPartsPerMillion: Double
  /// How far the earliest arrivals of half a second lie above the map, on average [ns].
  public var residual: Int64
}

extension StreamSet {
  /// nil for a port without device time and counter.
  public func clock(of port: Int) -> ClockReport? {
    guard let map = clocks[port].report, let offset = map.offset, let drift = map.drift,
      let residual = map.residual
    else { return nil }
    return ClockReport(offset: offset, driftPartsPerMillion: drift * 1e6, residual: residual)
  }

  /// Rejected frames and samples of all ports by reason, only reasons that occurred.
  public var rejectedByReason: [(reason: RejectionReason, count: Int)] {
    RejectionReason.allCases.map { reason in
      let count = streams.reduce(0) {
        $0 + $1.decoder.statistics.rejected(reason) + $1.statistics.implausible.rejected(reason)
      }
      return (reason, count)
    }.filter { $0.1 > 0 }
  }

  /// Sensors that send too little for a knee angle, after 20 samples: neither rate with force nor orientation.
  public var lacking: [(port: Int, sensor: String, quantities: [MotionQuantity])] {
    zip(sensors, watches).compactMap { sensor, watch in
      let lacking = watch.tally.lacking
      return lacking.isEmpty ? nil : (sensor.port, sensor.name, lacking)
    }
  }

  /// Sensors of which nothing came though others of their port have delivered 100 samples, by name.
  public var silentSensors: [PlacedSensor] {
    zip(sensors, statistics.sensors).filter { sensor, own in
      own.samples == 0
        && zip(sensors, statistics.sensors).contains { $0.port == sensor.port && $1.samples >= 100 }
    }.map(\.0)
  }

  /// As the port was named.
  public func name(ofPort port: Int) -> String { names[port] }

  /// Share of what the line could carry, 0...1; nil where there is no line.
  public func wireUse(of port: Int) -> Double? {
    bauds[port].flatMap { streams[port].statistics.wireUse(baud: $0) }
  }

  /// Samples still on their way: bounded.
  var backlog: Int { merge.count }
}
