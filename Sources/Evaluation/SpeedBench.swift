import Inertial
import Orientation

/// What is timed: a filter over samples in memory, with an orientation a sample as its output.
///
/// The caller owns the clock: `run` once to warm up, then again between two readings.
public struct SpeedBench: Sendable {
  /// One filter under the name by which its speed is compared.
  public struct Mode: Hashable, Sendable {
    public var name: String
    public var method: FilterMethod

    /// Our filter first: plain `6D` and `9D`. `offline6D` is the published offline form, `madgwick9D` and so on the rest.
    public static let all: [Mode] = FilterMethod.all.map { Mode(name: name($0), method: $0) }.sorted { a, b in
      let isFirst = a.method.filter == .online, isSecond = b.method.filter == .online
      return isFirst != isSecond ? isFirst : false
    }

    private static func name(_ method: FilterMethod) -> String {
      let axes = method.usesField ? "9D" : "6D"
      if method.isOffline { return "offline" + axes }
      return method.filter == .online ? axes : method.filter.rawValue + axes
    }
  }

  private let nineAxes: SampleColumns
  private let sixAxes: SampleColumns
  /// Orientation of every row after the last `run`.
  public private(set) var orientation: [Quaternion] = []

  public var rows: Int { nineAxes.rows }

  /// Takes rows of ten values: time [s], gyroscope [rad/s], accelerometer [m/s²], magnetometer [µT].
  ///
  /// nil when there are not at least two whole rows with an increasing time.
  public init?(tenColumns values: [Double]) {
    let rows = values.count / 10
    guard rows >= 2, values.count == rows * 10 else { return nil }
    let period = (values[(rows - 1) * 10] - values[0]) / Double(rows - 1)
    guard period > 0, period < .infinity else { return nil }
    func column(_ first: Int) -> [Vector3] {
      (0..<rows).map { row in
        let at = row * 10 + first
        return Vector3(values[at], values[at + 1], values[at + 2])
      }
    }
    nineAxes = SampleColumns(
      gyroscope: column(1), accelerometer: column(4), magnetometer: column(7), period: period)
    sixAxes = nineAxes.withoutField
    orientation.reserveCapacity(rows)
  }

  /// One pass of a new filter over all rows.
  public mutating func run(_ method: FilterMethod) {
    FilterRun(method: method).run(method.usesField ? nineAxes : sixAxes, into: &orientation)
  }
}
