/// Samples that a sensor did not deliver.
///
/// Times are those of the stream's base: device time with one clock, host monotonic time with several. What is bridged and
/// where the angle stays blank is decided by the rule `gap` of the conditioning alone.
public struct StreamGap: Hashable, Sendable {
  public enum Cause: String, Hashable, Sendable, CaseIterable {
    /// Counter values or stamps are missing: the device or the wire lost samples.
    case counter, timeGrid
    /// The port was silent, the device was unplugged.
    case stall, unplug
    /// The device said something; samples may be missing.
    case message
    /// A damaged frame or sample was left out. Without a hole in time it may have been none of this sensor.
    case rejected
    /// The device started again.
    case segment
  }

  public enum Missing: Hashable, Sendable {
    case exact(Int), estimated(Int), unknown

    /// nil for an unknown number.
    public var count: Int? {
      switch self {
      case .exact(let count), .estimated(let count): count
      case .unknown: nil
      }
    }
  }

  /// Index among the sensors of the whole stream.
  public var sensor: Int
  /// Of the samples before and behind the gap [ns]; at the end of a stream that of its last record.
  public var lastGood: Int64
  public var nextGood: Int64
  public var missing: Missing
  public var cause: Cause
  /// False where samples may be missing and nothing proves it: holes below 100 ms without time and counter.
  public var isCertain: Bool

  public init(
    sensor: Int, lastGood: Int64, nextGood: Int64, missing: Missing, cause: Cause, isCertain: Bool = true
  ) {
    self.sensor = sensor
    self.lastGood = lastGood
    self.nextGood = nextGood
    self.missing = missing
    self.cause = cause
    self.isCertain = isCertain
  }
}

extension StreamGap {
  /// One JSON object; read back by `init(json:)`.
  var json: String {
    let certainty =
      switch missing {
      case .exact: "exact"
      case .estimated: "estimated"
      case .unknown: "unknown"
      }
    return DescriptionValue.map([
      .init(key: "sensor", value: .number("\(sensor)")),
      .init(key: "last_good_ns", value: .number("\(lastGood)")),
      .init(key: "next_good_ns", value: .number("\(nextGood)")),
      .init(key: "missing", value: missing.count.map { .number("\($0)") } ?? .null),
      .init(key: "count", value: .text(certainty)), .init(key: "cause", value: .text(cause.rawValue)),
      .init(key: "certain", value: .flag(isCertain)),
    ]).json
  }

  init?(json: some Collection<UInt8>) {
    guard let value = DescriptionValue(parsing: json), let sensor = value["sensor"]?.integer,
      let last = value["last_good_ns"]?.integer, let next = value["next_good_ns"]?.integer,
      let cause = value["cause"]?.text.flatMap(Cause.init)
    else { return nil }
    let count = value["missing"]?.integer.map { Int($0) }
    let missing: Missing? =
      switch value["count"]?.text {
      case "exact": count.map { .exact($0) }
      case "estimated": count.map { .estimated($0) }
      default: .unknown
      }
    guard let missing else { return nil }
    self.init(
      sensor: Int(sensor), lastGood: last, nextGood: next, missing: missing, cause: cause,
      isCertain: value["certain"] != .flag(false))
  }
}
