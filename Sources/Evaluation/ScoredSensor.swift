import Inertial
import Orientation

/// One sensor of one recording with its reference: its samples as recorded, and how an estimate of its orientation is
/// scored.
public struct ScoredSensor: Sendable {
  /// Name of the recording.
  public let recording: String
  public let id: String
  public let timing: FilterTiming?
  let groups: [String]
  let plain: FilterSamples
  private let reference: [Quaternion]
  private let counts: [Bool]

  public var hasField: Bool { plain.columns.magnetometer != nil }

  init(_ input: FilterBenchInput, _ sensor: SensorRecording, _ reference: [Quaternion]) {
    recording = input.name
    id = sensor.id
    timing = input.timing
    groups = input.groups
    self.reference = reference
    let valid = input.recording.reference?.valid ?? []
    counts = valid.count == sensor.rows ? valid : Array(repeating: true, count: sensor.rows)
    plain = FilterSamples(asTheyAre: sensor)
  }

  /// The samples as a peer takes them: nine values a sample in SI and µT, and their period [s].
  ///
  /// What is absent is nan.
  public var samples: (values: [Double], period: Double) {
    let columns = plain.columns
    let values = (0..<columns.rows).flatMap { row in
      [columns.gyroscope[row], columns.accelerometer[row], columns.magnetometer?[row] ?? .missing].flatMap {
        [$0.x, $0.y, $0.z]
      }
    }
    return (values, columns.period)
  }

  /// Scores what a peer made of it, by the protocol of our methods; nothing for a field that is not there.
  ///
  /// - Parameter estimate: an orientation for every sample as recorded, with or without the magnetometer's latency
  ///   made up for; nil where the peer gave none.
  public func rows(
    peer: String, usesField: Bool, estimate: (_ isLatencyMadeUp: Bool) -> [Quaternion]?
  ) -> [FilterBenchRow] {
    guard hasField || !usesField else { return [] }
    return rows(.peer(peer, usesField: usesField)) { (isLate) throws(FilterBenchFailure) in
      guard let series = estimate(isLate) else { throw .noResult }
      return series
    }
  }

  /// Every timing of a method that gives an orientation for every sample as recorded.
  private func rows(
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

  var timings: [TimingRow] { timing == nil ? [.none] : TimingRow.allCases }

  func row(
    _ contender: FilterContender, _ timing: TimingRow,
    _ estimate: (_ isLatencyMadeUp: Bool) throws(FilterBenchFailure) -> (OrientationSeries, FilterSamples)
  ) -> FilterBenchRow {
    var row = FilterBenchRow(
      recording: recording, sensor: id, method: contender, timing: timing, groups: groups)
    do throws(FilterBenchFailure) {
      var (series, samples) = try estimate(timing != .none)
      if timing == .fieldAndReference, let lead = self.timing?.referenceLead {
        series.advance(by: lead, samples.rates)
      }
      row.score = try score(series, samples, hasHeading: contender.usesField)
    } catch { row.failure = error }
    return row
  }

  private func score(
    _ series: OrientationSeries, _ samples: FilterSamples, hasHeading: Bool
  ) throws(FilterBenchFailure) -> OrientationScore {
    guard reference.count == plain.count else {
      throw .referenceRows(reference.count, sensorRows: plain.count)
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
