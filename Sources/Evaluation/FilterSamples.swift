import Goniometry
import Inertial
import Orientation
import SampleConditioning

/// Samples as a filter takes them, with the row of the recording that each came from (-1: none).
struct FilterSamples: Sendable {
  var columns: SampleColumns
  var sourceRows: [Int]

  var count: Int { columns.rows }
  var rates: [Vector3] { columns.gyroscope }

  init(_ sensor: ConditionedSensor) {
    columns = sensor.columns(usesField: true)
    sourceRows = sensor.sourceRows?.map(Int.init) ?? Array(0..<sensor.rows)
  }

  /// Nothing repaired; units as claimed, SI where none is.
  init(asTheyAre sensor: SensorRecording) {
    let rates = sensor.gyroscope.inSI
    let (steps, period) = sensor.clock.steps(rows: rates.count)
    columns = SampleColumns(
      gyroscope: rates, accelerometer: sensor.accelerometer.inSI, magnetometer: sensor.magnetometer?.inSI,
      period: period, steps: steps)
    sourceRows = Array(rates.indices)
  }
}

extension VectorColumn {
  fileprivate var inSI: [Vector3] {
    let scale = unit?.scaleToSI ?? 1
    return scale == 1 ? values : values.map { $0 * scale }
  }
}

extension SampleClock {
  /// Time before each row and the usual one [s]; 100 Hz where nothing says.
  fileprivate func steps(rows: Int) -> (steps: [Double], period: Double) {
    switch self {
    case .rows(let rate):
      let period = 1 / (rate ?? 100)
      return (Array(repeating: period, count: rows), period)
    case .stamps(let stamps, _):
      let differences = zip(stamps, stamps.dropFirst()).map(Self.seconds)
      let known = differences.filter { $0 > 0 }.sorted()
      let period = known.isEmpty ? 0.01 : known[known.count / 2]
      let steps = differences.map { $0 >= 0 ? $0 : period }
      return (Array(([period] + steps).prefix(rows)), period)
    }
  }

  /// nan where a stamp is missing.
  private static func seconds(from before: Int64, to after: Int64) -> Double {
    if before == .min || after == .min { return .nan }
    let (difference, overflow) = after.subtractingReportingOverflow(before)
    return overflow ? .nan : Double(difference) * 1e-9
  }
}
