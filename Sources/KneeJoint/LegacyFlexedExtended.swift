import Inertial

/// What ResearchKit 1.5 to 2.0 stored for a knee: kept to read old results, never mixed with `ShinInclination`.
///
/// Only the last sample counts, so that returning to the start loses the movement.
public struct LegacyFlexedExtended: Hashable, Sendable {
  /// Size of the start tilt, and what is left of it at the last sample [rad].
  public var flexed: Double
  public var extended: Double

  /// - Parameters:
  ///   - startTilt: 90 degrees upright, 0 flat [rad].
  ///   - swing: of every sample from the start [rad].
  /// - Throws: `noSamples` without a sample.
  public init(startTilt: Double, swing: [Double]) throws(KneeJointError) {
    guard let last = swing.last else { throw .noSamples }
    let passed = swing.contains { abs($0) > 175 * Double.pi / 180 }
    flexed = abs(startTilt)
    extended = flexed - (passed ? 2 * Double.pi - abs(last) : abs(last))
  }
}
