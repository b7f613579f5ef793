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
      "import": ImportReport(file: name, findings: measured.findings).json,
    ])
  }

  private func json(_ knee: KneeMeasurement, _ kept: AttachMeasurement.Kept?) -> JSONValue {
    var object: JSONObject = [
      "side": .string(knee.side.rawValue), "definition": .string(knee.definition.rawValue),
      "zero": .string(knee.zero.rawValue), "sensors": .array(knee.sensors.map { .string($0) }),
      "numbers": .object(knee.numbers.json),
      "repetitions": .array(knee.repetitions.map(\.json)), "summary": knee.summaryJSON,
      "flags": .array(knee.flags.map(\.json)),
      "typical_error_deg": .optional(KneeMeasurement.typicalError.radiansToDegrees, decimals: 2),
      // A delay between the sensors is not looked for yet: unknown, not zero.
      "delay_ms": .null,
      "attached": kept?.attachedJSON ?? .null,
    ]
    if let kept {
      object["measurement"] = .integer(kept.measurement.number)
      object["unattached"] = kept.unattachedJSON
    }
    return .object(object)
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

extension Repetition {
  fileprivate var json: JSONValue {
    func degrees(_ angle: Double) -> JSONValue { .optional(angle.radiansToDegrees, decimals: 2) }
    return .object([
      "from_s": .optional(time.lowerBound, decimals: 6), "to_s": .optional(time.upperBound, decimals: 6),
      "minimum": degrees(mostExtended), "maximum": degrees(mostFlexed), "range": degrees(range),
      "peak_flexion_deg_s": degrees(peakFlexionSpeed), "peak_extension_deg_s": degrees(peakExtensionSpeed),
      "hold_s": .optional(holdTime, decimals: 6), "counted": .bool(isCounted),
    ])
  }
}

extension KneeMeasurement {
  /// Over the counted repetitions, degrees; null when none counts.
  fileprivate var summaryJSON: JSONValue {
    guard let summary = RepetitionSummary(repetitions) else { return .null }
    func degrees(_ angle: Double?) -> JSONValue { .optional(angle?.radiansToDegrees, decimals: 2) }
    return .object([
      "count": .integer(summary.count), "mean": degrees(summary.mean),
      "sd": degrees(summary.standardDeviation),
      "best": degrees(summary.best), "worst": degrees(summary.worst), "trend": degrees(summary.trend),
    ])
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
