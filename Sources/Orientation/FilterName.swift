/// The filters by the names of the command line.
public enum FilterName: String, CaseIterable, Sendable {
  /// Gyroscope alone: bias from the rest at the start, start from gravity and field.
  case gyro
  /// The online filter with the published parameters.
  case vqf
  /// The online filter with our own parameters: the default for measurements.
  case online

  /// A new filter for samples about `period` seconds apart.
  public func make(period: Double) -> any OrientationFilter {
    switch self {
    case .gyro: GyroscopeIntegration(period: period)
    case .vqf: OnlineFilter(parameters: .published, period: period)
    case .online: OnlineFilter(parameters: .online, period: period)
    }
  }

  /// Parameters of the online filter under this name; nil for another filter.
  public var parameters: OnlineFilter.Parameters? {
    switch self {
    case .gyro: nil
    case .vqf: .published
    case .online: .online
    }
  }
}
