import Inertial

/// What a sample must keep to when its frame carries no check of its own. Larger values let more damage through.
///
/// A value is a spike when it leaves both neighbours by more than its limit, by `activity` times what the neighbours
/// moved, and alone: damage hits one number of a frame, a heel that strikes or a knock moves several. The limits
/// were chosen on eight recordings of walking and of a rig, 50 to 226 Hz: they call 0.1 % of sound samples a spike at
/// 100 Hz and more (0.5 % at 50 Hz), where 60 °/s and 0.6 g without the other two conditions call up to 0.4 % (1.8 %),
/// and let half as many flipped bits through.
public struct PlausibilityLimits: Hashable, Sendable {
  /// Largest angular rate on one axis [rad/s].
  public var angularRate: Double
  /// Largest specific force on one axis [m/s²].
  public var specificForce: Double
  /// A sample that leaves both neighbours by more than this may be a spike [rad/s], at 100 Hz or faster; slower
  /// sources are allowed more in proportion.
  public var rateSpike: Double
  /// The same for force [m/s²].
  public var forceSpike: Double
  /// The same for orientation, as an angle [rad].
  public var turnSpike: Double
  /// A spike leaves its neighbours by so many times what they themselves moved.
  public var activity: Double
  /// The next largest of the six numbers moves less than this share of the spike, each by its limit.
  public var company: Double
  /// How far a step of device time may lie from a whole number of periods [periods].
  public var gridTolerance: Double
  /// More periods than this are no plausible step.
  public var longestStep: Double

  public init(
    angularRate: Double = 4000 * .pi / 180, specificForce: Double = 32 * .standardGravity,
    rateSpike: Double = 20 * .pi / 180, forceSpike: Double = 0.2 * .standardGravity,
    turnSpike: Double = 0.1, activity: Double = 4, company: Double = 0.35, gridTolerance: Double = 0.1,
    longestStep: Double = 50
  ) {
    self.angularRate = angularRate
    self.specificForce = specificForce
    self.rateSpike = rateSpike
    self.forceSpike = forceSpike
    self.turnSpike = turnSpike
    self.activity = activity
    self.company = company
    self.gridTolerance = gridTolerance
    self.longestStep = longestStep
  }
}
