import Inertial

/// What a sample must keep to when its frame carries no check of its own. Larger values let more damage through.
///
/// One number is a spike when it leaves both neighbours by more than its limit, by `activity` times what the neighbours
/// moved, and alone. Several numbers at once are one when a number leaves both neighbours by `crowd` times its limit and
/// the neighbours agree: a heel that strikes or a knock rings on over several samples, damage does not.
///
/// Both together call 0.04 % of the sound samples of a leg that walks and sits a spike at 100 Hz, 0.03 to
/// 0.09 % of a rig at 50 Hz, and of simulated walking, cutting and landing 0.05 to 0.13 % at 100 Hz and less than 0.01 %
/// at 200 Hz. 60 °/s and 0.6 g without the other conditions call 5.4 to 7.1 % of that leg a spike.
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
  /// A sample that leaves both neighbours by so many times the limits of a spike, in however many numbers, is one where the
  /// neighbours agree.
  public var crowd: Double
  /// Neighbours agree when they differ by less than this share of what the sample leaves them by.
  public var agreement: Double
  /// How far a step of device time may lie from a whole number of periods [periods].
  public var gridTolerance: Double
  /// More periods than this are no plausible step.
  public var longestStep: Double

  public init(
    angularRate: Double = 4000 * .pi / 180, specificForce: Double = 32 * .standardGravity,
    rateSpike: Double = 20 * .pi / 180, forceSpike: Double = 0.2 * .standardGravity,
    turnSpike: Double = 0.1, activity: Double = 4, company: Double = 0.25, crowd: Double = 3,
    agreement: Double = 0.2, gridTolerance: Double = 0.1,
    longestStep: Double = 50
  ) {
    self.angularRate = angularRate
    self.specificForce = specificForce
    self.rateSpike = rateSpike
    self.forceSpike = forceSpike
    self.turnSpike = turnSpike
    self.activity = activity
    self.company = company
    self.crowd = crowd
    self.agreement = agreement
    self.gridTolerance = gridTolerance
    self.longestStep = longestStep
  }
}
