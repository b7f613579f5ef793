import Inertial

/// Angles over time: `time_s,flexion_deg`, one row a sample of the output clock, an empty cell where there is no value.
public enum AngleFile {
  /// Writes times [s] and flexion [rad]; `nan` is an empty cell.
  public static func write(
    time: [Double], flexion: [Double], to path: String, force: Bool, inputs: [String] = []
  ) throws(RecordingError) {
    try AtomicFile.write(to: path, force: force, inputs: inputs) { output throws(RecordingError) in
      try append(time: time, angle: flexion, scale: 180 / Double.pi, to: &output)
    }
  }

  /// Writes times [s] and flexion in degrees.
  public static func write(
    time: [Double], flexionDegrees: [Double], to path: String, force: Bool, inputs: [String] = []
  ) throws(RecordingError) {
    try AtomicFile.write(to: path, force: force, inputs: inputs) { output throws(RecordingError) in
      try append(time: time, angle: flexionDegrees, scale: 1, to: &output)
    }
  }

  /// The text of a series of flexion [rad], for standard output as well.
  public static func append(
    time: [Double], flexion: [Double], to output: inout OutputBuffer
  ) throws(RecordingError) {
    try append(time: time, angle: flexion, scale: 180 / Double.pi, to: &output)
  }

  /// The text of a series of flexion in degrees.
  public static func append(
    time: [Double], flexionDegrees: [Double], to output: inout OutputBuffer
  ) throws(RecordingError) {
    try append(time: time, angle: flexionDegrees, scale: 1, to: &output)
  }

  private static func append(
    time: [Double], angle: [Double], scale: Double, to output: inout OutputBuffer
  ) throws(RecordingError) {
    precondition(time.count == angle.count)
    try output.append("time_s,flexion_deg\n")
    for row in time.indices {
      try output.append(time[row], decimals: 6)
      try output.appendCell(angle[row] * scale, decimals: 4)
      try output.append(byte: lineFeed)
    }
  }
}

/// Orientation over time: `time_s,qw,qx,qy,qz`, sensor to earth, one row a sample.
public enum OrientationFile {
  /// Writes times [s] with six decimals and unit quaternions with nine.
  public static func write(
    time: [Double], earthFromSensor: [Quaternion], to path: String, force: Bool, inputs: [String] = []
  ) throws(RecordingError) {
    try AtomicFile.write(to: path, force: force, inputs: inputs) { output throws(RecordingError) in
      try append(time: time, earthFromSensor: earthFromSensor, to: &output)
    }
  }

  /// The text of the file, for standard output as well.
  public static func append(
    time: [Double], earthFromSensor: [Quaternion], to output: inout OutputBuffer
  ) throws(RecordingError) {
    precondition(time.count == earthFromSensor.count)
    try output.append("time_s,qw,qx,qy,qz\n")
    for row in time.indices {
      let q = earthFromSensor[row]
      try output.append(time[row], decimals: 6)
      try output.appendCell(q.w, decimals: 9)
      try output.appendCell(q.x, decimals: 9)
      try output.appendCell(q.y, decimals: 9)
      try output.appendCell(q.z, decimals: 9)
      try output.append(byte: lineFeed)
    }
  }
}

extension OutputBuffer {
  /// A comma, then the number.
  mutating func appendCell(_ value: Double, decimals: Int) throws(RecordingError) {
    try append(byte: UInt8(ascii: ","))
    try append(value, decimals: decimals)
  }
}

let lineFeed = UInt8(ascii: "\n")
