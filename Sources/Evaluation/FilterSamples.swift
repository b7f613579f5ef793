import Inertial
import SampleConditioning

/// Samples as a filter takes them, with the row of the recording that each came from (-1: none).
struct FilterSamples {
  var samples: [InertialSample]
  /// Time since the sample before [s].
  var steps: [Double]
  var restarts: [Bool]
  var sourceRows: [Int]
  var period: Double

  var count: Int { samples.count }
  var rates: [Vector3] { samples.map(\.gyroscope) }

  init(_ sensor: ConditionedSensor) {
    let rows = 0..<sensor.rows
    samples = rows.map { sensor.sample($0) }
    steps = rows.map { sensor.step(before: $0) }
    restarts = rows.map { $0 > 0 && sensor.quality[$0].contains(.restart) }
    sourceRows = sensor.sourceRows?.map(Int.init) ?? Array(rows)
    period = sensor.period
  }

  /// Nothing repaired; units as claimed, SI where none is.
  init(asTheyAre sensor: SensorRecording) {
    let rate = sensor.gyroscope.inSI, force = sensor.accelerometer.inSI, field = sensor.magnetometer?.inSI
    samples = rate.indices.map {
      InertialSample(gyroscope: rate[$0], accelerometer: force[$0], magnetometer: field?[$0])
    }
    (steps, period) = sensor.clock.steps(rows: rate.count)
    restarts = Array(repeating: false, count: rate.count)
    sourceRows = Array(rate.indices)
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
