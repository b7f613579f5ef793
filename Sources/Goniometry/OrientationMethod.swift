import Inertial
import Orientation
import SampleConditioning

/// How samples become orientation.
public enum OrientationMethod: Hashable, Sendable {
  /// Sample by sample, as live.
  case online(FilterName)
  /// Forward and backward over the whole recording.
  case offline(FilterName)

  /// Stable name, part of the key of a stored measurement.
  public var name: String {
    switch self {
    case .online(let filter): "online \(filter.rawValue)"
    case .offline(let filter): "offline \(filter.rawValue)"
    }
  }

  /// What suits a recording: all of it is known, so samples before and after a moment both speak for it.
  public static func recorded(_ name: FilterName) -> OrientationMethod {
    name.parameters == nil ? .online(name) : .offline(name)
  }

  /// One orientation a row of the sensor, filled rows included.
  ///
  /// - Parameter fieldLatency: how much later than the gyroscope the magnetometer is stamped [s].
  func series(
    _ sensor: ConditionedSensor, usesField: Bool, fieldLatency: Double = 0
  ) -> OrientationSeries {
    switch self {
    case .online(let name):
      return Self.run(name.make(period: sensor.period, fieldLatency: fieldLatency), sensor, usesField)
    case .offline(let name):
      var parameters = name.parameters ?? .online
      parameters.fieldLatency = fieldLatency
      return Self.bothWays(sensor, parameters, usesField: usesField)
    }
  }

  private static func run(
    _ initial: some OrientationFilter, _ sensor: ConditionedSensor, _ usesField: Bool
  ) -> OrientationSeries {
    var filter = initial
    var series = OrientationSeries()
    series.reserveCapacity(sensor.rows)
    for row in 0..<sensor.rows {
      if sensor.quality[row].contains(.restart), row > 0 { filter.restart() }
      var sample = sensor.sample(row)
      if !usesField { sample.magnetometer = nil }
      filter.update(sample, period: sensor.step(before: row))
      series.append(filter)
    }
    return series
  }

  /// Each stretch between restarts by itself.
  private static func bothWays(
    _ sensor: ConditionedSensor, _ parameters: OnlineFilter.Parameters, usesField: Bool
  ) -> OrientationSeries {
    let starts = [0] + sensor.quality.indices.dropFirst().filter { sensor.quality[$0].contains(.restart) }
    var series = OrientationSeries()
    series.reserveCapacity(sensor.rows)
    // Hours without a hole are filtered where they lie, not in a copy.
    if starts.count == 1 {
      return OfflineFilter.estimate(
        gyroscope: sensor.gyroscope, accelerometer: sensor.accelerometer,
        magnetometer: usesField ? sensor.magnetometer : nil, period: sensor.period, parameters: parameters)
    }
    for (first, end) in zip(starts, starts.dropFirst() + [sensor.rows]) where first < end {
      let part = OfflineFilter.estimate(
        gyroscope: Array(sensor.gyroscope[first..<end]),
        accelerometer: Array(sensor.accelerometer[first..<end]),
        magnetometer: usesField ? sensor.magnetometer.map { Array($0[first..<end]) } : nil,
        period: sensor.period, parameters: parameters)
      series.earthFromSensor += part.earthFromSensor
      series.bias += part.bias
      series.resting += part.resting
      series.disturbed += part.disturbed
    }
    return series
  }
}
