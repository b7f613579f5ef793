import Inertial

/// Units of the three columns of one sensor, and whether the numbers bear them out (H8, H9, H10).
struct SensorUnits {
  var rate: PhysicalUnit
  var force: ForceUnit
  /// nil without a usable magnetometer.
  var field: PhysicalUnit?
  var rateVerdict: RateVerdict
  var fieldVerdict: FieldVerdict
  /// No force was measured, so nothing is known of the joint forces that tell axes and sign.
  var isForceDerived: Bool

  enum RateVerdict: Equatable {
    case agrees, inferred
    /// Rate as declared times this factor would fit gravity.
    case contradicted(Double)
  }

  enum FieldVerdict: Equatable {
    case agrees, absent, zero, inferred, unknownUnit
  }

  init(
    _ sensor: SensorRecording, period: Double, _ parameters: ConditioningParameters
  ) throws(ConditioningError) {
    isForceDerived = sensor.isForceDerived
    force = try ForceUnit(sensor.accelerometer, sensor: sensor.id, period: period)
    (field, fieldVerdict) = try Self.field(sensor, period: period)
    let fieldValues = field == nil ? nil : sensor.magnetometer?.values
    (rate, rateVerdict) = try Self.rate(sensor, field: fieldValues, period: period)
    if let hemisphere = parameters.hemisphere, let values = fieldValues {
      let dips = Self.dipsDown(force: sensor.accelerometer.values, field: values)
      if let dips, dips != (hemisphere == .northern) { throw .forceReversed(sensor: sensor.id) }
    }
  }

  private static func rate(
    _ sensor: SensorRecording, field: [Vector3]?, period: Double
  ) throws(ConditioningError) -> (PhysicalUnit, RateVerdict) {
    let values = sensor.gyroscope.values
    guard values.contains(where: { $0.isFinite }) else { throw .noGyroscope(sensor: sensor.id) }
    if let unit = sensor.gyroscope.unit, unit.quantity != .angularRate {
      throw .wrongQuantity(sensor: sensor.id, unit: unit)
    }
    let scale = sensor.gyroscope.unit?.scaleToSI ?? 1
    let check = RateUnit(
      rate: values, force: sensor.accelerometer.values, field: field, scale: scale, period: period)
    guard let unit = sensor.gyroscope.unit else {
      if check.confirmsRadians { return (.radianPerSecond, .inferred) }
      if let factor = check.contradiction, factor < 0.1 {
        throw .undeclaredRateUnit(sensor: sensor.id, suggested: .degreePerSecond)
      }
      throw .unknownUnit(sensor: sensor.id, quantity: .angularRate, measured: nil)
    }
    if let factor = check.contradiction { return (unit, .contradicted(factor)) }
    return (unit, .agrees)
  }

  private static func field(
    _ sensor: SensorRecording, period: Double
  ) throws(ConditioningError) -> (PhysicalUnit?, FieldVerdict) {
    guard let column = sensor.magnetometer else { return (nil, .absent) }
    guard column.values.contains(where: { $0.isFinite && $0 != .zero }) else { return (nil, .zero) }
    if let unit = column.unit {
      guard unit.quantity == .magneticField else { throw .wrongQuantity(sensor: sensor.id, unit: unit) }
      return (unit, .agrees)
    }
    if let unit = FieldUnit.inferred(from: column.values, period: period) { return (unit, .inferred) }
    return (nil, .unknownUnit)
  }

  /// H10: whether the field points below the horizon on the whole; nil without a clear answer.
  private static func dipsDown(force: [Vector3], field: [Vector3]) -> Bool? {
    var sum = 0.0
    var count = 0.0
    for (up, north) in zip(force, field) {
      let sine = up.dot(north) / (up.norm * north.norm)
      if sine.isFinite {
        sum += sine
        count += 1
      }
    }
    guard count > 0, abs(sum / count) > 0.1 else { return nil }
    return sum < 0
  }
}
