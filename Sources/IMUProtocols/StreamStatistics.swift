import Inertial

/// What a stream delivered since it was opened, in memory that never grows.
public struct StreamStatistics: Sendable {
  public internal(set) var bytes = 0
  public internal(set) var chunks = 0
  public internal(set) var largestChunk = 0
  /// Host time of the first and the last chunk [ns].
  public internal(set) var firstChunk: Int64?
  public internal(set) var lastChunk: Int64?
  /// Bytes before the first frame end after opening.
  public internal(set) var bytesBeforeStart = 0
  public internal(set) var stalls = 0
  public internal(set) var reconnects = 0
  /// Samples behind a start of the device that were not to be trusted.
  public internal(set) var unsettled = 0
  /// One for each of the decoder's sensors.
  public internal(set) var sensors: [SensorStatistics] = []
  /// Samples that the decoder gave and plausibility took back.
  public internal(set) var implausible = DecoderStatistics()
  /// From the host time of a sample's first byte until it was dealt with [ns]; empty for a replay.
  public internal(set) var age = DurationHistogram()

  public init() {}

  public var samples: Int { sensors.reduce(0) { $0 + $1.samples } }
  public var missing: Int { sensors.reduce(0) { $0 + $1.missing } }
  public var gaps: Int { sensors.reduce(0) { $0 + $1.gaps } }

  /// From the first chunk to the last [s]; 0 with less than two.
  public var span: Double {
    guard let firstChunk, let lastChunk else { return 0 }
    return max(0, Double(lastChunk &- firstChunk) * 1e-9)
  }

  public var chunksPerSecond: Double? { span > 0 ? Double(chunks) / span : nil }

  /// Share of what a line of so many baud could have carried, 10 bits a byte, 0...1.
  public func wireUse(baud: Int) -> Double? {
    span > 0 && baud > 0 ? Double(bytes) * 10 / Double(baud) / span : nil
  }

  /// Each sensor's share of the samples, 0...1; about equal on a healthy port.
  public var balance: [Double] {
    let whole = Double(max(1, samples))
    return sensors.map { Double($0.samples) / whole }
  }

  /// The share of one sensor is more than a tenth off an equal one, after 100 samples.
  public var isUnbalanced: Bool {
    guard sensors.count > 1, samples >= 100 else { return false }
    let fair = 1 / Double(sensors.count)
    return balance.contains { abs($0 - fair) > 0.1 * fair }
  }
}
