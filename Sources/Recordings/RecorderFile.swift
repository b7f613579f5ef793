import Inertial

/// One sample as the motion recorder of a phone logs it; what was not recorded is nil.
public struct RecorderItem: Hashable, Sendable {
  /// Since the device started [s].
  public var timestamp: Double?
  /// [s].
  public var timestampSince1970: Double?
  /// Device to world, world z up.
  public var attitude: Quaternion?
  /// [rad/s].
  public var rotationRate: Vector3?
  /// [g].
  public var gravity: Vector3?
  /// Without gravity [g].
  public var userAcceleration: Vector3?
  /// [uT].
  public var magneticField: Vector3?
  /// Of the magnetic field: -1 uncalibrated, 0 low to 2 high.
  public var magneticAccuracy: Int?

  public init(timestamp: Double? = nil, timestampSince1970: Double? = nil) {
    self.timestamp = timestamp
    self.timestampSince1970 = timestampSince1970
  }
}

/// The sample file of a motion recorder: one JSON object whose only key is `items`.
///
/// An empty recording is exactly `{"items":[]}`. Numbers are the shortest text that reads back to the same value; numbers
/// that are not finite are left out with their group.
public enum RecorderFile {
  public static func write(
    _ items: [RecorderItem], to path: String, force: Bool, inputs: [String] = []
  ) throws(RecordingError) {
    try AtomicFile.write(to: path, force: force, inputs: inputs) { output throws(RecordingError) in
      try append(items, to: &output)
    }
  }

  /// The whole text, for standard output as well.
  public static func append(_ items: [RecorderItem], to output: inout OutputBuffer) throws(RecordingError) {
    try output.append("{\"items\":[")
    for (place, item) in items.enumerated() {
      if place > 0 { try output.append(byte: UInt8(ascii: ",")) }
      try output.append(item.text)
    }
    try output.append("]}")
  }

  /// The whole text at once, for short recordings.
  public static func text(_ items: [RecorderItem]) -> String {
    "{\"items\":[" + items.map(\.text).joined(separator: ",") + "]}"
  }
}

extension RecorderItem {
  fileprivate var text: String {
    var members: [String] = []
    func add(_ key: String, _ value: String?) { if let value { members.append("\"\(key)\":\(value)") } }
    add("timestamp", timestamp.flatMap(RecorderItem.number))
    add("timestampSince1970", timestampSince1970.flatMap(RecorderItem.number))
    add(
      "attitude",
      attitude.flatMap { RecorderItem.group([("x", $0.x), ("y", $0.y), ("z", $0.z), ("w", $0.w)]) })
    add("rotationRate", rotationRate.flatMap(RecorderItem.vector))
    add("gravity", gravity.flatMap(RecorderItem.vector))
    add("userAcceleration", userAcceleration.flatMap(RecorderItem.vector))
    let field = magneticField.map { [("x", $0.x), ("y", $0.y), ("z", $0.z)] }
    let accuracy = magneticAccuracy.map { [("accuracy", Double($0))] } ?? []
    add("magneticField", field.flatMap { RecorderItem.group($0 + accuracy) })
    return "{" + members.joined(separator: ",") + "}"
  }

  private static func vector(_ v: Vector3) -> String? { group([("x", v.x), ("y", v.y), ("z", v.z)]) }

  private static func group(_ parts: [(String, Double)]) -> String? {
    let texts = parts.compactMap { part in number(part.1).map { "\"\(part.0)\":\($0)" } }
    return texts.count == parts.count ? "{" + texts.joined(separator: ",") + "}" : nil
  }

  /// Without a needless point and zero.
  private static func number(_ value: Double) -> String? {
    guard value.isFinite else { return nil }
    if abs(value) < 1e15, value == value.rounded() { return "\(Int64(value))" }
    return "\(value)"
  }
}
