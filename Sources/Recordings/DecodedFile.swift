import IMUProtocols
import Inertial

/// Samples of a decoder as a table, one row a sample: `time_s,sensor`, then what the device sends. An empty cell where a
/// row lacks a quantity.
public struct DecodedFile: Sendable {
  /// Quantities that get columns.
  public let content: SampleContent
  public let fieldUnit: FieldUnit

  public init(content: SampleContent, fieldUnit: FieldUnit) {
    self.content = content
    self.fieldUnit = fieldUnit
  }

  /// The heading, units in brackets.
  public var columns: [String] {
    var columns = ["time_s", "sensor"]
    func add(_ letter: String, _ unit: String) {
      columns += ["x", "y", "z"].map { letter + $0 + unit }
    }
    if content.contains(.rate) { add("g", " (rad/s)") }
    if content.contains(.force) { add("a", " (m/s^2)") }
    if content.contains(.field) { add("m", fieldUnit == .microtesla ? " (uT)" : "") }
    if content.contains(.orientation) { columns += ["qw", "qx", "qy", "qz"] }
    return columns
  }

  public func appendHeading(to output: inout OutputBuffer) throws(RecordingError) {
    try output.append(columns.joined(separator: ",") + "\n")
  }

  /// One row; `time` [s] is nil where nothing tells it.
  public func append(
    _ decoded: DecodedSample, sensor: String, time: Double?, to output: inout OutputBuffer
  ) throws(RecordingError) {
    try output.append(time ?? .nan, decimals: 6)
    try output.append("," + Self.cell(sensor))
    for (value, decimals) in values(of: decoded) {
      try output.append(byte: UInt8(ascii: ","))
      try output.append(value, decimals: decimals)
    }
    try output.append(byte: lineFeed)
  }

  /// A name with a comma or a quotation mark stands in quotation marks.
  private static func cell(_ text: String) -> String {
    guard text.contains(where: { ",\"".contains($0) }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
      + "\""
  }

  /// The numbers of a row behind time and sensor with their decimals; nan for a missing one.
  public func values(of decoded: DecodedSample) -> [(value: Double, decimals: Int)] {
    var values: [(value: Double, decimals: Int)] = []
    func add(_ v: Vector3) { values += [v.x, v.y, v.z].map { ($0, 6) } }
    if content.contains(.rate) { add(decoded.sample.gyroscope) }
    if content.contains(.force) { add(decoded.sample.accelerometer) }
    if content.contains(.field) { add(decoded.sample.magnetometer ?? .missing) }
    if content.contains(.orientation) {
      let q = decoded.orientation?.quaternion
      values += [q?.w, q?.x, q?.y, q?.z].map { ($0 ?? .nan, 9) }
    }
    return values
  }
}
