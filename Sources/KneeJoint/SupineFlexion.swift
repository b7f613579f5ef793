import Inertial

/// Knee flexion of someone who lies and draws the heel over the couch, from one sensor on the shin [OG12].
///
/// Hip and heel stay on one level, so that shin and thigh are two sides of a triangle: flexion = b + asin(r sin b), b the rise
/// of the shin from where the leg lay straight, r the length of the shank over that of the thigh.
public enum SupineFlexion {
  /// Where nobody knows the lengths.
  public static let usualRatio = 1.0

  /// Flexion [rad] from the rise of the shin [rad]; `nan` where no leg of that ratio reaches.
  public static func flexion(rise: Double, ratio: Double) -> Double {
    let across: Double = ratio * Double.sin(rise)
    return abs(across) <= 1 ? rise + Double.asin(across) : .nan
  }

  /// Extremes of the flexion over a recording that starts straight.
  ///
  /// - Parameter inclination: of the shin [rad], `nan` where there is none; the first value is the straight leg.
  /// - Throws: `noSamples` when no value is finite.
  public static func measure(
    inclination: [Double], time: [Double], ratio: Double
  ) throws(KneeJointError) -> RangeOfMotion {
    let finite = inclination.filter(\.isFinite)
    guard let straight = finite.first else { throw .noSamples }
    let side: Double = median(finite) < straight ? -1 : 1
    return try RangeOfMotion.measure(
      angle: inclination.map { flexion(rise: side * ($0 - straight), ratio: ratio) }, time: time)
  }
}
