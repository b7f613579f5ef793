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
        sampleCount: knee.time.count, rate: knee.rate)
    }
  }
}

extension KneeMeasurement {
  /// Extremes in degrees; without a number only the definition is named.
  public var numbers: RangeOfMotionResult {
    let definition = KneeDefinition(rawValue: definition.rawValue) ?? .jointAngle
    guard let range else { return RangeOfMotionResult(definition: definition) }
    return RangeOfMotionResult(
      definition: definition, start: range.start.radiansToDegrees, finish: range.finish.radiansToDegrees,
      minimum: range.minimum.radiansToDegrees, maximum: range.maximum.radiansToDegrees,
      range: range.range.radiansToDegrees)
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

extension Goniometer {
  /// Name, version and a hash over what decides the numbers: method, rate, and which sensor was taken for which segment.
  ///
  /// The leg has a column of its own: a log and its stream are one measurement whoever named the side.
  func recordedMethod(of knee: KneeMeasurement) -> MeasurementRecord.Method {
    let parts = Self.methodName.split(separator: "/").map(String.init)
    let rate = parameters.rate.map { JSONValue.number($0).compactText } ?? "-"
    let held = knee.device.map { ["device \($0.rawValue)"] } ?? []
    let decided = [parameters.method.name, "rate \(rate)"] + held + knee.sensors
    return MeasurementRecord.Method(
      name: parts.first ?? Self.methodName, version: parts.count > 1 ? parts[1] : "1",
      parameterHash: Self.fingerprint(decided.joined(separator: "\n")))
  }

  /// FNV-1a, 64 bits (Fowler, Noll, Vo): tells parameter sets apart, protects nothing.
  private static func fingerprint(_ text: String) -> String {
    let hash = text.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
