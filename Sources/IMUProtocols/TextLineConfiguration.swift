import Inertial

/// How to read the text lines of one board. Everything may be left open: then the board's header line and its
/// description of itself (`#flexion {...}`) fill it in. What stands here beats the board.
public struct TextLineConfiguration: Hashable, Sendable {
  public enum Separator: String, Hashable, Sendable, CaseIterable { case comma, semicolon, tab, blanks }

  /// What the time column counts.
  public enum TimeUnit: String, Hashable, Sendable, CaseIterable {
    case microseconds = "us"
    case milliseconds = "ms"
    case seconds = "s"
  }

  public enum TimeSource: String, Hashable, Sendable, CaseIterable {
    /// The time column.
    case column
    /// The time column counts samples; the period is that of `nominalRate`.
    case counter
    /// No usable time on the wire: arrival at the host.
    case host
  }

  /// Which component `q0` is.
  public enum QuaternionOrder: String, Hashable, Sendable, CaseIterable { case wxyz, xyzw }

  /// What roll, pitch and yaw are printed in.
  public enum AngleUnit: String, Hashable, Sendable, CaseIterable {
    case degrees = "deg"
    case radians = "rad"

    var scaleToRadians: Double { self == .degrees ? .pi / 180 : 1 }
  }

  /// One sensor id or column suffix and the segment it sits on.
  public struct Sensor: Hashable, Sendable {
    public var name: String
    public var segment: BodySegment?

    public init(name: String, segment: BodySegment?) {
      self.name = name
      self.segment = segment
    }
  }

  /// What each line starts with; lines without it are device messages.
  public var prefix = ""
  /// nil: found from the lines.
  public var separator: Separator?
  /// nil: a comma counts as the mark where the separator is a semicolon or TAB.
  public var decimalComma: Bool?
  /// nil: a sum is required once a line with a right one has been seen.
  public var checksum: TextLineChecksum?
  /// Column names; "_" leaves a column out. nil: from the header line or the description.
  public var columns: [String]?
  public var timeUnit: TimeUnit?
  public var acceleration: PhysicalUnit?
  public var angularRate: PhysicalUnit?
  /// nil: the field is good for directions only.
  public var magneticField: PhysicalUnit?
  /// Order of the columns `q0` to `q3`; columns such as `qw` say it themselves.
  public var quaternionOrder: QuaternionOrder?
  /// Of roll, pitch and yaw.
  public var angleUnit: AngleUnit?
  public var timeSource = TimeSource.column
  /// Counts after which the time column starts again; nil: 2^32 for us, ms and counters, none for s.
  public var wrap: Int64?
  /// [Hz]
  public var nominalRate: Double?
  /// Empty: every id is a sensor; "T" and "thigh", "S" and "shank" name their segment.
  public var sensors: [Sensor] = []
  /// Turned axes, by segment.
  public var axes: [BodySegment: AxisMap] = [:]
  /// Firmware version as the board states it.
  public var firmware: String?
  /// Columns until a header names others: the standard layout of a product.
  var standardColumns: [String]?
  /// The earth axes of quaternion and angles.
  var orientationFrame = DeviceOrientation.Frame.zUp
  /// The line holds a part of a sample: it may lack a gyroscope.
  var isPart = false

  public init() {}

  /// Fields that are open here taken from `board`; names the ones on which the two disagree.
  func completed(by board: TextLineConfiguration) -> (merged: TextLineConfiguration, contradictions: [String])
  {
    var merged = self
    var contradictions: [String] = []
    func fill<Value: Equatable>(_ key: WritableKeyPath<TextLineConfiguration, Value?>, _ name: String) {
      guard let said = board[keyPath: key] else { return }
      if let kept = merged[keyPath: key], kept != said { contradictions.append(name) }
      merged[keyPath: key] = merged[keyPath: key] ?? said
    }
    fill(\.separator, "separator")
    fill(\.decimalComma, "decimal")
    fill(\.checksum, "checksum")
    fill(\.columns, "columns")
    fill(\.timeUnit, "units.t")
    fill(\.acceleration, "units.acc")
    fill(\.angularRate, "units.gyr")
    fill(\.magneticField, "units.mag")
    fill(\.quaternionOrder, "units.quat")
    fill(\.angleUnit, "units.angle")
    fill(\.wrap, "time.wrap")
    fill(\.nominalRate, "hz")
    fill(\.firmware, "fw")
    if merged.prefix.isEmpty { merged.prefix = board.prefix }
    if merged.timeSource == .column { merged.timeSource = board.timeSource }
    if merged.sensors.isEmpty { merged.sensors = board.sensors }
    if merged.axes.isEmpty { merged.axes = board.axes }
    return (merged, contradictions)
  }
}
