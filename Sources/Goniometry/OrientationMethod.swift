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
    name.parameters == nil && name.isStreaming ? .online(name) : .offline(name)
  }

  /// One orientation a row of the sensor, filled rows included.
  ///
  /// - Parameter fieldLatency: how much later than the gyroscope the magnetometer is stamped [s].
  func series(
    _ sensor: ConditionedSensor, usesField: Bool, fieldLatency: Double = 0
  ) -> OrientationSeries {
    series(sensor.columns(usesField: usesField), fieldLatency: fieldLatency)
  }

  /// One orientation a row, of columns.
  public func series(_ columns: SampleColumns, fieldLatency: Double = 0) -> OrientationSeries {
    switch self {
    case .online(.smoother), .offline(.smoother):
      columns.evened.freedOfLargeBias {
        FixedIntervalSmoother.estimate($0, parameters: .init(fieldLatency: fieldLatency))
      }
    case .online(let name):
      Self.run(name.make(period: columns.period, fieldLatency: fieldLatency), columns)
    case .offline(let name): columns.evened.freedOfLargeBias { Self.bothWays($0, name, fieldLatency) }
    }
  }

  private static func run(_ initial: some OrientationFilter, _ columns: SampleColumns) -> OrientationSeries {
    var filter = initial
    return filter.series(over: columns)
  }

  private static func bothWays(
    _ columns: SampleColumns, _ name: FilterName, _ fieldLatency: Double
  ) -> OrientationSeries {
    var parameters = name.parameters ?? .online
    parameters.fieldLatency = fieldLatency
    return OfflineFilter.estimate(columns, parameters: parameters)
  }
}

extension SampleColumns {
  fileprivate func freedOfLargeBias(_ estimate: (SampleColumns) -> OrientationSeries) -> OrientationSeries {
    guard largeBias != .zero else { return estimate(self) }
    var freed = self
    for row in freed.gyroscope.indices { freed.gyroscope[row] -= largeBias }
    freed.largeBias = .zero
    var series = estimate(freed)
    for row in series.bias.indices { series.bias[row] += largeBias }
    return series
  }
}
