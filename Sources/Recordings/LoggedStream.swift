import IMUProtocols
import Inertial

/// The ports of a raw log as one stream, its samples gathered sensor by sensor: the same `StreamSet` as live.
struct LoggedStream {
  private var ports: StreamSet
  private var columns: [LoggedColumns] = []
  private var part = MeasuredSpan()
  private var gaps: [[StreamGap.Cause: Int]] = []
  private var missing: [Int] = []
  private(set) var firstArrival: Int64?
  /// Events of each port, the first of them.
  private var events: [(port: Int, event: DecoderEvent)] = []

  /// nil for a decoder that this program does not have, or a configuration it cannot read.
  init?(_ header: RawLogHeader) {
    guard let ports = StreamSet(header: header) else { return nil }
    self.ports = ports
  }

  mutating func take(_ record: RawLogRecord) {
    if case .event(.mark(let part)) = record.content { self.part.mark(part, at: record.time) }
    var columns = self.columns
    self.columns = []
    ports.push(record) { Self.add($0, to: &columns) }
    self.columns = columns
    gather()
  }

  mutating func finish() {
    var columns = self.columns
    self.columns = []
    ports.finish { Self.add($0, to: &columns) }
    self.columns = columns
    gather()
    firstArrival = columns.compactMap(\.arrivals.first).min()
    for sensor in self.columns.indices { self.columns[sensor].keep(part) }
  }

  private static func add(_ decoded: DecodedSample, to columns: inout [LoggedColumns]) {
    while columns.count <= decoded.sensor { columns.append(LoggedColumns()) }
    columns[decoded.sensor].append(decoded)
  }

  private mutating func gather() {
    for gap in ports.takeGaps() {
      while gaps.count <= gap.sensor {
        gaps.append([:])
        missing.append(0)
      }
      gaps[gap.sensor][gap.cause, default: 0] += 1
      missing[gap.sensor] += gap.missing.count ?? 0
    }
    for event in ports.takeEvents() where events.count < 1000 { events.append(event) }
  }

  /// Frames that were left out at the port of a sensor, for each of its sensors.
  private func rejected(near number: Int) -> Int {
    let port = ports.sensors[number].port
    let count = ports.streams[port].rejectedByReason.reduce(0) { $0 + $1.count }
    return count / max(1, ports.streams[port].sensors.count)
  }

  // MARK: What came of it

  /// What boards said of their columns after rows had gone by that nobody could read: by port.
  var lateDescriptions: [Int: String] {
    var late: [Int: String] = [:]
    for (port, event) in events {
      guard case .description(let text) = event, late[port] == nil, let brace = text.firstIndex(of: "{"),
        ports.streams[port].decoder.statistics.rejected(.columnsUnknown) > 0
      else { continue }
      late[port] = String(text[brace...])
    }
    return late
  }

  /// The first port of which nothing came, else the first.
  var portWithoutSamples: (number: Int, name: String, bytes: Int) {
    let number = ports.streams.firstIndex { $0.statistics.samples == 0 } ?? 0
    return (number, ports.name(ofPort: number), ports.streams[number].statistics.bytes)
  }

  var rejected: Int { ports.rejectedByReason.reduce(0) { $0 + $1.count } }

  /// The first port that lacks something without which there is no motion, and what it lacks.
  var lacking: (port: String, columns: [String])? {
    for (port, event) in events {
      if case .columnsMissing(let names) = event { return (ports.name(ofPort: port), names) }
    }
    return ports.lacking.first.map { (ports.name(ofPort: $0.port), $0.quantities.map(\.columnName)) }
  }

  var evidence: [String] {
    ports.streams.indices.map { port in
      let stream = ports.streams[port]
      let rejected = stream.rejectedByReason.reduce(0) { $0 + $1.count }
      let frames = stream.decoder.statistics.frames
      return
        "port \(ports.name(ofPort: port)): \(frames) frames of \(stream.sensors.count) sensors, \(rejected) rejected"
    }
  }

