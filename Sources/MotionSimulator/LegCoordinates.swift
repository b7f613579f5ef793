import Inertial

/// What the person does at one instant, as joint coordinates of the leg [rad, m].
struct LegCoordinates: Sendable {
  /// Direction the person faces, about the vertical; to the left for the right leg and mirrored for the left one,
  /// as all that points sideways is: one seed gives two legs that are mirror images.
  var heading: Jet = .zero
  /// 0 with the thigh hanging, 90 degrees with the thigh level and the knee in front.
  var thighElevation: Jet = .zero
  /// Knee away from the midline, and toes towards it: the same sign on both legs.
  var thighAbduction: Jet = .zero
  var thighTurn: Jet = .zero
  /// Knee flexion, the truth.
  var flexion: Jet = .zero
  /// Give of the knee sideways, on top of what comes with flexion: ankle towards the midline.
  var kneePlay: Jet = .zero
  /// Which point of the leg the motion below belongs to.
  var anchor: Anchor = .hip
  /// Motion of the anchor: forward, up and outwards for the small periodic part [m],
  var sway = JetVector(.zero)
  /// and the travelling speed forwards and upwards [m/s]; the acceleration of these jets is not used.
  var forwardSpeed: Jet = .zero
  var climbSpeed: Jet = .zero

  enum Anchor: Sendable { case hip, ankle }
}

/// A foot that lands, or a thigh that meets the chair: the soft parts and straps ring afterwards.
struct Impact: Sendable {
  var time: Double
  /// 1 is heel strike in brisk walking.
  var strength: Double
}

/// One motion, laid out in time.
protocol MotionScript: Sendable {
  /// Sorted by time.
  var impacts: [Impact] { get }
  func coordinates(at time: Double) -> LegCoordinates
}

extension Array where Element == Double {
  /// Index of the last start at or before `time` in a sorted array; nil before the first.
  func lastIndex(startedBy time: Double) -> Int? {
    var low = 0, high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : low - 1
  }
}
