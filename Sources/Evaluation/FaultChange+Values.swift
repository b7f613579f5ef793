import Inertial

// Faults in the values; time stays.
extension FaultySensor {
  /// - Parameter start: row of the fault where it has one.
  mutating func applyValues(_ change: FaultChange, from start: Int) {
    switch change {
    case .notNumber(let which): put(.nan, into: which, at: start)
    case .infinite(let which): put(.infinity, into: which, at: start)
    case .fullScale:
      let code = 32_767.0.degreesToRadians / (sensor.gyroscope.unit?.scaleToSI ?? 1)
      sensor.gyroscope.values[start] = Vector3(code, code, code)
    case .zero(let which, let rows):
      for row in start..<Swift.min(start + rows, sensor.rows) { set(.zero, which, at: row) }
    case .rateScale(let scale): changeRates { $0 * scale }
    case .rateOffset(let offset): changeRates { $0 + offset }
    case .rateInDegrees:
      changeRates { $0 * (180 / Double.pi) }
      sensor.gyroscope.unit = nil
    case .rateClipped(let rail):
      changeRates { $0.clipped(to: rail) }
      noteRails(sensor.gyroscope.values, rail / (sensor.gyroscope.unit?.scaleToSI ?? 1))
    default: applyForceAndField(change)
    }
  }

  private mutating func applyForceAndField(_ change: FaultChange) {
    switch change {
    case .forceScale(let scale): changeForces { $0 * scale }
    case .forceFlipped: changeForces { -$0 }
    case .forceOffset(let offset): changeForces { $0 + offset }
    case .forceInGravities:
      changeForces { $0 * (1 / Double.standardGravity) }
      sensor.accelerometer.unit = nil
    case .forceClipped(let rail):
      changeForces { $0.clipped(to: rail) }
      noteRails(sensor.accelerometer.values, rail / (sensor.accelerometer.unit?.scaleToSI ?? 1))
    case .fieldOffset(let offset):
      guard let field = sensor.magnetometer else { break }
      let step = offset * (1 / (field.unit?.scaleToSI ?? 1))
      sensor.magnetometer?.values = field.values.map { $0 + step }
    default: break
    }
  }

  /// In the unit of the recording, which stays declared unless the fault takes it away.
  private mutating func changeRates(_ change: (Vector3) -> Vector3) {
    sensor.changeRate { _, rate in change(rate) }
  }

  private mutating func changeForces(_ change: (Vector3) -> Vector3) {
    let scale = sensor.accelerometer.unit?.scaleToSI ?? 1
    sensor.accelerometer.values = sensor.accelerometer.values.map { change($0 * scale) * (1 / scale) }
  }

  private mutating func put(_ value: Double, into which: FaultChange.Sensor, at row: Int) {
    switch which {
    case .gyroscope: sensor.gyroscope.values[row].x = value
    case .accelerometer: sensor.accelerometer.values[row].x = value
    case .magnetometer: sensor.magnetometer?.values[row].x = value
    }
  }

  private mutating func set(_ value: Vector3, _ which: FaultChange.Sensor, at row: Int) {
    switch which {
    case .gyroscope: sensor.gyroscope.values[row] = value
    case .accelerometer: sensor.accelerometer.values[row] = value
    case .magnetometer: sensor.magnetometer?.values[row] = value
    }
  }

  private mutating func noteRails(_ values: [Vector3], _ rail: Double) {
    clippedRows = values.indices.filter { row in
      let v = values[row]
      return v.isFinite && Swift.max(abs(v.x), abs(v.y), abs(v.z)) >= rail * (1 - 1e-12)
    }
  }
}

extension Vector3 {
  fileprivate func clipped(to rail: Double) -> Vector3 {
    func clip(_ value: Double) -> Double { Swift.min(Swift.max(value, -rail), rail) }
    return Vector3(clip(x), clip(y), clip(z))
  }
}
