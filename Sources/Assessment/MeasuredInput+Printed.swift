import Care
import Goniometry
import Inertial
import JSONText
import KneeJoint

extension MeasuredInput {
  /// One member of `recordings` in the JSON of `process`.
  public var json: JSONValue {
    let measurements = measured.measurements.indices.map { index in
      json(measured.measurements[index], kept.indices.contains(index) ? kept[index] : nil)
    }
    return .object([
      "recording": .string(name), "ok": .bool(true), "sha256": .string(sha256),
      "start": .optional(measured.startTime.map { Instant(milliseconds: $0 / 1_000_000).rfc3339 }),
      "measurements": .array(measurements),
      "comparison": measured.legComparison?.json ?? .null,
      "import": ImportReport(file: name, findings: measured.findings).json,
    ])
  }

  private func json(_ knee: KneeMeasurement, _ kept: AttachMeasurement.Kept?) -> JSONValue {
    var object: JSONObject = [
      "side": .string(knee.side.rawValue), "definition": .string(knee.definition.rawValue),
      "zero": .string(knee.zero.rawValue), "sensors": .array(knee.sensors.map { .string($0) }),
      "calibration": .optional(knee.calibration?.label), "numbers": .object(knee.numbersJSON),
      "repetitions": .array(knee.repetitions.map { $0.json(hasZero: knee.hasZero) }),
      "summary": RepetitionSummary(knee.repetitions)?.json ?? .null,
      "flags": .array((knee.flags + (kept?.flags ?? [])).map(\.json)),
      "typical_error_deg": .optional(KneeMeasurement.typicalError.radiansToDegrees, decimals: 2),
      "sem_deg": .optional(knee.errorBand?.standardError.radiansToDegrees, decimals: 2),
      "sdc_deg": .optional(knee.errorBand?.smallestChange.radiansToDegrees, decimals: 2),
      "orientation": .string(knee.device?.rawValue ?? "unavailable"),
      "shin_range": .optional(knee.shin?.range.radiansToDegrees, decimals: 2),
      "researchkit": knee.researchKit?.json ?? .null,
      "supine": knee.supine?.supineJSON ?? .null,
      "delay_ms": .optional(knee.delayMilliseconds, decimals: 1),
      "attached": kept?.attachedJSON ?? .null,
    ]
    if let kept {
      object["measurement"] = .integer(kept.measurement.number)
      object["unattached"] = kept.unattachedJSON
    }
    return .object(object)
  }
}

extension KneeMeasurement {
  /// Neutral-zero notation in words; nil without a calibrated zero.
  public var neutralZeroSentence: String? {
    guard let neutralZero else { return nil }
    func degrees(_ value: Double) -> String { JSONValue.fixed(value, decimals: 1).compactText }
    let known = numbers
    let beyond = known.hyperextension.map { ", \(degrees($0)) degrees beyond straight" }
    let missing = known.extensionDeficit.map { ", extension deficit \(degrees($0)) degrees" }
    return "extension-zero-flexion \(neutralZero)\(missing ?? beyond ?? "")"
  }

  /// The numbers, and of a joint angle what only an absolute zero allows to say.
  fileprivate var numbersJSON: JSONObject {
    var object = numbers.json
    guard definition == .jointAngle else { return object }
    let known = neutralZero == nil ? nil : numbers
    object["neutralZero"] = .optional(neutralZero?.description)
    object["extensionDeficit"] = .optional(known?.extensionDeficit, decimals: 2)
    object["hyperextension"] = .optional(known?.hyperextension, decimals: 2)
    return object
  }
}

extension RangeOfMotionResult {
  /// The numbers under the names of their definition, degrees.
  var json: JSONObject {
    var object = JSONObject()
    for number in Number.allCases {
      object[number.kind(in: definition)] = .optional(self[number], decimals: 2)
    }
    return object
  }
}

extension KneeMeasurement {
  /// The measurement error in words, for tables and reports.
  public static var typicalErrorSentence: String {
    let degrees = JSONValue.fixed(typicalError.radiansToDegrees, decimals: 1).compactText
    return
      "Measurement error: \(degrees) degrees RMS on a hinge with optical reference; skin and muscle add to it."
  }
}

extension KneeMeasurement {
  /// Delay of the shank against the thigh, the largest of the recording; nil where it cannot be seen.
  fileprivate var delayMilliseconds: Double? {
    guard let delay, delay.isKnown, let first = time.first, let last = time.last else { return nil }
    return 1000 * delay.largest(in: first...last)
  }
}
