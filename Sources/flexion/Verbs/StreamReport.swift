import DecimalText
import IMUProtocols
import JSONText

/// How a stream went: rates, losses, rejected frames, sample age.
struct StreamReport {
  private let stream: SensorStream

  init(_ stream: SensorStream) { self.stream = stream }

  private var names: [String] {
    stream.sensors.map { $0.segment?.rawValue ?? ($0.name.isEmpty ? "imu" : $0.name) }
  }

  var json: JSONObject {
    let statistics = stream.statistics
    let sensors = zip(names, statistics.sensors).map { name, sensor in
      JSONValue.object([
        "sensor": .string(name), "samples": .integer(sensor.samples), "lost": .integer(sensor.missing),
        "gaps": .integer(sensor.gaps), "rate_hz": .optional(sensor.rate, decimals: 3),
      ])
    }
    var rejected = JSONObject()
    for (reason, count) in stream.rejectedByReason { rejected[reason.rawValue] = .integer(count) }
    return [
      "bytes": .integer(statistics.bytes), "sensors": .array(sensors), "rejected": .object(rejected),
      "stalls": .integer(statistics.stalls), "reconnects": .integer(statistics.reconnects),
      "age_ms": .object([
        "median": milliseconds(statistics.age.median), "p95": milliseconds(statistics.age.quantile(0.95)),
        "p99": milliseconds(statistics.age.quantile(0.99)),
      ]),
    ]
  }

  /// A line a sensor, and one for the age.
  var text: String {
    var text = ""
    for (name, sensor) in zip(names, stream.statistics.sensors) {
      let rate = sensor.rate.map { DecimalText.fixed($0, decimals: 1) } ?? "-"
      text += "\(name): \(sensor.samples) samples, \(rate) Hz, \(sensor.missing) lost, \(sensor.gaps) gaps\n"
    }
    let rejected = stream.rejectedByReason.map { "\($0.count) lines \($0.reason.words)" }
    if !rejected.isEmpty { text += "left out: \(rejected.joined(separator: ", "))\n" }
    if let p95 = stream.statistics.age.quantile(0.95) {
      text +=
        "latency from sample to number: 95 % within \(DecimalText.fixed(Double(p95) * 1e-6, decimals: 2)) ms\n"
    }
    return text
  }

  private func milliseconds(_ nanoseconds: Int64?) -> JSONValue {
    .optional(nanoseconds.map { Double($0) * 1e-6 }, decimals: 2)
  }
}

extension RejectionReason {
  /// Behind "12 lines": why they were left out.
  fileprivate var words: String {
    switch self {
    case .checksum: "with a wrong checksum"
    case .length: "of a wrong length"
    case .escape: "with a broken escape"
    case .unconfirmed: "with no frame behind them"
    case .unknownType: "of an unknown type"
    case .fieldCount: "with another number of fields"
    case .emptyField: "with an empty field"
    case .notANumber: "with words where numbers belong"
    case .unprintable: "with bytes that are no text"
    case .tooLong: "that are too long"
    case .incomplete: "that were cut"
    case .description: "with a description that cannot be read"
    case .unknownSensor: "of an unknown sensor"
    case .columnName: "with unknown columns"
    case .columnsUnknown: "before the board said what its columns are"
    case .unitsUnknown: "before the board said its units"
    case .clockStep: "with an impossible time"
    case .outOfRange: "beyond what a sensor can measure"
    case .spike: "with an impossible jump"
    case .norm: "with an orientation that is none"
    }
  }
}
