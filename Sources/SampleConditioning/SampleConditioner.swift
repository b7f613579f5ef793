import Inertial

/// Makes a recording trustworthy, once, for files and closed logs alike: units, time, values, holes.
public enum SampleConditioner {
  /// Conditions every sensor of a recording.
  ///
  /// A sensor without any row or without a gyroscope costs only itself, as long as another one remains.
  /// - Parameter rate: rate [Hz] for sensors that have no time of their own; it never replaces stamps.
  /// - Throws: `ConditioningError` when a sensor has no time or no unit, or when none has a usable row.
  public static func condition(
    _ recording: RawRecording, rate: Double?, parameters: ConditioningParameters = .init()
  ) throws(ConditioningError) -> ConditionedRecording {
    if let rate, !SampleClock.rates.contains(rate) { throw .invalidRate(rate) }
    var findings = recording.findings
    let prepared = try prepare(recording.sensors, rate: rate, parameters, &findings)
    let zero = stampOfZero(prepared)
    var result = ConditionedRecording(sensors: [], flags: [], findings: findings)
    for entry in prepared { result.append(entry.conditioned(zero: zero, parameters)) }
    return result
  }

  private static func prepare(
    _ sensors: [SensorRecording], rate: Double?, _ parameters: ConditioningParameters,
    _ findings: inout [ImportFinding]
  ) throws(ConditioningError) -> [PreparedSensor] {
    var prepared: [PreparedSensor] = []
    var refusal = ConditioningError.noUsableRow(sensor: nil)
    for sensor in sensors {
      do throws(ConditioningError) {
        prepared.append(try PreparedSensor(sensor, rate: rate, parameters))
      } catch {
        guard error.costsOneSensor else { throw error }
        if prepared.isEmpty && findings.allSatisfy({ $0.sensor != sensor.id }) { refusal = error }
        findings.append(ImportFinding(.missingValues, .refused, sensor: sensor.id, count: sensor.rows))
      }
    }
    if prepared.isEmpty { throw refusal }
    return prepared
  }

  /// Second 0 of all sensors is the first sample of the one whose clock the output has, so that their
  /// distance in time stays.
  private static func stampOfZero(_ prepared: [PreparedSensor]) -> Int64 {
    let stamped = prepared.filter { $0.timeline.firstStamp != nil }
    let leader = stamped.first { $0.sensor.placement?.segment == .thigh } ?? stamped.first
    return leader?.timeline.firstStamp ?? 0
  }
}

extension ConditioningError {
  /// The sensor is of no use, the others are not touched by it.
  var costsOneSensor: Bool {
    switch self {
    case .noUsableRow, .noGyroscope: true
    default: false
    }
  }
}

extension ConditionedRecording {
  mutating func append(_ result: (sensor: ConditionedSensor, doubts: SensorDoubts)) {
    sensors.append(result.sensor)
    for flag in result.doubts.flags where !flags.contains(flag) { flags.append(flag) }
    findings.append(contentsOf: result.doubts.findings)
  }
}
