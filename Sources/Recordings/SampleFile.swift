import Inertial

/// Sensor samples as a table that `RecordingFile` reads back: one row a sample, all sensors on one clock.
///
/// `time (s),thigh_acc_x (m/s^2),..,thigh_gyr_x (rad/s),..`; with a magnetometer `thigh_mag_x (uT)`. Side and start
/// stand in a comment above the heading, references behind the samples. The same recording gives the same bytes.
public enum SampleFile {
  /// Writes sensors that share the stamps and the row count of the first one; the units are those of the columns.
  public static func write(
    _ recording: RawRecording, to path: String, force: Bool, inputs: [String] = []
  ) throws(RecordingError) {
    try AtomicFile.write(to: path, force: force, inputs: inputs) { output throws(RecordingError) in
      try append(recording, to: &output)
    }
  }

  /// The text of a recording, for standard output as well.
  public static func append(_ recording: RawRecording, to output: inout OutputBuffer) throws(RecordingError) {
    let rows = recording.sensors.first?.rows ?? 0
    precondition(recording.sensors.allSatisfy { $0.rows == rows })
    let time = seconds(recording)
    let columns = recording.sensors.flatMap(\.columns)
    let reference = recording.reference.map { ReferenceCells($0, sensors: recording.sensors) }
    try output.append(metadata(recording))
    let names = [heading(recording.sensors, hasTime: time != nil)] + (reference?.names ?? [])
    try output.append(names.joined(separator: ",") + "\n")
    for row in 0..<rows {
      if let time { try output.append(time[row], decimals: 6) }
      for (place, column) in columns.enumerated() {
        if time != nil || place > 0 { try output.append(byte: UInt8(ascii: ",")) }
        let value = column.values[row]
        try output.append(value.x, decimals: 6)
        try output.appendCell(value.y, decimals: 6)
        try output.appendCell(value.z, decimals: 6)
      }
      try reference?.append(row: row, to: &output)
      try output.append(byte: lineFeed)
    }
  }

  private static func heading(_ sensors: [SensorRecording], hasTime: Bool) -> String {
    var names = hasTime ? ["time (s)"] : []
    for sensor in sensors {
      names += Self.names(sensor.id, "acc", sensor.accelerometer.unit)
      names += Self.names(sensor.id, "gyr", sensor.gyroscope.unit)
      if let field = sensor.magnetometer { names += Self.names(sensor.id, "mag", field.unit) }
    }
    return names.joined(separator: ",")
  }

  private static func names(_ sensor: String, _ quantity: String, _ unit: PhysicalUnit?) -> [String] {
    ["x", "y", "z"].map { "\(sensor)_\(quantity)_\($0)" + (unit.map { " (\($0.symbol))" } ?? "") }
  }

  private static func metadata(_ recording: RawRecording) -> String {
    var pairs: [String] = []
    if let side = recording.side { pairs.append("side=\(side.rawValue)") }
    if let start = recording.startTime { pairs.append("start=\(Timestamp.text(start))") }
    if case .rows(let rate?) = recording.sensors.first?.clock { pairs.append("rate=\(rate)") }
    return pairs.isEmpty ? "" : "# flexion: \(pairs.joined(separator: " "))\n"
  }

  /// Stamps in seconds, counted as the output counts them; nil when the recording has row numbers only.
  private static func seconds(_ recording: RawRecording) -> [Double]? {
    guard case .stamps(let stamps, let zero)? = recording.sensors.first?.clock else { return nil }
    let first: Int64 = if case .firstSample = zero { stamps.first { $0 != .min } ?? 0 } else { 0 }
    return stamps.map { $0 == .min ? .nan : Double($0 - first) / 1e9 }
  }
}

extension SensorRecording {
  /// In the order of the heading.
  fileprivate var columns: [VectorColumn] { [accelerometer, gyroscope] + (magnetometer.map { [$0] } ?? []) }
}
