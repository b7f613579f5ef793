import Inertial

/// Limits of conditioning; every default comes from the input hygiene of the specification (H1 to H11).
public struct ConditioningParameters: Hashable, Sendable {
  /// Largest possible rate of one component [rad/s]; beyond it the sample is void. Larger lets more through.
  public var rateLimit: Double
  /// Largest possible force of one component [m/s²].
  public var forceLimit: Double
  /// Largest possible field of one component [µT].
  public var fieldLimit: Double
  /// Measuring range of the gyroscope [rad/s] where it is known; 98 % of it counts as clipped.
  public var rateRange: Double?
  /// Measuring range of the accelerometer [m/s²] where it is known.
  public var forceRange: Double?
  /// Force below which the accelerometer says nothing about gravity [m/s²].
  public var leastForce: Double
  /// Void rates in a row that the last good one replaces; more are a gap.
  public var heldRows: Int
  /// A step up to so many nominal periods is jitter, not loss.
  public var jitterLimit: Double
  /// Longest time without samples that is bridged [s]; after a longer one orientation starts again.
  public var bridgeLimit: Double
  /// A step longer than this and than two periods is a gap: no angle inside [s].
  public var gapLimit: Double
  /// Steps back up to this are sorted [s]; longer ones start a new segment.
  public var sortLimit: Double
  /// Steps ahead beyond this start a new segment [s].
  public var jumpLimit: Double
  /// Where the recording was made, for the sign check H10; nil leaves the check out.
  public var hemisphere: Hemisphere?

  /// Looks for a constant field of the sensor itself and takes it off where the field of the recording tells it.
  public var calibratesField: Bool

  public enum Hemisphere: String, Hashable, Sendable { case northern, southern }

  public init(
    rateLimit: Double = (4000.0).degreesToRadians, forceLimit: Double = 32 * .standardGravity,
    fieldLimit: Double = 1000, rateRange: Double? = nil, forceRange: Double? = nil,
    leastForce: Double = 1, heldRows: Int = 3, jitterLimit: Double = 1.5, bridgeLimit: Double = 0.25,
    gapLimit: Double = 0.1, sortLimit: Double = 1, jumpLimit: Double = 10, hemisphere: Hemisphere? = nil,
    calibratesField: Bool = false
  ) {
    self.rateLimit = rateLimit
    self.forceLimit = forceLimit
    self.fieldLimit = fieldLimit
    self.rateRange = rateRange
    self.forceRange = forceRange
    self.leastForce = leastForce
    self.heldRows = heldRows
    self.jitterLimit = jitterLimit
    self.bridgeLimit = bridgeLimit
    self.gapLimit = gapLimit
    self.sortLimit = sortLimit
    self.jumpLimit = jumpLimit
    self.hemisphere = hemisphere
    self.calibratesField = calibratesField
  }

  /// Longest hole in samples `period` seconds apart that is not yet a gap [s].
  func longestHole(period: Double) -> Double { Swift.max(gapLimit, 2 * period) }
}
