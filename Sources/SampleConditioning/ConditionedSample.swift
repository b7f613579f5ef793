import Inertial

/// One row as it leaves conditioning.
public struct ConditionedSample: Sendable {
  /// Output time [s].
  public var time: Double
  /// True step from the row before [s]; nominal behind a restart.
  public var period: Double
  public var sample: InertialSample
  public var quality: SampleQuality

  @inlinable public init(time: Double, period: Double, sample: InertialSample, quality: SampleQuality) {
    self.time = time
    self.period = period
    self.sample = sample
    self.quality = quality
  }
}
