import IMUProtocols
import Inertial

/// The samples of one port of a raw log, gathered sensor by sensor.
struct LoggedPort {
  let path: String
  private let isAlone: Bool
  private var stream: SensorStream
  private var columns: [SensorColumns] = []
  private var events: [DecoderEvent] = []

  private struct SensorColumns {
    var stamps: [Int64] = []
    var hasDeviceTime = true
    var firstArrival: Int64?
    var gyroscope: [Vector3] = []
    var accelerometer: [Vector3] = []
    var magnetometer: [Vector3] = []
  }

  /// nil for a decoder that this program does not have, or a configuration it cannot read.
  init?(_ port: RawLogHeader.Port, isAlone: Bool) {
    guard let decoder = SerialDecoders.make(port.decoder, configuration: port.configuration) else {
      return nil
    }
    path = port.path
    self.isAlone = isAlone
    stream = SensorStream(decoder: decoder)
  }

  mutating func take(_ record: RawLogRecord) {
    var columns = self.columns
    self.columns = []
    stream.push(record) { Self.add($0, to: &columns) }
    self.columns = columns
  }

  mutating func finish() {
    var columns = self.columns
    self.columns = []
    stream.finish { Self.add($0, to: &columns) }
    self.columns = columns
    events = stream.takeEvents()
  }

  private static func add(_ decoded: DecodedSample, to columns: inout [SensorColumns]) {
    while columns.count <= decoded.sensor { columns.append(SensorColumns()) }
    let sample = decoded.sample
    columns[decoded.sensor].firstArrival = columns[decoded.sensor].firstArrival ?? sample.arrivalTime
    columns[decoded.sensor].stamps.append(sample.deviceTime ?? sample.arrivalTime)
    if sample.deviceTime == nil { columns[decoded.sensor].hasDeviceTime = false }
    columns[decoded.sensor].gyroscope.append(sample.gyroscope)
    columns[decoded.sensor].accelerometer.append(sample.accelerometer)
    if let field = sample.magnetometer { columns[decoded.sensor].magnetometer.append(field) }
  }

  // MARK: What came of it

  var firstArrival: Int64? { columns.compactMap(\.firstArrival).min() }
  var rejected: Int { stream.rejectedByReason.reduce(0) { $0 + $1.count } }
  var columnsMissing: [String]? {
    for case .columnsMissing(let names) in events { return names }
    return nil
  }

  var evidence: String {
    let frames = stream.decoder.statistics.frames
    return "port \(path): \(frames) frames of \(stream.sensors.count) sensors, \(rejected) rejected"
  }

  func recordings(side: BodySide?) -> [SensorRecording] {
    zip(stream.sensors, columns).filter { !$1.stamps.isEmpty }.map { sensor, columns in
      SensorRecording(
        id: id(of: sensor), placement: placement(of: sensor, side: side),
        clock: .stamps(columns.stamps, zero: .firstSample),
        gyroscope: VectorColumn(values: columns.gyroscope, unit: .radianPerSecond),
        accelerometer: VectorColumn(values: columns.accelerometer, unit: .metrePerSecondSquared),
        magnetometer: columns.magnetometer.count == columns.stamps.count
          ? VectorColumn(values: columns.magnetometer, unit: .microtesla) : nil)
    }
  }

  /// "thigh" where the segment is known, else the name on the wire, else "imu"; with the port where there are several.
  private func id(of sensor: DecodedSensor) -> String {
    let name = sensor.segment?.rawValue ?? (sensor.name.isEmpty ? "imu" : sensor.name)
    return isAlone || sensor.segment != nil ? name : path + ":" + name
  }

  private func placement(of sensor: DecodedSensor, side: BodySide?) -> SensorPlacement? {
    guard sensor.segment != nil || side != nil else { return nil }
    let because = sensor.segment == nil ? "raw log" : "sensor id \(sensor.name)"
    return SensorPlacement(segment: sensor.segment, side: side, because: because)
  }

  /// One entry for each kind of thing that the stream left out or did to time.
  var findings: [ImportFinding] {
    var findings: [ImportFinding] = []
    if rejected > 0 {
      let detail = stream.rejectedByReason.map {
        ImportFinding.Detail($0.reason.rawValue, Double($0.count))
      }
      findings.append(ImportFinding(.tornRow, .note, count: rejected, detail: detail))
    }
    let restarts = stream.decoder.statistics.restarts
    if restarts > 0 { findings.append(ImportFinding(.newSegment, .repaired, count: restarts)) }
    for (sensor, columns) in zip(stream.sensors, columns)
    where !columns.hasDeviceTime && !columns.stamps.isEmpty {
      findings.append(
        ImportFinding(.hostTime, .doubtful, sensor: id(of: sensor), count: columns.stamps.count))
    }
    return findings
  }
}
