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

  /// Marks the rows at a rail of either sensor, and rebuilds the peaks of the rate that it cut off.
  mutating func markClipped(_ parameters: ConditioningParameters) {
    let rates = Clipping(gyroscope, of: self, void: [.filled, .gyroscopeHeld])
    let rails = rates.levels(declaredRange: parameters.rateRange)
    let cut = rates.rows(at: rails)
    let forces = Clipping(accelerometer, of: self, void: [.filled, .accelerometerMissing])
    for row in forces.rows(at: forces.levels(declaredRange: parameters.forceRange)) {
      quality[row].insert(.accelerometerClipped)
    }
    guard !cut.isEmpty else { return }
    for row in cut { quality[row].insert(.gyroscopeClipped) }
    let borders = Set(quality.indices.filter { quality[$0].contains(.restart) })
    CutPeaks.rebuild(&gyroscope, levels: rails, borders: borders)
  }
}
