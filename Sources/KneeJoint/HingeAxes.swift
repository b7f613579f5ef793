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
  /// Where another branch fits about as well: the lever arms of this one make a knee, those of the other do not.
  public var bendsLikeAKnee: Bool
  /// Lever arms of both sensors; nil where forces are missing.
  public var centre: JointCentre?
  /// Moving samples that entered the fit.
  public var samples: Int

  public init(
    thigh: Vector3, shank: Vector3, thighSigma: Double = 0, shankSigma: Double = 0, costRatio: Double? = nil,
    bendsLikeAKnee: Bool = false, centre: JointCentre? = nil, samples: Int = 0
  ) {
    self.thigh = thigh
    self.shank = shank
    self.thighSigma = thighSigma
    self.shankSigma = shankSigma
    self.costRatio = costRatio
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

  /// `axisUnobservable` when the axis is uncertain, or another branch fits as well.
  /// - Parameter largestSigma: standard deviation that still passes [rad].
  public func flags(largestSigma: Double = 5 * Double.pi / 180, smallestRatio: Double = 1.05) -> [QualityFlag]
  {
    let sigma = max(thighSigma, shankSigma)
    let isAmbiguous = (costRatio ?? .infinity) < smallestRatio && !bendsLikeAKnee
    let uncertain = !(sigma <= largestSigma) || isAmbiguous
    return uncertain ? [QualityFlag(.axisUnobservable, .stop, value: sigma)] : []
  }
}
