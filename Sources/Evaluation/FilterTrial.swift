import Inertial
import Orientation
import SampleConditioning

/// One sensor of one recording on the bench, for our methods.
struct FilterTrial {
  let scored: ScoredSensor
  private let conditioned: Result<FilterSamples, ConditioningError>

  init(_ scored: ScoredSensor, _ sensor: SensorRecording, format: String) {
    self.scored = scored
    let recording = RawRecording(sensors: [sensor], format: format)
    conditioned = Result { () throws(ConditioningError) in
      FilterSamples(try SampleConditioner.condition(recording, rate: nil).sensors[0])
    }
  }

  /// Every timing of one method. What the timing cannot change is not run again.
  func rows(_ method: FilterMethod, cost: FilterCost?) -> [FilterBenchRow] {
    var known: [Bool: OrientationSeries] = [:]
    var rows = scored.timings.map { timing in
      scored.row(.own(method), timing) { (isLate) throws(FilterBenchFailure) in
        let samples = try samples(method)
        let makesUp = isLate && method.feelsFieldLatency
        let latency = makesUp ? scored.timing?.fieldLatency ?? 0 : 0
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
    do throws(ConditioningError) {
      let repaired = try conditioned.get()
      return method.filter == .vqf ? scored.plain : repaired
    } catch {
      // A step that is no time cannot be run either; of all else the plain kernel shows what it makes.
      if method.filter == .vqf, !error.isOfRate { return scored.plain }
      throw .conditioning(error)
    }
  }
}

extension ConditioningError {
  fileprivate var isOfRate: Bool { if case .invalidRate = self { true } else { false } }
}
