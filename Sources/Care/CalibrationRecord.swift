/// How the sensors sat on one leg, learned from one recording (N6). Always kept, never changed.
public struct CalibrationRecord: Hashable, Sendable {
  public var participant: ParticipantID
  /// Of the recording it was made from, 64 hexadecimal digits.
  public var sha256: String
  /// How it was computed, the stated poses included: the same key again is the same calibration.
  public var method: MeasurementRecord.Method
  public var side: MeasuredSide
  /// Ids of the sensors, thigh first.
  public var sensors: [String]
  /// Stated angles of the poses [deg], in their order.
  public var poseDegrees: [Double]
  /// The recording's own absolute time, never a time of the file system.
  public var recordedAt: Instant?
  /// JSON text of mounting and residuals.
  public var content: String
  /// Path of the recording.
  public var source: String

  public init(
    participant: ParticipantID, sha256: String, method: MeasurementRecord.Method, side: MeasuredSide,
    sensors: [String], poseDegrees: [Double], recordedAt: Instant? = nil, content: String, source: String
  ) {
    self.participant = participant
    self.sha256 = sha256
    self.method = method
    self.side = side
    self.sensors = sensors
    self.poseDegrees = poseDegrees
    self.recordedAt = recordedAt
    self.content = content
    self.source = source
  }
}

/// A calibration as the store keeps it.
public struct StoredCalibration: Hashable, Sendable {
  /// Short number for people, given by the store.
  public var number: Int
  public var record: CalibrationRecord
  public var keptAt: Instant

  public init(number: Int, record: CalibrationRecord, keptAt: Instant) {
    self.number = number
    self.record = record
    self.keptAt = keptAt
  }
}
