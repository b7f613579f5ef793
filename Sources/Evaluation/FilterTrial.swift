import Inertial
import Orientation
import SampleConditioning

/// One sensor of one recording on the bench.
struct FilterTrial {
  let sensor: SensorRecording
  private let input: FilterBenchInput
  private let reference: [Quaternion]
  private let counts: [Bool]
  private let plain: FilterSamples
  private let conditioned: Result<FilterSamples, ConditioningError>

  var hasField: Bool { sensor.magnetometer != nil }

  init(_ input: FilterBenchInput, _ sensor: SensorRecording, _ reference: [Quaternion]) {
    self.input = input
    self.sensor = sensor
    self.reference = reference
    let valid = input.recording.reference?.valid ?? []
    counts = valid.count == sensor.rows ? valid : Array(repeating: true, count: sensor.rows)
    plain = FilterSamples(asTheyAre: sensor)
    let recording = RawRecording(sensors: [sensor], format: input.recording.format)
    conditioned = Result { () throws(ConditioningError) in
      FilterSamples(try SampleConditioner.condition(recording, rate: nil).sensors[0])
    }
  }

  // MARK: Ours

  /// Every timing of one method. What the timing cannot change is not run again.
  func rows(_ method: FilterMethod, cost: FilterCost?) -> [FilterBenchRow] {
    var known: [Bool: OrientationSeries] = [:]
    var rows = timings.map { timing in
      row(.own(method), timing) { (isLate) throws(FilterBenchFailure) in
        let samples = try samples(method)
        let makesUp = isLate && method.feelsFieldLatency
        let latency = makesUp ? input.timing?.fieldLatency ?? 0 : 0
        let series = known[makesUp] ?? FilterRun(method: method, fieldLatency: latency).series(samples)
        known[makesUp] = series
        return (series, samples)
      }
    }
    if !rows.isEmpty { rows[0].cost = cost }
    return rows
  }

  /// What the methods cost in interleaved rounds, after one to warm up.
  func costs(_ methods: [FilterMethod], _ meter: FilterMeter) -> [FilterMethod: FilterCost] {
    var times: [FilterMethod: [Double]] = [:]
    for round in 0...meter.rounds {
      for method in round.isMultiple(of: 2) ? methods : methods.reversed() {
        guard let columns = columns(method) else { continue }
        let seconds = time(method, columns, meter.seconds)
        if round > 0 { times[method, default: []].append(seconds / Double(columns.rows) * 1e9) }
      }
    }
    return times.reduce(into: [:]) { costs, entry in
      guard let time = Spread(entry.value) else { return }
      costs[entry.key] = FilterCost(time: time, allocationsPerSample: allocations(entry.key, meter))
    }
  }

  /// Runs a method once under a clock or a counter, its output in memory that is there before.
  private func time<Amount>(
    _ method: FilterMethod, _ columns: SampleColumns, _ measure: (() -> Void) -> Amount
  ) -> Amount {
    var attitudes: [Quaternion] = []
    attitudes.reserveCapacity(columns.rows)
    return measure { FilterRun(method: method).run(columns, into: &attitudes) }
  }

  private func allocations(_ method: FilterMethod, _ meter: FilterMeter) -> Double? {
    guard let whole = columns(method), whole.rows > 1 else { return nil }
    let half = whole.prefix(whole.rows / 2)
    guard let once = time(method, half, meter.allocations), let twice = time(method, whole, meter.allocations)
    else { return nil }
    return Double(twice - once) / Double(whole.rows - half.rows)
  }

  /// What the method takes; nil where the recording is refused or empty.
  private func columns(_ method: FilterMethod) -> SampleColumns? {
    guard let columns = try? samples(method).columns, columns.rows > 0 else { return nil }
    return method.usesField ? columns : columns.withoutField
  }

  private func samples(_ method: FilterMethod) throws(FilterBenchFailure) -> FilterSamples {
    if method.filter == .vqf { return plain }
    do throws(ConditioningError) { return try conditioned.get() } catch { throw .conditioning(error) }
  }

  // MARK: Anybody's

  /// Every timing of a method that gives an orientation for every sample as recorded.
  func rows(
    _ contender: FilterContender,
    estimate: (_ isLatencyMadeUp: Bool) throws(FilterBenchFailure) -> [Quaternion]
  ) -> [FilterBenchRow] {
    timings.map { timing in
      row(contender, timing) { (isLate) throws(FilterBenchFailure) in
        let orientation = try estimate(isLate && contender.usesField)
        guard orientation.count == plain.count else { throw .scoring(.unequalLength) }
        let none = Array(repeating: Vector3.zero, count: orientation.count)
        return (OrientationSeries(earthFromSensor: orientation, bias: none), plain)
      }
    }
  }

  private var timings: [TimingRow] { input.timing == nil ? [.none] : TimingRow.allCases }

  private func row(
    _ contender: FilterContender, _ timing: TimingRow,
    _ estimate: (_ isLatencyMadeUp: Bool) throws(FilterBenchFailure) -> (OrientationSeries, FilterSamples)
  ) -> FilterBenchRow {
    var row = FilterBenchRow(
      recording: input.name, sensor: sensor.id, method: contender, timing: timing, groups: input.groups)
    do throws(FilterBenchFailure) {
      var (series, samples) = try estimate(timing != .none)
      if timing == .fieldAndReference, let lead = input.timing?.referenceLead {
        series.advance(by: lead, samples.rates)
      }
      row.score = try score(series, samples, hasHeading: contender.usesField)
    } catch { row.failure = error }
    return row
  }

  private func score(
    _ series: OrientationSeries, _ samples: FilterSamples, hasHeading: Bool
  ) throws(FilterBenchFailure) -> OrientationScore {
    guard reference.count == sensor.rows else {
      throw .referenceRows(reference.count, sensorRows: sensor.rows)
    }
    // A row that only bridges a hole is scored against nothing, but it may not break either.
    let broken = series.earthFromSensor.indices.filter { !series.earthFromSensor[$0].isFinite }
    if let first = broken.first { throw .scoring(.notFinite(rows: broken.count, first: first)) }
    let rows = samples.sourceRows
    let kept = rows.indices.filter { rows[$0] >= 0 }
    do throws(OrientationScoreError) {
      return try OrientationProtocol.score(
        kept.map { series.earthFromSensor[$0] }, reference: kept.map { reference[rows[$0]] },
        counts: kept.map { counts[rows[$0]] }, hasHeading: hasHeading)
    } catch { throw .scoring(error) }
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
