import DecimalText
import IMUProtocols
import JSONText

/// How a stream went: rates, losses, gaps, rejected frames, clocks, sample age (serial.md section 12).
struct StreamReport {
  private let ports: StreamSet

  init(_ ports: StreamSet) { self.ports = ports }

  private var sensors: DeliveredSamples {
    let entries = zip(ports.sensors, ports.statistics.sensors).map { placed, own in
      DeliveredSamples.Entry(
        name: name(of: placed), port: ports.name(ofPort: placed.port), statistics: own)
    }
    return DeliveredSamples(
      entries: entries, rejected: ports.rejectedByReason, unit: DeliveredSamples.unit(ports.streams))
  }

  private func name(of sensor: PlacedSensor) -> String {
    sensor.segment?.rawValue ?? (sensor.name.isEmpty ? "imu" : sensor.name)
  }

  var json: JSONObject {
    let statistics = ports.statistics, age = statistics.age
    return [
      "bytes": .integer(ports.streams.reduce(0) { $0 + $1.statistics.bytes }),
      "sensors": sensors.json,
      "rejected": .object(counts(ports.rejectedByReason)),
      "gaps": .object(counts(statistics.gapsByCause.map { ($0.cause.rawValue, $0.count) })),
      "stalls": .integer(ports.streams.reduce(0) { $0 + $1.statistics.stalls }),
      "reconnects": .integer(ports.streams.reduce(0) { $0 + $1.statistics.reconnects }),
      "silent": .array(ports.silentSensors.map { .string(name(of: $0)) }),
      "pair_skew_ms": .optional(statistics.skew.mean.map { $0 * 1e-6 }, decimals: 3),
      "age_ms": .object([
        "median": milliseconds(age.median), "p95": milliseconds(age.quantile(0.95)),
        "p99": milliseconds(age.quantile(0.99)), "maximum": milliseconds(age.count > 0 ? age.maximum : nil),
      ]),
      "ports": .array(ports.streams.indices.map(port)),
    ]
  }

  private func port(_ number: Int) -> JSONValue {
    let stream = ports.streams[number], statistics = stream.statistics
    let decoded = stream.decoder.statistics
    return .object([
      "port": .string(ports.name(ofPort: number)), "bytes": .integer(statistics.bytes),
      "bytes_skipped": .integer(
        decoded.bytesSkipped + statistics.implausible.bytesSkipped + statistics.bytesBeforeStart),
      "frames": .integer(decoded.frames),
      "types": .object(counts(decoded.types.map { (stream.decoder.name(ofFrameType: $0.type), $0.count) })),
      "bad_checks": .integer(decoded.rejected(.checksum)),
      "rejected": .object(counts(stream.rejectedByReason)), "messages": .integer(decoded.messages),
      "stalls": .integer(statistics.stalls), "reconnects": .integer(statistics.reconnects),
      "restarts": .integer(decoded.restarts),
      "foreign_percent": .fixed(100 * decoded.foreignShare, decimals: 2),
      "wire_percent": .optional(ports.wireUse(of: number).map { 100 * $0 }, decimals: 2),
      "chunks": .integer(statistics.chunks), "chunks_hz": .optional(statistics.chunksPerSecond, decimals: 2),
      "largest_chunk": .integer(statistics.largestChunk),
      "rejected_frames": .array(rejectedFrames(number).map { .object($0.json) }),
      "balance": .array(statistics.balance.map { .fixed($0, decimals: 4) }),
      "clock": ports.clock(of: number).map(clock) ?? .null,
    ])
  }

  private func clock(_ clock: ClockReport) -> JSONValue {
    .object([
      "offset_ms": .fixed(Double(clock.offset) * 1e-6, decimals: 3),
      "drift_ppm": .fixed(clock.driftPartsPerMillion, decimals: 2),
      "residual_ms": .fixed(Double(clock.residual) * 1e-6, decimals: 3),
    ])
  }

  private func counts(_ counted: [(String, Int)]) -> JSONObject {
    var object = JSONObject()
    for (name, count) in counted { object[name] = .integer(count) }
    return object
  }

