import Inertial

/// Which of two hinges it is, where both fit the motion about as well.
///
/// In planar motion about a level axis (a thigh that hardly lifts in sitting, a squat) both pairings of the axes obey every
/// equation of a hinge, and the forces at the joint tell them apart only faintly. In the wrong pairing the turn of the thigh
/// is added instead of taken off, and the leg, seen along the lever arms, would never be straight: a knee is.
struct BranchChoice {
  let best: HeadingSearch.Result
  /// Cost of the other branch over the cost of this one, below 1 where the arms spoke against the cost; nil without
  /// another branch.
  let costRatio: Double?
  /// RMS angle by which the other branch misses a hinge [rad]; nil without one.
  let rivalTilt: Double?
  /// The arms of this branch make a knee, those of the other one do not.
  let bendsLikeAKnee: Bool

  /// Up to this ratio of costs the arms are asked.
  static let doubtful = 1.5
  /// Lead in the distance from a straight leg that decides [rad].
  static let clearLead = 40 * Double.pi / 180

  /// - Parameter branches: best first; nil for none.
  init?(_ branches: [HeadingSearch.Result], _ track: HingeTrack) {
    guard let first = branches.first else { return nil }
    guard branches.count > 1 else {
      (best, costRatio, rivalTilt, bendsLikeAKnee) = (first, nil, nil, false)
      return
    }
    let second = branches[1]
    let ratio: Double = second.fit.cost / max(first.fit.cost, 1e-12)
    guard ratio < Self.doubtful, let one = track.fromStraight(first), let two = track.fromStraight(second)
    else {
      (best, costRatio, bendsLikeAKnee) = (first, ratio, false)
      rivalTilt = Double.sqrt(second.fit.tilt)
      return
    }
    let isSecond = two < one - Self.clearLead
    best = isSecond ? second : first
    rivalTilt = Double.sqrt((isSecond ? first : second).fit.tilt)
    costRatio = isSecond ? 1 / max(ratio, 1e-12) : ratio
    bendsLikeAKnee = isSecond || one < two - Self.clearLead
  }
}
