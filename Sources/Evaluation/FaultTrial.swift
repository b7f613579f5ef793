import Goniometry
import Inertial
import Orientation
import SampleConditioning

/// One recording with one fault, by one way from samples to orientation.
public struct FaultOutcome: Sendable {
  public var recording: String
  public var fault: FilterFault
  public var method: FilterMethod
  /// nil when the row was refused or failed.
  public var score: OrientationScore?
  /// The recording was refused, as some faults demand.
  public var refusal: ConditioningError?
  public var failure: FilterBenchFailure?
  /// Flags that were raised.
  public var flags: Set<QualityFlag.Code> = []
  /// Of the rows at a rail, those that were marked; nil without such a fault.
  public var marked: (rows: Int, of: Int)?
  public var fieldCalibration: FieldCalibration?

  /// Whether every row at a rail is marked. One alone looks like any peak: it takes two equal ones to know a rail.
  public var isMarked: Bool { marked.map { $0.of < 2 || $0.rows == $0.of } ?? true }

  /// Whether what had to be said was said.
  public var isTold: Bool {
    if let marked, marked.of < 2 { return true }
    return fault.flags.isEmpty || !fault.flags.isDisjoint(with: flags)
  }
}

/// Every fault on one sensor of one recording.
struct FaultTrial {
  let input: FilterBenchInput
  let sensor: SensorRecording
  let reference: [Quaternion]
  let counts: [Bool]

  /// nil for a sensor without a reference.
  init?(_ input: FilterBenchInput, _ sensor: SensorRecording) {
    guard let columns = input.recording.reference, let reference = columns.orientation[sensor.id],
      reference.count == sensor.rows, columns.valid.count == sensor.rows
    else { return nil }
    self.input = input
    self.sensor = sensor.stamped
    self.reference = reference
    counts = columns.valid
  }

  var hasField: Bool { sensor.magnetometer != nil }

  /// Conditions once and runs every method, without the field where there is none.
  func outcomes(_ fault: FilterFault, _ wanted: [FilterMethod]) -> [FaultOutcome] {
    var known: Set<FilterMethod> = []
    let methods = wanted.map {
      FilterMethod($0.filter, usesField: $0.usesField && hasField, isOffline: $0.isOffline)
    }.filter { known.insert($0).inserted }
    let faulty = FaultySensor(sensor, isMoving: counts, fault.change)
    var blank = FaultOutcome(recording: input.name, fault: fault, method: methods[0])
    var samples: FilterSamples?
    do throws(ConditioningError) {
      samples = try conditioned(faulty, fault, &blank)
    } catch {
      if fault.online == .refused { blank.refusal = error } else { blank.failure = .conditioning(error) }
    }
    return methods.map { method in
      var outcome = blank
      outcome.method = method
      guard let samples else { return outcome }
      do throws(OrientationScoreError) {
        outcome.score = try score(method, samples, faulty)
      } catch { outcome.failure = .scoring(error) }
      return outcome
    }
  }

  private func conditioned(
    _ faulty: FaultySensor, _ fault: FilterFault, _ outcome: inout FaultOutcome
  ) throws(ConditioningError) -> FilterSamples {
    var parameters = ConditioningParameters()
    if fault.change == .forceFlipped { parameters.hemisphere = .northern }
    if case .fieldOffset = fault.change { parameters.calibratesField = true }
    let recording = RawRecording(sensors: [faulty.sensor], format: input.recording.format)
    let result = try SampleConditioner.condition(recording, rate: faulty.statedRate, parameters: parameters)
    let sensor = result.sensors[0]
    outcome.flags = Set(result.flags.map(\.code))
    outcome.fieldCalibration = sensor.report.fieldCalibration
    let samples = FilterSamples(sensor)
    if fault.change.hasRail {
      // A row at the rail that is left out for another reason does no harm either.
      let told: SampleQuality = [
        .gyroscopeClipped, .accelerometerClipped, .gyroscopeHeld, .accelerometerMissing,
      ]
      let clipped = sensor.quality.indices.filter { !sensor.quality[$0].isDisjoint(with: told) }
      let marked = Set(clipped.map { samples.sourceRows[$0] })
      outcome.marked = (faulty.clippedRows.count { marked.contains($0) }, faulty.clippedRows.count)
    }
    return samples
  }

  private func score(
    _ method: FilterMethod, _ samples: FilterSamples, _ faulty: FaultySensor
  ) throws(OrientationScoreError) -> OrientationScore {
    let series = FilterRun(method: method, fieldLatency: 0).series(samples)
    let kept = samples.sourceRows.indices.filter { samples.sourceRows[$0] >= 0 }
    let rows = kept.map { faulty.referenceRows[samples.sourceRows[$0]] }
    // Filled rows are no rows of the result, but a value there that is not finite is one of the filter's.
    if let first = series.earthFromSensor.firstIndex(where: { !$0.isFinite }) {
      throw .notFinite(rows: series.earthFromSensor.count { !$0.isFinite }, first: first)
    }
    return try OrientationProtocol.score(
      kept.map { series.earthFromSensor[$0] }, reference: rows.map { reference[$0] },
      counts: rows.map { counts[$0] }, hasHeading: method.usesField)
  }
}