  private func counts(_ rejected: [(reason: RejectionReason, count: Int)]) -> JSONObject {
    counts(rejected.map { ($0.reason.rawValue, $0.count) })
  }

  /// A line a sensor, one for what was left out, one for sensors that lag behind, one a clock where there are several, how
  /// full each line was, and one for the age.
  var text: String {
    var text = sensors.text + warnings
    text += holes("holes", isCertain: true) + holes("samples may be missing", isCertain: false)
    if ports.streams.count > 1 { text += clockLines }
    text += wireLines
    if let p95 = ports.statistics.age.quantile(0.95) {
      text +=
        "latency from sample to number: 95 % within \(DecimalText.fixed(Double(p95) * 1e-6, decimals: 2)) ms\n"
    }
    return text
  }

  private func holes(_ title: String, isCertain: Bool) -> String {
    let gaps = ports.statistics.gapsByCause(isCertain: isCertain).map { "\($0.count) by \($0.cause.words)" }
    return gaps.isEmpty ? "" : "\(title): \(gaps.joined(separator: ", "))\n"
  }

  private var clockLines: String {
    ports.streams.indices.compactMap { port in
      ports.clock(of: port).map { clock in
        let drift = -clock.driftPartsPerMillion
        let pace = "\(DecimalText.fixed(abs(drift), decimals: 1)) ppm \(drift < 0 ? "slow" : "fast")"
        let rest = DecimalText.fixed(Double(clock.residual) * 1e-6, decimals: 2)
        return "clock of \(ports.name(ofPort: port)): \(pace), known within \(rest) ms\n"
      }
    }.joined()
  }

  /// A sensor that sends nothing, or less than the others of its port: its cable, its bus address, or a full line.
  private var warnings: String {
    let silent = ports.silentSensors
    return ports.streams.indices.compactMap { port -> String? in
      let own = ports.sensors.filter { $0.port == port }
      let still = silent.filter { $0.port == port }.map(name)
      let statistics = ports.streams[port].statistics
      if !still.isEmpty {
        return "nothing came of \(still.joined(separator: ", ")), though others of its port sent"
      }
      guard statistics.isUnbalanced else { return nil }
      let shares = zip(own.map(name), statistics.balance).map { name, share in
        "\(name) \(DecimalText.fixed(100 * share, decimals: 0)) %"
      }
      return "the sensors do not send alike: \(shares.joined(separator: ", ")) of the samples"
    }.map { "warning: \($0)\n" }.joined()
  }

  /// A port that is given more than its line could carry is a board with its own USB: its speed means nothing.
  private var wireLines: String {
    ports.streams.indices.compactMap { port in
      guard let use = ports.wireUse(of: port), use <= 1.05 else { return nil }
      return "wire use of \(ports.name(ofPort: port)): \(DecimalText.fixed(100 * use, decimals: 0)) %\n"
    }.joined()
  }

  /// With `--verbose`: the last frames that were left out.
  func tellRejected(to console: Console) {
    for port in ports.streams.indices {
      for frame in rejectedFrames(port) {
        console.detail("\(ports.name(ofPort: port)): \(frame.words)", code: "rejectedFrame")
      }
    }
  }

  private func rejectedFrames(_ port: Int) -> [RejectedFrame] {
    let stream = ports.streams[port]
    return stream.rejectedFrames.map { RejectedFrame($0, since: stream.statistics.firstChunk ?? 0) }
  }

  private func milliseconds(_ nanoseconds: Int64?) -> JSONValue {
    .optional(nanoseconds.map { Double($0) * 1e-6 }, decimals: 2)
  }
}

extension StreamGap.Cause {
  /// Behind "3 by".
  fileprivate var words: String {
    switch self {
    case .counter: "the counter"
    case .timeGrid: "the device's time"
    case .stall: "silence of the port"
    case .unplug: "unplugging"
    case .message: "a message of the device"
    case .rejected: "damage"
    case .segment: "a restart of the device"
    }
  }
}
