import Inertial

/// One sensor on the common clock of the measurement; all arrays are equally long.
public struct SegmentMotion: Sendable {
  /// Sensor to earth, z up. The inclination is trusted, the heading is free and may drift.
  public var earthFromSensor: [Quaternion]
  /// Angular rate with the still bias removed [rad/s], sensor axes, finite everywhere.
  public var rate: [Vector3]
  /// Specific force [m/s²], sensor axes; `.missing` where there is none.
  public var force: [Vector3]

  public init(earthFromSensor: [Quaternion], rate: [Vector3], force: [Vector3]) {
    self.earthFromSensor = earthFromSensor
    self.rate = rate
    self.force = force
  }

  public var count: Int { rate.count }

  /// The up direction seen in the sensor, row by row.
  package func up(_ row: Int) -> Vector3 { earthFromSensor[row].rotateBack(.unitZ) }
}

/// Throws unless every count is the same and not zero.
func checkLengths(_ counts: Int...) throws(KneeJointError) {
  if Set(counts).count > 1 { throw .unequalLengths(counts) }
  if counts.first ?? 0 == 0 { throw .noSamples }
}

/// Usual spacing of the stamps [s]; the median, so that holes do not count. 0 for fewer than two stamps.
func typicalPeriod(_ time: [Double]) -> Double {
  guard time.count > 1 else { return 0 }
  let stride = max(1, time.count / 2000)
  var steps = Swift.stride(from: 1, to: time.count, by: stride).map { time[$0] - time[$0 - 1] }
  steps.sort()
  return max(0, steps[steps.count / 2])
}
