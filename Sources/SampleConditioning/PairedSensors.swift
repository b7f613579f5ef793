import Inertial

/// Two sensors on the thigh's clock, with equally many rows.
///
/// The rows of the output are those in which the thigh's quality has no `.filled`. In the shank `.filled` marks
/// a row whose value was not measured near its time; there the force is `.missing`.
public struct PairedSensors: Sendable {
  /// Output time [s].
  public var time: [Double]
  public var thigh: ConditionedSensor
  public var shank: ConditionedSensor
  public var flags: [QualityFlag]
  public var findings: [ImportFinding]

  public init(
    time: [Double], thigh: ConditionedSensor, shank: ConditionedSensor, flags: [QualityFlag] = [],
    findings: [ImportFinding] = []
  ) {
    self.time = time
    self.thigh = thigh
    self.shank = shank
    self.flags = flags
    self.findings = findings
  }
}