  func recordings(side: BodySide?) -> [SensorRecording] {
    zip(ports.sensors.indices, columns).filter { !$1.stamps.isEmpty }.map { number, columns in
      let unit: PhysicalUnit? =
        ports.streams[ports.sensors[number].port].decoder.fieldUnit == .microtesla ? .microtesla : nil
      var recording = SensorRecording(
        id: id(of: number), placement: placement(of: ports.sensors[number], side: side),
        clock: .stamps(columns.stamps, zero: .firstSample),
        gyroscope: VectorColumn(values: columns.gyroscope, unit: .radianPerSecond),
        accelerometer: VectorColumn(values: columns.accelerometer, unit: .metrePerSecondSquared),
        magnetometer: columns.magnetometer.count == columns.stamps.count
          ? VectorColumn(values: columns.magnetometer, unit: unit) : nil)
      recording.isOnHostTime = columns.hostTimed > 0
      recording.isForceDerived = 2 * columns.forceDerived > columns.stamps.count
      if recording.isOnHostTime { recording.unplacedLosses = rejected(near: number) }
      return recording
    }
  }

  /// "thigh" where the segment is known, else the name on the wire, else "imu"; with the port where there are several.
  private func id(of number: Int) -> String {
    let sensor = ports.sensors[number]
    let name = sensor.segment?.rawValue ?? (sensor.name.isEmpty ? "imu" : sensor.name)
    let isUsual = ports.streams.count == 1 || sensor.segment != nil
    return isUsual ? name : ports.name(ofPort: sensor.port) + ":" + name
  }

  private func placement(of sensor: PlacedSensor, side: BodySide?) -> SensorPlacement? {
    guard sensor.segment != nil || side != nil else { return nil }
    let because =
      sensor.segment == nil
      ? "raw log"
      : sensor.name.isEmpty ? "port \(ports.name(ofPort: sensor.port))" : "sensor id \(sensor.name)"
    return SensorPlacement(segment: sensor.segment, side: side, because: because)
  }

  /// One entry for each kind of thing that the stream left out or did to time.
  var findings: [ImportFinding] {
    var findings: [ImportFinding] = []
    if rejected > 0 {
      let detail = ports.rejectedByReason.map { ImportFinding.Detail($0.reason.rawValue, Double($0.count)) }
      findings.append(ImportFinding(.tornRow, .note, count: rejected, detail: detail))
    }
    let restarts = ports.streams.reduce(0) { $0 + $1.decoder.statistics.restarts }
    if restarts > 0 { findings.append(ImportFinding(.newSegment, .repaired, count: restarts)) }
    for (number, causes) in gaps.enumerated() where !causes.isEmpty {
      let detail =
        StreamGap.Cause.allCases.compactMap { cause in
          causes[cause].map { ImportFinding.Detail(cause.rawValue, Double($0)) }
        } + [.init("missing", Double(missing[number]))]
      let count = causes.values.reduce(0, +)
      findings.append(ImportFinding(.gap, .note, sensor: id(of: number), count: count, detail: detail))
    }
    for (number, columns) in zip(ports.sensors.indices, columns) where !columns.stamps.isEmpty {
      if columns.hostTimed > 0 {
        findings.append(
          ImportFinding(.hostTime, .doubtful, sensor: id(of: number), count: columns.hostTimed))
      }
      if columns.fromOrientation > 0 {
        findings.append(
          ImportFinding(.rateDerived, .doubtful, sensor: id(of: number), count: columns.fromOrientation))
      }
    }
    return findings
  }
}

extension MotionQuantity {
  /// How the quantity is called where columns are named.
  fileprivate var columnName: String {
    switch self {
    case .angularRate: "angular rate"
    case .specificForce: "acceleration"
    case .orientation: "or orientation"
    }
  }
}
