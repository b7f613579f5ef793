import Inertial
import Orientation

/// What is timed: the filter loop alone, inputs in memory, output allocated beforehand.
///
/// The caller owns the clock: `run` once to warm up, then again between two readings.
public struct SpeedBench: Sendable {
  /// One filter with or without the magnetometer, under the name by which its speed is compared.
  public struct Mode: Hashable, Sendable {
    public var filter: FilterName
    public var usesField: Bool

    /// `6D` and `9D` are the filter of measurements; the others bear their names in front.
    public var name: String {
      (filter == .online ? "" : filter.rawValue) + (usesField ? "9D" : "6D")
    }

    public static let all: [Mode] =
      ([.online] + FilterName.streaming.filter { $0 != .online }).flatMap {
        [Mode(filter: $0, usesField: false), Mode(filter: $0, usesField: true)]
      }
  }

  private let samples: [InertialSample]
  private let samplesWithoutField: [InertialSample]
  private let period: Double
  /// Orientation of every row after the last `run`.
  public private(set) var orientation: [Quaternion]

  public var rows: Int { samples.count }

  /// Takes rows of ten values: time [s], gyroscope [rad/s], accelerometer [m/s²], magnetometer [µT].
  ///
  /// nil when there are not at least two whole rows with an increasing time.
  public init?(tenColumns values: [Double]) {
    let rows = values.count / 10
    guard rows >= 2, values.count == rows * 10 else { return nil }
    let period = (values[(rows - 1) * 10] - values[0]) / Double(rows - 1)
    guard period > 0, period < .infinity else { return nil }
    self.period = period
    func vector(_ row: Int, _ first: Int) -> Vector3 {
      let at = row * 10 + first
      return Vector3(values[at], values[at + 1], values[at + 2])
    }
    samples = (0..<rows).map {
      InertialSample(
        gyroscope: vector($0, 1), accelerometer: vector($0, 4), magnetometer: vector($0, 7))
    }
    samplesWithoutField = samples.map {
      InertialSample(gyroscope: $0.gyroscope, accelerometer: $0.accelerometer)
    }
    orientation = Array(repeating: .identity, count: rows)
  }

  /// One pass of a new filter over all rows.
  public mutating func run(_ mode: Mode) {
    let samples = mode.usesField ? samples : samplesWithoutField
    // By its type: behind the protocol a filter could not be called directly.
    switch mode.filter {
    case .gyro: pass(GyroscopeIntegration(period: period), samples)
    case .complementary: pass(ComplementaryFilter(period: period), samples)
    case .mahony: pass(MahonyFilter(period: period), samples)
    case .madgwick: pass(MadgwickFilter(period: period), samples)
    case .ekf: pass(ErrorStateFilter(period: period), samples)
    case .vqf: pass(OnlineFilter(parameters: .published, period: period), samples)
    case .online: pass(OnlineFilter(parameters: .online, period: period), samples)
    case .smoother: preconditionFailure("the smoother takes no single samples")
    }
  }

  private mutating func pass(_ initial: some OrientationFilter, _ samples: [InertialSample]) {
    var filter = initial
    let period = period
    orientation.withUnsafeMutableBufferPointer { output in
      samples.withUnsafeBufferPointer { input in
        for row in input.indices {
          filter.update(input[row], period: period)
          output[row] = filter.earthFromSensor
        }
      }
    }
  }
}
