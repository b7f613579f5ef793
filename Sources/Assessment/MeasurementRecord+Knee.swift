import Care
import Goniometry
import Inertial
import JSONText
import KneeJoint

// The one place where the instrument's radians become the degrees of a record.

extension MeasuredInput {
  /// Measurements as the store keeps them.
  func records(of participant: ParticipantID, by goniometer: Goniometer) -> [MeasurementRecord] {
    let report = ImportReport(file: name, findings: measured.findings).json.compactText
    return measured.measurements.map { knee in
      MeasurementRecord(
        participant: participant, sha256: sha256, method: goniometer.recordedMethod(of: knee),
        side: MeasuredSide(rawValue: knee.side.rawValue) ?? .unspecified,
        recordedAt: measured.startTime.map { Instant(milliseconds: $0 / 1_000_000) },
        numbers: knee.numbers, repetitions: knee.repetitions.map(MeasurementRecord.Repetition.init),
        flags: knee.flags.map(MeasurementRecord.Flag.init), importReport: report, source: source,
        sampleCount: knee.time.count, rate: knee.rate, zero: knee.zero.rawValue,
        neutralZero: knee.neutralZero)
    }
  }
}

extension KneeMeasurement {
  /// Range and its ends in degrees; without a zero only the range, without a number only the definition.
  public var numbers: RangeOfMotionResult {
    let definition = KneeDefinition(rawValue: definition.rawValue) ?? .jointAngle
    guard let range else { return RangeOfMotionResult(definition: definition) }
    guard hasZero else {
      return RangeOfMotionResult(definition: definition, range: range.range.radiansToDegrees)
    }
    return RangeOfMotionResult(
      definition: definition, start: range.start.radiansToDegrees, finish: range.finish.radiansToDegrees,
      minimum: range.minimum.radiansToDegrees, maximum: range.maximum.radiansToDegrees,
      range: range.range.radiansToDegrees)
  }

  /// Extension and flexion in neutral-zero notation; nil for one sensor and without a calibrated zero.
  public var neutralZero: NeutralZero? {
    definition == .jointAngle && zero.isAbsolute ? numbers.neutralZero : nil
  }

  /// Rows a second of the output clock; nil for less than two rows.
  public var rate: Double? {
    guard let first = time.first, let last = time.last, last > first else { return nil }
    return Double(time.count - 1) / (last - first)
  }
}

extension MeasurementRecord.Repetition {
  init(_ repetition: Repetition) {
    self.init(
      from: repetition.time.lowerBound, to: repetition.time.upperBound,
      minimum: repetition.mostExtended.radiansToDegrees, maximum: repetition.mostFlexed.radiansToDegrees,
      range: repetition.range.radiansToDegrees)
  }
}

extension MeasurementRecord.Flag {
  init(_ flag: QualityFlag) {
    self.init(
      code: flag.code.rawValue, effect: Effect(rawValue: flag.effect.rawValue) ?? .warn,
      from: flag.span?.lowerBound, to: flag.span?.upperBound, value: flag.printedValue, text: flag.sentence)
  }
}
