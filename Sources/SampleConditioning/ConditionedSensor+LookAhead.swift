import Inertial

// What a live stream cannot do: it would have to know the next samples.
extension ConditionedSensor {
  /// A rate that failed for a moment is bridged by a cubic through its neighbours instead of being held.
  mutating func bridgeHeldRates(_ parameters: ConditioningParameters) {
    let void: SampleQuality = [.gyroscopeHeld, .filled]
    var sound: Int?
    for row in quality.indices where quality[row].isDisjoint(with: void) {
      if let before = sound, row - before > 1, !quality[row].contains(.restart),
        quality[before..<row].contains(where: { $0.contains(.gyroscopeHeld) }),
        time[row] - time[before] - period <= parameters.bridgeLimit + .stampResolution
      {
        bridge(before, row, leaving: slope(at: before, -1, void), arriving: slope(at: row, 1, void))
      }
      sound = row
    }
  }

  /// Change of the rate a second between a sound row and its neighbour away from the hole; nil where that one is not sound.
  private func slope(at row: Int, _ step: Int, _ void: SampleQuality) -> Vector3? {
    let other = row + step
    guard quality.indices.contains(other), quality[other].isDisjoint(with: void),
      !quality[max(row, other)].contains(.restart), time[other] != time[row]
    else { return nil }
    return (gyroscope[other] - gyroscope[row]) / (time[other] - time[row])
  }

  /// Hermite cubic between two rows; a side without a slope of its own takes that of the straight line.
  private mutating func bridge(_ before: Int, _ row: Int, leaving: Vector3?, arriving: Vector3?) {
    let (first, last) = (gyroscope[before], gyroscope[row])
    let span = time[row] - time[before]
    let line = (last - first) / span
    // The slope at the edge is between that of the neighbouring step and that over the hole.
    let start = leaving.map { ($0 + line) / 2 } ?? line
    let end = arriving.map { ($0 + line) / 2 } ?? line
    for inside in before + 1..<row {
      let f = (time[inside] - time[before]) / span
      let g = 1 - f
      let straight = first * g + last * f
      let bend = ((start - line) * g - (end - line) * f) * (span * f * g)
      gyroscope[inside] = straight + bend
    }
  }

  /// Takes the constant field of the sensor itself off, where there is one and it shows.
  mutating func calibrateField() {
    guard let field = magnetometer else { return }
    let calibration = FieldCalibration(field)
    report.fieldCalibration = calibration
    if let offset = calibration.offset { magnetometer = field.map { $0 - offset } }
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
    CutPeaks.rebuild(&gyroscope, levels: rails, period: period, borders: borders)
  }
}
