import Inertial

@testable import SampleConditioning

/// A sensor that swings about a slanted axis, rests for two seconds first, and has a little noise: enough of
/// a shank to test conditioning with.
struct Swing {
  var rows = 1000
  var rate = 100.0
  var seed: UInt64 = 1
  /// Amplitude [rad] and frequency [Hz] of the swing.
  var amplitude = 0.7
  var frequency = 0.5
  var noise = 0.01

  /// Stamps of a clock without faults [ns].
  var stamps: [Int64] { (0..<rows).map { Int64((Double($0) / rate * 1e9).rounded()) } }

  func recording(
    _ stamps: [Int64]? = nil, zero: StampZero = .file, id: String = "shank",
    placement: BodySegment? = .shank
  ) -> SensorRecording {
    sensor(.stamps(stamps ?? self.stamps, zero: zero), id: id, placement: placement)
  }

  func sensor(
    _ clock: SampleClock, id: String = "shank", placement: BodySegment? = .shank
  ) -> SensorRecording {
    var random = SplitMix64(seed: seed)
    let axis = Vector3(0.2, 0.3, 1).normalized
    var rates: [Vector3] = []
    var forces: [Vector3] = []
    var fields: [Vector3] = []
    for row in 0..<rows {
      let time = Double(row) / rate
      let phase = 2 * Double.pi * frequency * Swift.max(0, time - 2)
      let angle = amplitude * (1 - Double.cos(phase)) / 2
      let speed = time > 2 ? amplitude * Double.pi * frequency * Double.sin(phase) : 0
      let earthFromSensor = Quaternion(axis: Vector3.unitX, angle: 1) * Quaternion(axis: axis, angle: angle)
      rates.append(axis * speed + random.normalVector() * noise)
      let up = earthFromSensor.rotateBack(.unitZ)
      forces.append(up * .standardGravity + random.normalVector() * (3 * noise))
      fields.append(earthFromSensor.rotateBack(Vector3(0, 18, -44)) + random.normalVector() * 0.3)
    }
    return SensorRecording(
      id: id, placement: placement.map { SensorPlacement(segment: $0, side: .left, because: "test") },
      clock: clock, gyroscope: VectorColumn(values: rates, unit: .radianPerSecond),
      accelerometer: VectorColumn(values: forces, unit: .metrePerSecondSquared),
      magnetometer: VectorColumn(values: fields, unit: .microtesla))
  }
}

extension SensorRecording {
  /// The rows for which `keeps` is true; the stamps of the others are missing with them.
  func keeping(_ keeps: (Int) -> Bool) -> SensorRecording {
    let kept = (0..<rows).filter(keeps)
    var result = self
    result.gyroscope.values = kept.map { gyroscope.values[$0] }
    result.accelerometer.values = kept.map { accelerometer.values[$0] }
    result.magnetometer?.values = kept.map { magnetometer!.values[$0] }
    if case .stamps(let stamps, let zero) = clock {
      result.clock = .stamps(kept.map { stamps[$0] }, zero: zero)
    }
    return result
  }

  var stamps: [Int64] {
    get {
      if case .stamps(let stamps, _) = clock { return stamps }
      return []
    }
    set { clock = .stamps(newValue, zero: .file) }
  }

  func conditioned(
    rate: Double? = nil, parameters: ConditioningParameters = .init()
  ) throws(ConditioningError) -> ConditionedRecording {
    try SampleConditioner.condition(
      RawRecording(sensors: [self], format: "test"), rate: rate, parameters: parameters)
  }
}

extension ConditionedRecording {
  func has(_ code: QualityFlag.Code) -> Bool { flags.contains { $0.code == code } }
  func flags(_ code: QualityFlag.Code) -> [QualityFlag] { flags.filter { $0.code == code } }
  func finding(_ code: ImportFinding.Code) -> ImportFinding? { findings.first { $0.code == code } }
}

extension ConditionedSensor {
  /// Rows that a file of results would have.
  var outputRows: Int { quality.count { !$0.contains(.filled) } }

  /// Arrays equally long, time strictly increasing, nothing that is not finite except where quality says so.
  var isSound: Bool {
    let lengths = [gyroscope.count, accelerometer.count, quality.count, magnetometer?.count ?? time.count]
    guard lengths.allSatisfy({ $0 == time.count }), period.isFinite, period > 0 else { return false }
    for row in time.indices {
      guard time[row].isFinite, row == 0 || time[row] > time[row - 1] else { return false }
      guard gyroscope[row].isFinite else { return false }
      let force = accelerometer[row]
      guard quality[row].contains(.accelerometerMissing) ? force.isEmpty : force.isFinite else {
        return false
      }
      if let field = magnetometer?[row] {
        guard quality[row].contains(.magnetometerMissing) ? field.isEmpty : field.isFinite else {
          return false
        }
      }
      guard step(before: row).isFinite, step(before: row) > 0 else { return false }
    }
    return true
  }
}
