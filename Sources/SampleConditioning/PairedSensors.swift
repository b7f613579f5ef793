import Inertial

/// Two sensors on the thigh's clock, with equally many rows.
///
/// The rows of the output are those in which the thigh's quality has no `.filled`.
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

/// Puts two sensors on one clock.
public enum SensorPairing {
  public static func pair(
    thigh: ConditionedSensor, shank: ConditionedSensor
  ) throws(ConditioningError) -> PairedSensors {
    guard let t0 = thigh.time.first, let t1 = thigh.time.last else {
      throw .noUsableRow(sensor: thigh.id)
    }
    guard let s0 = shank.time.first, let s1 = shank.time.last else {
      throw .noUsableRow(sensor: shank.id)
    }
    guard thigh.time == shank.time else { throw .noOverlap(thigh: t0...t1, shank: s0...s1) }
    return PairedSensors(time: thigh.time, thigh: thigh, shank: shank)
  }
}
