import Inertial

/// The five numbers as ResearchKit 3 computes them from the attitudes of a phone on the shin, to compare old results with.
///
/// Its defects are kept on purpose: the start tilt depends on the heading, the first sample is lost when the device is
/// head-down, a return exactly to the start forgets the movement, a swing of more than 90 degrees with the device
/// head-down jumps by 360, and a single wild sample counts. `ShinInclination` has none of them.
public struct ResearchKitRange: Hashable, Sendable {
  /// [rad], 0 for a vertical and 90 degrees for a level shin.
  public var start: Double
  public var finish: Double
  public var minimum: Double
  public var maximum: Double
  public var range: Double { maximum - minimum }

  /// - Parameters:
  ///   - worldFromDevice: attitudes, world z up, device x right, y top, z out of the screen.
  ///   - orientation: the two portraits share a formula, and the two landscapes.
  /// - Throws: `noSamples` for an empty series, where ResearchKit answers 90 four times and a range of 0.
  public init(
    worldFromDevice: [Quaternion], orientation: DeviceOrientation
  ) throws(KneeJointError) {
    guard let first = worldFromDevice.first else { throw .noSamples }
    var smallest = 0.0, largest = 0.0, last = 0.0
    for attitude in worldFromDevice {
      last = Self.shifted(Self.angle(first.conjugate * attitude, orientation))
      // A stored minimum of exactly 0 is taken for none.
      if smallest == 0 || last < smallest { smallest = last }
      largest = max(largest, last)
    }
    start = .pi / 2 - Self.angle(first, orientation)
    finish = start - last
    minimum = start - largest
    maximum = start - smallest
  }

  /// Pitch, or roll for a device lying on its side.
  private static func angle(_ q: Quaternion, _ orientation: DeviceOrientation) -> Double {
    switch orientation {
    case .portrait, .portraitUpsideDown:
      let sine: Double = 2 * (q.x * q.w + q.y * q.z)
      let cosine: Double = 1 - 2 * (q.x * q.x + q.z * q.z)
      return Double.atan2(sine, cosine)
    case .landscapeLeft, .landscapeRight:
      let sine: Double = 2 * (q.y * q.w - q.x * q.z)
      let cosine: Double = 1 - 2 * (q.y * q.y + q.z * q.z)
      return Double.atan2(sine, cosine)
    }
  }

  /// Moves the sector to -270...90 degrees.
  private static func shifted(_ angle: Double) -> Double { angle > .pi / 2 ? angle - 2 * .pi : angle }
}
