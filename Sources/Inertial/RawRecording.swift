/// What a file or a closed log says, sensor by sensor. Nothing is repaired here: a missing cell is `nan`.
public struct RawRecording: Sendable {
  public var sensors: [SensorRecording]
  /// Leg of the whole recording where the source names one.
  public var side: BodySide?
  /// Absolute time of the first stamp [ns since 1970-01-01T00:00:00Z]; nil when the source has none.
  public var startTime: Int64?
  /// Name of the format and why it was recognised.
  public var format: String
  public var evidence: [String]
  /// What the reader met and left out: torn rows, text rows, marks.
  public var findings: [ImportFinding]
  /// Reference columns for scoring. They never reach an estimator.
  public var reference: ReferenceColumns?

  public init(
    sensors: [SensorRecording], side: BodySide? = nil, startTime: Int64? = nil, format: String,
    evidence: [String] = [], findings: [ImportFinding] = [], reference: ReferenceColumns? = nil
  ) {
    self.sensors = sensors
    self.side = side
    self.startTime = startTime
    self.format = format
    self.evidence = evidence
    self.findings = findings
    self.reference = reference
  }
}

/// One sensor's columns, equally long, in the sensor's own axes.
public struct SensorRecording: Sendable {
  public var id: String
  public var placement: SensorPlacement?
  public var clock: SampleClock
  public var gyroscope: VectorColumn
  public var accelerometer: VectorColumn
  public var magnetometer: VectorColumn?
  /// The stamps were made from host time by whoever read the device: it sends none.
  public var isOnHostTime = false
  /// Samples that were damaged on the way and whose place in time nobody knows; only where stamps are made from host time.
  public var unplacedLosses = 0
  /// The force is no measurement: it is the gravity that the device's own orientation implies.
  public var isForceDerived = false

  public init(
    id: String, placement: SensorPlacement? = nil, clock: SampleClock, gyroscope: VectorColumn,
    accelerometer: VectorColumn, magnetometer: VectorColumn? = nil
  ) {
    self.id = id
    self.placement = placement
    self.clock = clock
    self.gyroscope = gyroscope
    self.accelerometer = accelerometer
    self.magnetometer = magnetometer
  }

  public var rows: Int { gyroscope.values.count }
}

/// One vector a row, as printed; the unit is the source's claim, nil where it claims none.
public struct VectorColumn: Sendable {
  public var values: [Vector3]
  public var unit: PhysicalUnit?

  public init(values: [Vector3], unit: PhysicalUnit?) {
    self.values = values
    self.unit = unit
  }
}

/// When the rows of a sensor were taken, as the source says it.
public enum SampleClock: Sendable {
  /// Integer nanoseconds, one a row, as printed; `Int64.min` where the cell is missing.
  case stamps([Int64], zero: StampZero)
  /// No time column: row number over a rate [Hz] that the source states, nil when it states none.
  case rows(rate: Double?)

  /// What a stated rate of a motion sensor may be [Hz]; beyond it is a mistake, and its seconds mean nothing.
  public static let rates = 0.1...10_000.0
}

/// What second 0 of the output means.
public enum StampZero: Sendable {
  /// The file's own seconds are kept.
  case file
  /// Epoch and counter stamps count from the first sample; the start stands in the result.
  case firstSample
}

/// Reference columns of a scored recording, one value a row of the first sensor.
public struct ReferenceColumns: Sendable {
  /// Optical orientation of each sensor by id, sensor to earth; not finite where hidden.
  public var orientation: [String: [Quaternion]]
  /// Knee flexion [deg]; `nan` where there is none.
  public var flexionDegrees: [Double]?
  /// False where a row must not be scored.
  public var valid: [Bool]

  public init(orientation: [String: [Quaternion]], flexionDegrees: [Double]?, valid: [Bool]) {
    self.orientation = orientation
    self.flexionDegrees = flexionDegrees
    self.valid = valid
  }
}

/// Where a raw recording comes from: a file, a folder, a closed raw log.
public protocol RawSource: Sendable {
  /// What the user called it.
  var name: String { get }
  /// SHA-256 of the raw input, lower-case hexadecimal.
  func digest() throws -> String
  func read() throws -> RawRecording
}
