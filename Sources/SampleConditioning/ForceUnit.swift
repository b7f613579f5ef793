import Inertial

/// H8: which unit the force is in, as declared and as the numbers say.
struct ForceUnit {
  var unit: PhysicalUnit
  /// Norm at rest in that unit [m/s²]; nil when the sensor is never still.
  var rest: Double?
  var verdict: Verdict

  enum Verdict: Equatable {
    case agrees
    /// Nothing declared, the norm at rest names the unit.
    case inferred
    /// The norm at rest names another unit than the declared one, which is used; norm as declared [m/s²].
    case contradicted(Double)
    /// Off standard gravity by over 5 % and no known unit explains it; norm [m/s²].
    case offScale(Double)
    /// Gravity is not in the numbers at all; median norm [m/s²].
    case withoutGravity(Double)
  }

  private static let tolerance = 0.05
  /// Norm at rest by unit.
  private static let ranges: [(unit: PhysicalUnit, rest: ClosedRange<Double>)] = [
    (.metrePerSecondSquared, 9...10.6), (.standardGravity, 0.9...1.1), (.milliGravity, 900...1100),
  ]
  /// Widening of those ranges when the sensor is never still and the median norm has to do.
  private static let wide = 1.3

  init(_ column: VectorColumn, sensor: String, period: Double) throws(ConditioningError) {
    let norm = StillNorm(column.values, period: period)
    guard let declared = column.unit else {
      guard let measured = norm.rest ?? norm.typical, let named = Self.named(by: norm) else {
        throw .unknownUnit(sensor: sensor, quantity: .specificForce, measured: norm.rest ?? norm.typical)
      }
      self.init(unit: named, rest: norm.rest.map { _ in measured * named.scaleToSI }, verdict: .inferred)
      return
    }
    guard declared.quantity == .specificForce else { throw .wrongQuantity(sensor: sensor, unit: declared) }
    self.init(declared: declared, norm)
    if !column.values.contains(where: \.isFinite) { verdict = .withoutGravity(0) }
  }

  private init(unit: PhysicalUnit, rest: Double?, verdict: Verdict) {
    self.unit = unit
    self.rest = rest
    self.verdict = verdict
  }

  private init(declared: PhysicalUnit, _ norm: StillNorm) {
    let scale = declared.scaleToSI
    let rest = norm.rest.map { $0 * scale }
    self.init(unit: declared, rest: rest, verdict: .agrees)
    // Nothing measured contradicts nothing.
    guard let middle = norm.typical ?? norm.rest else { return }
    let typical = middle * scale
    let measured = rest ?? typical
    let isFar = rest == nil
    let ratio = measured / .standardGravity
    if isFar ? ratio > 1 / 3.0 && ratio < 3 : abs(ratio - 1) <= Self.tolerance { return }
    if let named = Self.named(by: norm), named != declared, abs(measured / .standardGravity - 1) > 0.5 {
      unit = named
      self.rest = norm.rest.map { $0 * named.scaleToSI }
      verdict = .contradicted(measured)
    } else if typical < 1 {
      verdict = .withoutGravity(typical)
    } else {
      verdict = .offScale(measured)
    }
  }

  private static func named(by norm: StillNorm) -> PhysicalUnit? {
    if let rest = norm.rest { return ranges.first { $0.rest.contains(rest) }?.unit }
    guard let typical = norm.typical else { return nil }
    return ranges.first {
      typical >= $0.rest.lowerBound / wide && typical <= $0.rest.upperBound * wide
    }?.unit
  }
}

/// H8 for the magnetometer: nil when the unit is neither declared nor told by the norm.
enum FieldUnit {
  private static let ranges: [(unit: PhysicalUnit, norm: ClosedRange<Double>)] = [
    (.microtesla, 20...70), (.gauss, 0.2...0.7), (.milligauss, 200...700), (.nanotesla, 2e4...7e4),
  ]

  static func inferred(from values: [Vector3], period: Double) -> PhysicalUnit? {
    let norm = StillNorm(values, period: period)
    guard let measured = norm.rest ?? norm.typical else { return nil }
    return ranges.first { $0.norm.contains(measured) }?.unit
  }
}
