import Inertial

/// A recording that a filter may trust, with everything that was done to it.
public struct ConditionedRecording: Sendable {
  public var sensors: [ConditionedSensor]
  /// Doubts about the numbers.
  public var flags: [QualityFlag]
  /// What was found and done, the reader's findings first.
  public var findings: [ImportFinding]

  public init(sensors: [ConditionedSensor], flags: [QualityFlag], findings: [ImportFinding]) {
    self.sensors = sensors
    self.flags = flags
    self.findings = findings
  }
}
