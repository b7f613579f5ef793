import DecimalText
import Evaluation
import Inertial
import SampleConditioning

/// How the fault table is printed. Degrees.
enum FaultBenchReport {
  static func lines(_ lines: [FaultLine]) -> ResultTable {
    var table = ResultTable(columns: [
      .init("fault", "fault"), .init("method", "method"), .init("total_deg", "total", decimals: 2),
      .init("inclination_deg", "inclination", decimals: 3), .init("limit_deg", "at most", decimals: 2),
      .init("clean_deg", "clean", decimals: 2), .init("met", "met"), .init("told", "told"),
      .init("recordings", "of"), .init("refused", "refused"), .init("failed", "failed"),
      .init("marked", "marked"),
    ])
    table.rows = lines.map { line in
      [
        .words(line.fault.name), .words(line.method.name), .optional(line.total), .optional(line.inclination),
        .optional(line.largest), .optional(line.clean), .words(line.isMet.map { $0 ? "yes" : "NO" } ?? "-"),
        .count(line.told), .count(line.recordings), .count(line.refused), .count(line.failed),
        .words(marks(line)),
      ]
    }
    return table
  }

  /// What a line says besides: rows at a rail, fields that were calibrated.
  private static func marks(_ line: FaultLine) -> String {
    if let marked = line.marked { return "\(marked.rows) of \(marked.of) rows" }
    return line.calibrated.map { "\($0.recordings) calibrated" } ?? ""
  }

  static func outcomes(_ outcomes: [FaultOutcome]) -> ResultTable {
    var table = ResultTable(columns: [
      .init("recording", "recording"), .init("fault", "fault"), .init("method", "method"),
      .init("total_deg", "total", decimals: 4), .init("heading_deg", "heading", decimals: 4),
      .init("inclination_deg", "inclination", decimals: 4), .init("flags", "flags"), .init("note", "note"),
    ])
    table.rows = outcomes.map { outcome in
      [
        .words(outcome.recording), .words(outcome.fault.name), .words(outcome.method.name),
        .optional(outcome.score?.total), .optional(outcome.score?.heading),
        .optional(outcome.score?.inclination),
        .words(outcome.flags.map(\.rawValue).sorted().joined(separator: " ")), .words(note(outcome)),
      ]
    }
    return table
  }

  /// Recordings that failed, and fields that could not be calibrated, each with its reason.
  static func remarks(_ outcomes: [FaultOutcome]) -> String {
    var said: Set<String> = []
    let lines = outcomes.filter { $0.failure != nil || isUncalibrated($0) }.map { outcome in
      let method = outcome.failure == nil ? "" : ", \(outcome.method.name)"
      return "\(outcome.recording), \(outcome.fault.name)\(method): \(note(outcome))"
    }.filter { said.insert($0).inserted }
    return lines.isEmpty ? "" : "\n" + lines.joined(separator: "\n") + "\n"
  }

  private static func isUncalibrated(_ outcome: FaultOutcome) -> Bool {
    outcome.fieldCalibration.map { $0.offset == nil } ?? false
  }

  private static func note(_ outcome: FaultOutcome) -> String {
    if let failure = outcome.failure { return FilterBenchReport.words(failure) }
    if let refusal = outcome.refusal { return "refused: " + Faults.failure(refusal).message }
    return outcome.fieldCalibration.map(FieldCalibrationWords.text) ?? ""
  }
}

/// What became of the wish to calibrate a magnetometer, in words.
enum FieldCalibrationWords {
  static func text(_ calibration: FieldCalibration) -> String {
    switch calibration {
    case .calibrated(let iron):
      "field offset \(decimals(iron.offset.x)), \(decimals(iron.offset.y)), \(decimals(iron.offset.z)) uT removed"
    case .refused(.notNeeded(let spread)):
      "not calibratable: the size of the field changes by \(percent(spread)) only"
    case .refused(.spreadStays(let before, let after)):
      "not calibratable: an offset leaves \(percent(after)) of change, \(percent(before)) before"
    case .refused(.impossibleRadius(let radius)):
      "not calibratable: turned too little, the field would be \(decimals(radius)) uT"
    case .refused(.tooFew): "not calibratable: the values span no sphere"
    }
  }

  private static func decimals(_ value: Double) -> String { DecimalText.fixed(value, decimals: 1) }
  private static func percent(_ share: Double) -> String { decimals(share * 100) + " %" }
}
