import Inertial

/// The hinge (flexion) axis seen from both sensors, with what is known about it.
///
/// A positive turn of the shank against the thigh about the axis is flexion once `FlexionSign` has settled the common
/// sign; until then the sign is arbitrary.
public struct HingeAxes: Hashable, Sendable {
  /// Unit axis in thigh sensor axes.
  public var thigh: Vector3
  /// Unit axis in shank sensor axes.
  public var shank: Vector3
  /// Standard deviation of each axis [rad]; infinite where the motion does not tell.
  public var thighSigma: Double
  public var shankSigma: Double
  /// Cost of the best other branch (other pairing, or over 15 degrees away) over the cost of this one; nil when
  /// every start led here.
  public var costRatio: Double?
  /// RMS angle by which that other branch misses a hinge while moving [rad]; nil without one.
  public var rivalTilt: Double?
  /// Where another branch fits about as well: the lever arms of this one make a knee, those of the other do not.
  public var bendsLikeAKnee: Bool
  /// Lever arms of both sensors; nil where forces are missing.
  public var centre: JointCentre?
  /// Moving samples that entered the fit.
  public var samples: Int

  public init(
    thigh: Vector3, shank: Vector3, thighSigma: Double = 0, shankSigma: Double = 0, costRatio: Double? = nil,
    rivalTilt: Double? = nil, bendsLikeAKnee: Bool = false, centre: JointCentre? = nil, samples: Int = 0
  ) {
    self.thigh = thigh
    self.shank = shank
    self.thighSigma = thighSigma
    self.shankSigma = shankSigma
    self.costRatio = costRatio
    self.rivalTilt = rivalTilt
    self.bendsLikeAKnee = bendsLikeAKnee
    self.centre = centre
    self.samples = samples
  }

  /// The same hinge with extension positive.
  public var reversed: HingeAxes {
    var out = self
    out.thigh = -thigh
    out.shank = -shank
    return out
  }

  /// Shank sensor axes to thigh sensor axes by the shortest turn that brings the axes together: the pose of angle 0.
  public var thighFromShank: Quaternion { Quaternion(from: shank, to: thigh) }

  /// Another branch fits so nearly as well that the lever arms had to choose.
  public var isDoubtful: Bool { (costRatio ?? .infinity) < BranchChoice.doubtful }

  /// What a branch needs that no force at the joint speaks for: a lead, and another branch that misses a hinge by more
  /// [rad] than a leg that is no perfect one makes up for. In planar motion about a level axis (squats, standing up,
  /// heel slides) the other branch misses by 1.04 degrees at most and often leads; in gait, on stairs and in cutting by
  /// 1.8 degrees and more, with the right branch ahead 2.6 times (simulated legs, device tilts of 0.3 degrees).
  static let clearRatioWithoutForces = 2.0
  static let clearTiltWithoutForces = 1.5 * Double.pi / 180

  /// No force was measured, and the orientations alone tell the two branches apart too faintly.
  private var isGuessed: Bool {
    guard centre == nil, let costRatio, let rivalTilt else { return false }
    return costRatio < Self.clearRatioWithoutForces || rivalTilt < Self.clearTiltWithoutForces
  }

  /// `axisUnobservable` when the axis is uncertain, or another branch fits as well.
  /// - Parameter largestSigma: standard deviation that still passes [rad].
  /// - Parameter smallestRatio: lead that suffices where forces at the joint were measured.
  public func flags(largestSigma: Double = 5 * Double.pi / 180, smallestRatio: Double = 1.05) -> [QualityFlag]
  {
    let sigma = max(thighSigma, shankSigma)
    let isAmbiguous = (costRatio ?? .infinity) < smallestRatio && !bendsLikeAKnee
    let uncertain = !(sigma <= largestSigma) || isAmbiguous || isGuessed
    return uncertain ? [QualityFlag(.axisUnobservable, .stop, value: sigma)] : []
  }
}
