import Inertial

/// What happened to one row on its way through conditioning; empty for a row that was delivered sound.
public struct SampleQuality: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The rate was not finite or not possible; the last good or an interpolated one stands in its place.
  public static let gyroscopeHeld = SampleQuality(rawValue: 1 << 0)
  /// The force is `.missing`: void, zero, or never measured in a filled row.
  public static let accelerometerMissing = SampleQuality(rawValue: 1 << 1)
  /// The field is `.missing` in a sensor that has a magnetometer.
  public static let magnetometerMissing = SampleQuality(rawValue: 1 << 2)
  /// Made here to bridge a short hole; not a row of the output.
  public static let filled = SampleQuality(rawValue: 1 << 3)
  /// A hole longer than the gap limit ends at this row.
  public static let gapBefore = SampleQuality(rawValue: 1 << 4)
  /// Nothing may be integrated from the row before to this one; orientation starts again from gravity.
  public static let restart = SampleQuality(rawValue: 1 << 5)
  /// A component of the rate stands at the rail of the sensor.
  public static let gyroscopeClipped = SampleQuality(rawValue: 1 << 6)
  /// A component of the force stands at the rail of the sensor.
  public static let accelerometerClipped = SampleQuality(rawValue: 1 << 7)
  /// The stamp was missing or shared and has been made from its neighbours or from host time.
  public static let timeInterpolated = SampleQuality(rawValue: 1 << 8)
  /// The rate is exactly zero on all axes because the sensor hides small rates.
  public static let rateHidden = SampleQuality(rawValue: 1 << 9)
}

extension SampleQuality {
  /// What a filter should trust less.
  @inlinable public var doubt: SampleDoubt {
    let doubtful: SampleQuality = [
      .gyroscopeHeld, .filled, .gyroscopeClipped, .accelerometerClipped, .rateHidden,
    ]
    if isDisjoint(with: doubtful) { return [] }
    var doubt: SampleDoubt = []
    if !isDisjoint(with: [.gyroscopeHeld, .filled]) { doubt.insert(.rateMade) }
    if contains(.gyroscopeClipped) { doubt.insert(.rateClipped) }
    if contains(.accelerometerClipped) { doubt.insert(.forceClipped) }
    if contains(.rateHidden) { doubt.insert(.rateHidden) }
    return doubt
  }
}
