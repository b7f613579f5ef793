import Inertial
import Orientation

/// What is timed: the filter loop alone, inputs in memory, output allocated beforehand.
///
/// The caller owns the clock: `run` once to warm up, then again between two readings.
public struct SpeedBench: Sendable {
  /// The names under which the speed of a filter is compared.
  public enum Mode: String, CaseIterable, Sendable {
    case sixAxis = "6D"
    case nineAxis = "9D"
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

  /// One pass of a new filter with our own parameters over all rows.
  public mutating func run(_ mode: Mode) {
    pass(mode == .nineAxis ? samples : samplesWithoutField)
  }

  private mutating func pass(_ samples: [InertialSample]) {
    var filter = OnlineFilter(parameters: .online, period: period)
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
