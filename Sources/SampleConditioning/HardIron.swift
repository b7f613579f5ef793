import Inertial

/// A constant field of the sensor itself (hard iron), from the sphere that the field of a turning sensor lies on.
///
/// Least squares of |m|² = 2 m.k + (r² - |k|²) for the offset k and the radius r. A fit is believed only where it is needed
/// and helps: a sensor that hardly turns shows a piece of a sphere that any centre fits.
public struct HardIron: Hashable, Sendable {
  /// To be taken off the field [µT], sensor axes.
  public var offset: Vector3
  /// Field of the place [µT].
  public var radius: Double
  /// Deviation over mean of the field's size, as measured and without the offset.
  public var spreadBefore: Double
  public var spreadAfter: Double

  /// Why there is no offset.
  public enum Refusal: Error, Hashable, Sendable {
    /// The size of the field hardly changes: nothing to calibrate; spread.
    case notNeeded(Double)
    /// The offset does not explain the changes; spread before and after.
    case spreadStays(before: Double, after: Double)
    /// No place on earth has such a field: the sensor turned too little to tell [µT].
    case impossibleRadius(Double)
    /// The values span no sphere.
    case tooFew
  }

  /// Smaller spreads are no fault of the sensor: indoors the field itself changes by a few percent.
  static let leastSpread = 0.06
  /// Share of the spread that may be left.
  static let largestRest = 0.6
  /// Size of the field anywhere on earth [µT].
  static let possibleRadius = 25.0...65.0

  /// - Parameter field: [µT]; values that are not finite and exact zeros are left out.
  public init(_ field: [Vector3]) throws(Refusal) {
    let values = field.filter { $0.isFinite && $0 != .zero }
    guard values.count >= 10, let center = Self.center(of: values) else { throw .tooFew }
    let before = Self.size(values, from: .zero)
    guard before.spread > Self.leastSpread else { throw .notNeeded(before.spread) }
    let after = Self.size(values, from: center)
    guard after.spread < Self.largestRest * before.spread else {
      throw .spreadStays(before: before.spread, after: after.spread)
    }
    guard Self.possibleRadius.contains(after.mean) else { throw .impossibleRadius(after.mean) }
    offset = center
    radius = after.mean
    spreadBefore = before.spread
    spreadAfter = after.spread
  }

  /// Centre of the sphere; nil where the values lie in a plane.
  private static func center(of values: [Vector3]) -> Vector3? {
    let count = Double(values.count)
    let mean = values.reduce(Vector3.zero, +) / count
    var xx = 0.0, xy = 0.0, xz = 0.0, yy = 0.0, yz = 0.0, zz = 0.0
    var moment = Vector3.zero
    for value in values {
      // About the mean the constant of the equation drops out, and digits are kept.
      let v = value - mean
      xx += v.x * v.x
      xy += v.x * v.y
      xz += v.x * v.z
      yy += v.y * v.y
      yz += v.y * v.z
      zz += v.z * v.z
      moment += v * v.squaredNorm
    }
    let normal = Matrix3(Vector3(xx, xy, xz), Vector3(xy, yy, yz), Vector3(xz, yz, zz))
    let center = mean + normal.inverse * moment * 0.5
    return center.isFinite ? center : nil
  }

  /// Mean distance from a centre, and deviation over mean.
  private static func size(_ values: [Vector3], from center: Vector3) -> (mean: Double, spread: Double) {
    let sizes = values.map { ($0 - center).norm }
    let mean = sizes.reduce(0, +) / Double(sizes.count)
    let squares = sizes.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (mean, Double.sqrt(squares / Double(sizes.count)) / mean)
  }
}

/// What became of the wish to calibrate a magnetometer.
public enum FieldCalibration: Hashable, Sendable {
  case calibrated(HardIron)
  /// Left as it is.
  case refused(HardIron.Refusal)

  init(_ field: [Vector3]) {
    do throws(HardIron.Refusal) { self = .calibrated(try HardIron(field)) } catch { self = .refused(error) }
  }

  /// Taken off the field [µT]; nil where nothing was.
  public var offset: Vector3? { if case .calibrated(let iron) = self { iron.offset } else { nil } }
}
