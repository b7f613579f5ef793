/// The filters by the names of the command line.
public enum FilterName: String, CaseIterable, Sendable {
  /// Gyroscope alone: bias from the rest at the start, start from gravity and field.
  case gyro
  /// A share of the turn to level and north.
  case complementary
  /// Feedback of the angle, proportional and integral.
  case mahony
  /// Gradient descent.
  case madgwick
  /// Error-state Kalman filter.
  case ekf
  /// The online filter with the published parameters.
  case vqf
  /// The online filter with our own parameters: the default for measurements.
  case online
  /// Fixed-interval smoother with our own parameters; it needs the whole recording.
  case smoother

  /// The filters that take one sample at a time.
  public static let streaming = allCases.filter(\.isStreaming)

  public var isStreaming: Bool { self != .smoother }

  /// A new filter for samples about `period` seconds apart.
  ///
  /// - Precondition: it takes one sample at a time.
  /// - Parameter fieldLatency: how much later than the gyroscope the magnetometer is stamped [s].
  public func make(period: Double, fieldLatency: Double = 0) -> any OrientationFilter {
    switch self {
    case .gyro: GyroscopeIntegration(period: period)
    case .complementary: ComplementaryFilter(parameters: .init(fieldLatency: fieldLatency), period: period)
    case .mahony: MahonyFilter(parameters: .init(fieldLatency: fieldLatency), period: period)
    case .madgwick: MadgwickFilter(parameters: .init(fieldLatency: fieldLatency), period: period)
    case .ekf: ErrorStateFilter(parameters: .init(fieldLatency: fieldLatency), period: period)
    case .vqf: OnlineFilter(parameters: .published.late(fieldLatency), period: period)
    case .online: OnlineFilter(parameters: .online.late(fieldLatency), period: period)
    case .smoother: preconditionFailure("the smoother needs the whole recording")
    }
  }

  /// Parameters of the online filter under this name; nil for another filter.
  public var parameters: OnlineFilter.Parameters? {
    switch self {
    case .vqf: .published
    case .online: .online
    default: nil
    }
  }
}

extension OnlineFilter.Parameters {
  fileprivate func late(_ fieldLatency: Double) -> Self {
    var p = self
    p.fieldLatency = fieldLatency
    return p
  }
}
