import Inertial

/// Finds out that a device hides small rates: all three exactly zero, again and again (serial.md section 16).
public struct DeadBandWatch: Hashable, Sendable {
  /// Samples with a rate, and those of them that are exactly zero on all axes.
  public private(set) var samples = 0
  public private(set) var zeros = 0
  private var run = 0
  private var longest = 0

  /// Share of zeros above which they are no chance.
  public static let share = 0.05
  /// Samples before a share says anything.
  private static let least = 200
  /// A run that is no chance, however short the stream.
  public static let run = 20

  public init() {}

  /// Share of the rates that are exactly zero, 0...1.
  public var zeroShare: Double { samples == 0 ? 0 : Double(zeros) / Double(samples) }

  public var isActive: Bool {
    longest >= Self.run || (samples >= Self.least && Double(zeros) > Self.share * Double(samples))
  }

  /// True for a sample whose zeros are the dead band's and no measurement.
  public mutating func take(_ rate: Vector3) -> Bool {
    guard rate.isFinite else { return false }
    samples += 1
    guard rate == .zero else {
      run = 0
      return false
    }
    zeros += 1
    run += 1
    longest = max(longest, run)
    return isActive
  }
}
