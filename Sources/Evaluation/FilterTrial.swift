import Goniometry
import Inertial
import Orientation
import SampleConditioning

/// One sensor of one recording on the bench.
struct FilterTrial {
  private let input: FilterBenchInput
  private let sensor: SensorRecording
  private let reference: [Quaternion]
  private let counts: [Bool]

  init(_ input: FilterBenchInput, _ sensor: SensorRecording, _ reference: [Quaternion]) {
    self.input = input
    self.sensor = sensor
    self.reference = reference
    let valid = input.recording.reference?.valid ?? []
    counts = valid.count == sensor.rows ? valid : Array(repeating: true, count: sensor.rows)
  }

  func rows(_ method: FilterMethod, measure: ((() -> Void) -> Double)?) -> [FilterBenchRow] {
    let timings = input.timing == nil ? [TimingRow.none] : method.timingRows
    return timings.map { timing in
      var row = FilterBenchRow(
        recording: input.name, sensor: sensor.id, method: method, timing: timing, groups: input.groups)
      do throws(FilterBenchFailure) { try fill(&row, measure) } catch { row.failure = error }
      return row
    }
  }

  private func fill(
    _ row: inout FilterBenchRow, _ measure: ((() -> Void) -> Double)?
  ) throws(FilterBenchFailure) {
    let samples = try samples(row.method)
    guard reference.count == sensor.rows else {
      throw .referenceRows(reference.count, sensorRows: sensor.rows)
    }
    let latency = row.timing == .none ? 0 : input.timing?.fieldLatency ?? 0
    let run = FilterRun(method: row.method, fieldLatency: latency)
    var series = OrientationSeries()
    if let measure {
      let seconds = measure { series = run.series(samples) }
      row.nanosecondsPerSample = seconds / Double(max(1, samples.count)) * 1e9
    } else {
      series = run.series(samples)
    }
    if row.timing == .fieldAndReference, let lead = input.timing?.referenceLead {
      series.advance(by: lead, samples.rates)
    }
    row.score = try score(series, samples, hasHeading: row.method.usesField)
  }

  private func score(
    _ series: OrientationSeries, _ samples: FilterSamples, hasHeading: Bool
  ) throws(FilterBenchFailure) -> OrientationScore {
    let rows = samples.sourceRows
    let kept = rows.indices.filter { rows[$0] >= 0 }
    do throws(OrientationScoreError) {
      return try OrientationProtocol.score(
        kept.map { series.earthFromSensor[$0] }, reference: kept.map { reference[rows[$0]] },
        counts: kept.map { counts[rows[$0]] }, hasHeading: hasHeading)
    } catch { throw .scoring(error) }
  }

  private func samples(_ method: FilterMethod) throws(FilterBenchFailure) -> FilterSamples {
    if method.filter == .vqf { return FilterSamples(asTheyAre: sensor) }
    let recording = RawRecording(sensors: [sensor], format: input.recording.format)
    do throws(ConditioningError) {
      return FilterSamples(try SampleConditioner.condition(recording, rate: nil).sensors[0])
    } catch { throw .conditioning(error) }
  }
}

extension OrientationSeries {
  /// Orientation `lead` seconds later, at the rate of the sample: q Exp((w - b) lead).
  fileprivate mutating func advance(by lead: Double, _ rates: [Vector3]) {
    for row in earthFromSensor.indices where rates[row].isFinite {
      let turn = Quaternion(rotationVector: (rates[row] - bias[row]) * lead)
      earthFromSensor[row] = (earthFromSensor[row] * turn).normalized
    }
  }
}

/// One filter over one row of samples.
struct FilterRun {
  var method: FilterMethod
  var fieldLatency: Double

  func series(_ input: FilterSamples) -> OrientationSeries {
    var columns = input.columns
    if !method.usesField { columns.magnetometer = nil }
    let way: OrientationMethod = method.isOffline ? .offline(method.filter) : .online(method.filter)
    return way.series(columns, fieldLatency: fieldLatency)
  }
}
