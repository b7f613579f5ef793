import DecimalText
import IMUProtocols
import JSONText

/// What each sensor of a stream delivered, and why lines were left out.
struct DeliveredSamples {
  struct Entry {
    var name: String
    var port: String
    var statistics: SensorStatistics
  }

  let entries: [Entry]
  let rejected: [(reason: RejectionReason, count: Int)]
  /// What was left out: "lines" or "frames".
  private let unit: String

  init(entries: [Entry], rejected: [(reason: RejectionReason, count: Int)], unit: String) {
    self.entries = entries
    self.rejected = rejected
    self.unit = unit
  }

  /// Of one port alone, on its own time.
  init(_ stream: SensorStream, port: String) {
    entries = zip(stream.sensors, stream.statistics.sensors).map { sensor, own in
      let name = sensor.segment?.rawValue ?? (sensor.name.isEmpty ? "imu" : sensor.name)
      return Entry(name: name, port: port, statistics: own)
    }
    rejected = stream.rejectedByReason
    unit = Self.unit([stream])
  }

  /// Rows of text are lines; where any port sends anything else, all are frames.
  static func unit(_ streams: [SensorStream]) -> String {
    streams.allSatisfy { $0.decoder is TextLineDecoder } ? "lines" : "frames"
  }

  var json: JSONValue {
    .array(
      entries.map { entry in
        let own = entry.statistics
        return .object([
          "sensor": .string(entry.name), "port": .string(entry.port),
          "samples": .integer(own.samples), "lost": .integer(own.missing),
          "lost_percent": .fixed(100 * own.lossShare, decimals: 2),
          "lost_is_estimated": .bool(own.isMissingEstimated),
          "gaps": .integer(own.gaps), "rate_hz": .optional(own.rate, decimals: 3),
          "nominal_hz": .optional(own.nominalRate, decimals: 3),
          "jitter_ms": .optional(own.jitter.map { $0 * 1e-6 }, decimals: 3),
          "saturated": .integer(own.saturated),
          "zero_rate_percent": .fixed(100 * own.deadBand.zeroShare, decimals: 2),
          "dead_band": .bool(own.deadBand.isActive),
        ])
      })
  }

  /// A line a sensor, and one for what was left out.
  var text: String {
    var text = ""
    for entry in entries {
      let own = entry.statistics
      let rate = own.rate.map { DecimalText.fixed($0, decimals: 1) } ?? "-"
      text +=
        "\(entry.name): \(own.samples) samples, \(rate) Hz, \(own.missing) lost, \(own.gaps) gaps\n"
      if own.deadBand.isActive {
        let zeros = DecimalText.fixed(100 * own.deadBand.zeroShare, decimals: 0)
        text += "\(entry.name): hides small rates, \(zeros) % of them are exactly zero\n"
      }
    }
    let left = rejected.map { "\($0.count) \(unit) \($0.reason.words)" }
    return left.isEmpty ? text : text + "left out: \(left.joined(separator: ", "))\n"
  }
}

extension RejectionReason {
  /// Behind "12 lines": why they were left out.
  var words: String {
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
