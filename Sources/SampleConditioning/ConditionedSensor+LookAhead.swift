import Inertial

// What a live stream cannot do: it would have to know the next samples.
extension ConditionedSensor {
  /// A rate that failed for a moment is bridged by a straight line instead of being held.
  mutating func bridgeHeldRates(_ parameters: ConditioningParameters) {
    let void: SampleQuality = [.gyroscopeHeld, .filled]
    var sound: Int?
    for row in quality.indices where quality[row].isDisjoint(with: void) {
      if let before = sound, row - before > 1, !quality[row].contains(.restart),
        quality[before..<row].contains(where: { $0.contains(.gyroscopeHeld) }),
        time[row] - time[before] - period <= parameters.bridgeLimit + .stampResolution
      {
        for inside in before + 1..<row {
          let fraction = (time[inside] - time[before]) / (time[row] - time[before])
          gyroscope[inside] = gyroscope[before] + (gyroscope[row] - gyroscope[before]) * fraction
        }
      }
      sound = row
    }
  }

  /// Marks the rows at a rail of either sensor.
  mutating func markClipped(_ parameters: ConditioningParameters) {
    let rates = Clipping(gyroscope, of: self, void: [.filled, .gyroscopeHeld])
      .rows(declaredRange: parameters.rateRange)
    let forces = Clipping(accelerometer, of: self, void: [.filled, .accelerometerMissing])
      .rows(declaredRange: parameters.forceRange)
    for row in rates { quality[row].insert(.gyroscopeClipped) }
    for row in forces { quality[row].insert(.accelerometerClipped) }
  }
}
