import Inertial

/// H6 while the samples come: a rail is known from the second equal extreme that a steep flank leads to.
///
/// The falling flank is not there yet, so slow peaks pass unseen; the batch form over the record sees them.
struct CausalRail: Sendable {
  private static let flank = 0.02

  private struct Side: Sendable {
    var extreme = 0.0
    var flank = Double.infinity
    var rail = Double.infinity
    /// No sensor has its rail below this; noise that repeats its largest value has.
    let least: Double

    init(least: Double) { self.least = least }

    /// True when the value stands at a known rail.
    mutating func see(_ value: Double, before: Double) -> Bool {
      if value > extreme {
        // What goes beyond a rail shows that it was none: noise and small peaks before the motion repeat values too.
        if value > rail * (1 + 1e-4) { rail = .infinity }
        extreme = value
        flank = before
      } else if value == extreme && before < value {
        flank = before
      } else if value == extreme && before == value && value >= least
        && value - flank >= CausalRail.flank * value
      {
        rail = Swift.min(rail, value)
      }
      return value >= rail * (1 - 1e-4)
    }
  }

  private var high: (Side, Side, Side)
  private var low: (Side, Side, Side)
  private var before: Vector3?
  private let declared: Double

  /// - Parameters:
  ///   - range: measuring range where it is known.
  ///   - least: smallest range that such a sensor has.
  init(range: Double?, least: Double) {
    declared = range.map { 0.98 * $0 } ?? .infinity
    let side = Side(least: least)
    high = (side, side, side)
    low = (side, side, side)
  }

  mutating func isClipped(_ value: Vector3) -> Bool {
    guard let before else {
      self.before = value
      return value.reaches(declared)
    }
    self.before = value
    var clipped = value.reaches(declared)
    clipped = high.0.see(value.x, before: before.x) || clipped
    clipped = high.1.see(value.y, before: before.y) || clipped
    clipped = high.2.see(value.z, before: before.z) || clipped
    clipped = low.0.see(-value.x, before: -before.x) || clipped
    clipped = low.1.see(-value.y, before: -before.y) || clipped
    clipped = low.2.see(-value.z, before: -before.z) || clipped
    return clipped
  }
}

extension Vector3 {
  /// A component is at least `limit` in size.
  @inline(__always)
  fileprivate func reaches(_ limit: Double) -> Bool { abs(x) >= limit || abs(y) >= limit || abs(z) >= limit }
}
