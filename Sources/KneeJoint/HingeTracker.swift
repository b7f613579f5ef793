import Inertial

/// The knee angle of a live stream, once the axes are known: causal, one pair of samples at a time.
///
/// The first sample whose axis is not vertical gives the heading exactly, even at rest; from then on a forgetting
/// mean of the same votes follows the drift, weighted by how level the axis is. Never started from zero.
public struct HingeTracker: Sendable {
  public struct Parameters: Sendable {
    /// Time constant of the heading [s]. Longer: steadier, follows drift later.
    public var timeConstant: Double
    /// Least |u_xy||v_xy| of the sample that starts the heading.
    public var leastLevel: Double
    public var verticalScale: Double

    public init(timeConstant: Double = 7, leastLevel: Double = 0.1, verticalScale: Double = 0.1) {
      self.timeConstant = timeConstant
      self.leastLevel = leastLevel
      self.verticalScale = verticalScale
    }
  }

  public let axes: HingeAxes
  private let parameters: Parameters
  private var votes: HeadingVote?
  private var unwrap = Unwrap()

  public init(axes: HingeAxes, parameters: Parameters = .init()) {
    self.axes = axes
    self.parameters = parameters
  }

  /// Heading that is in force [rad]; nil before the first sample that shows it.
  public var heading: Double? { votes?.angle }

  /// - Parameters:
  ///   - period: since the pair before [s].
  ///   - usable: false keeps the heading and gives the angle by it.
  /// - Returns: angle [rad], continuous; nil before a heading is known.
  public mutating func update(
    thigh: Quaternion, shank: Quaternion, period: Double, usable: Bool = true
  ) -> Double? {
    if usable { vote(thigh, shank, max(0, period)) }
    guard let heading, thigh.isFinite, shank.isFinite else { return nil }
    return unwrap(HingeAngle.flexion(axes: axes, thigh: thigh, shank: shank, heading: heading))
  }

  /// An orientation starts anew: the next sample that shows it gives the heading again.
  public mutating func restart() { votes = nil }

  private mutating func vote(_ thigh: Quaternion, _ shank: Quaternion, _ period: Double) {
    let vote = HeadingVote(
      u: thigh.rotate(axes.thigh), v: shank.rotate(axes.shank), verticalScale: parameters.verticalScale)
    guard vote.sine.isFinite, vote.cosine.isFinite else { return }
    if let old = votes {
      votes = old * Double.exp(-period / parameters.timeConstant) + vote * period
    } else if vote.level >= parameters.leastLevel {
      votes = vote * max(period, 1e-3)
    }
  }
}
