import Inertial

/// Makes a recording trustworthy, once, for files and closed logs alike: units, time, values, holes.
public enum SampleConditioner {
  /// Conditions every sensor of a recording.
  ///
  /// - Parameter rate: rate [Hz] for sensors that have no time of their own; it never replaces stamps.
  /// - Throws: `ConditioningError` when a sensor has no time, no unit or no usable row.
  public static func condition(
    _ recording: RawRecording, rate: Double?, parameters: ConditioningParameters = .init()
  ) throws(ConditioningError) -> ConditionedRecording {
    if let rate, !(rate.isFinite && rate > 0) { throw .invalidRate(rate) }
    guard !recording.sensors.isEmpty else { throw .noUsableRow(sensor: nil) }
    var result = ConditionedRecording(sensors: [], flags: [], findings: recording.findings)
    for sensor in recording.sensors {
      let timeline = try Timeline(sensor: sensor, rate: rate)
      result.sensors.append(condition(sensor, timeline, parameters))
    }
    return result
  }

  private static func condition(
    _ sensor: SensorRecording, _ timeline: Timeline, _ parameters: ConditioningParameters
  ) -> ConditionedSensor {
    var screen = SampleScreen(parameters: parameters)
    var builder = SensorBuilder(sensor)
    let rateScale = sensor.gyroscope.unit?.scaleToSI ?? 1
    let forceScale = sensor.accelerometer.unit?.scaleToSI ?? 1
    let fieldScale = sensor.magnetometer?.unit?.scaleToSI ?? 1
    for entry in 0..<timeline.count {
      let row = timeline.rows.map { Int($0[entry]) } ?? entry
      let reading = SampleScreen.Reading(
        time: timeline.time(entry, zero: 0), period: timeline.period, restarts: false,
        timeInterpolated: false, gyroscope: sensor.gyroscope.values[row] * rateScale,
        accelerometer: sensor.accelerometer.values[row] * forceScale,
        magnetometer: sensor.magnetometer.map { $0.values[row] * fieldScale })
      screen.push(reading) { builder.append($0, row: row) }
    }
    return builder.finish(timeline, screen.tally)
  }
}
