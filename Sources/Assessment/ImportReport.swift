import Inertial
import JSONText

/// The import report of one recording: what was found in it or done to it, in words and as JSON.
public struct ImportReport: Sendable {
  public let file: String
  public let findings: [ImportFinding]

  public init(file: String, findings: [ImportFinding]) {
    self.file = file
    self.findings = findings
  }

  /// A list of `{"code","severity","sensor","count","first":{"file","line","byte","time_s"},"detail":{}}`.
  public var json: JSONValue { .array(findings.map(entry)) }

  private func entry(_ finding: ImportFinding) -> JSONValue {
    var first: JSONObject = ["file": .string(file)]
    first["line"] = finding.first.line.map { .integer($0) }
    first["byte"] = finding.first.byte.map { .integer($0) }
    first["time_s"] = finding.first.timeSeconds.map { .fixed($0, decimals: 6) }
    var detail = JSONObject()
    for number in finding.detail { detail[number.name] = Self.json(number.value) }
    return .object([
      "code": .string(finding.code.rawValue), "severity": .string(finding.severity.rawValue),
      "sensor": .optional(finding.sensor), "count": .integer(finding.count), "first": .object(first),
      "detail": .object(detail),
    ])
  }

  private static func json(_ value: Double) -> JSONValue {
    value == value.rounded() && value.magnitude < 1e15 ? .integer(Int(value)) : .number(value)
  }

  /// One line a finding: `lostSamples of thigh_r: 68 samples are missing (of 1527), first at line 10`.
  public var lines: [String] {
    findings.map { finding in
      var words = finding.code.rawValue
      if let sensor = finding.sensor { words += " of \(sensor)" }
      words += ": \(finding.code.meaning)"
      if finding.count > 1 { words += ", \(finding.count) times" }
      if !finding.detail.isEmpty {
        words +=
          " (" + finding.detail.map { "\($0.name) \(Self.plain($0.value))" }.joined(separator: ", ") + ")"
      }
      if let line = finding.first.line { words += ", first in line \(line)" }
      if let byte = finding.first.byte { words += ", first at byte \(byte)" }
      if let time = finding.first.timeSeconds {
        words += ", first at \(JSONValue.fixed(time, decimals: 3).compactText) s"
      }
      return words
    }
  }

  private static func plain(_ value: Double) -> String {
    guard value.isFinite else { return "unknown" }
    return value == value.rounded() && value.magnitude < 1e15
      ? String(Int(value)) : JSONValue.fixed(value, decimals: 3).compactText
  }
}

extension ImportFinding.Code {
  /// The code in words; numbers stand beside it.
  public var meaning: String {
    switch self {
    case .byteOrderMark: "byte order mark skipped"
    case .encoding: "text is not UTF-8, read in its own encoding"
    case .separatorLine: "line that names the separator skipped"
    case .decimalComma: "numbers have a decimal comma"
    case .thousandsMark: "numbers have thousands marks, removed"
    case .emptyColumn: "column without any value left out"
    case .shortRow: "row with too few or too many cells left out"
    case .tornRow: "torn row left out"
    case .textRow: "row with words where numbers belong left out"
    case .textCell: "cell with words where a number belongs, read as missing"
    case .repeatedHeading: "heading repeated inside the data, left out"
    case .nulBytes: "zero bytes left out"
    case .cutTail: "the last row is cut and left out"
    case .repeatedName: "column name occurs more than once"
    case .duplicateTime: "row repeats the time of the row before, left out"
    case .burstTime: "several rows share one stamp, spread evenly"
    case .outOfOrder: "row out of order, sorted"
    case .newSegment: "the time starts anew"
    case .gap: "hole without samples"
    case .lostSamples: "samples are missing"
    case .counterWrap: "counter ran over and was continued"
    case .clockJump: "the clock jumps"
    case .rateMismatch: "measured and stated rate differ"
    case .rateMissing: "no time and no rate stated"
    case .coarseTime: "stamps are coarser than the rate"
    case .hostTime: "times are those of the receiving computer"
    case .pairedByRow: "sensors without stamps paired row by row"
    case .noOverlap: "sensors share no time"
    case .unevenStreams: "rows outside the common span of both sensors left out"
    case .missingValues: "values are missing"
    case .zeroVector: "all-zero vector taken as missing"
    case .heldSamples: "values held over several rows"
    case .clipped: "values at the rail of the sensor"
    case .outOfRange: "values beyond physical limits left out"
    case .fieldOffset: "constant field of the sensor itself: removed, or not calibratable"
    case .unitAssumed: "unit not stated, taken from the data"
    case .unitContradiction: "stated unit contradicts the data"
    case .unitConverted: "unit converted"
    case .signReversed: "sign reversed"
    case .headerContradiction: "heading and data contradict each other"
    case .tooSlow: "rate is too low for a knee"
    case .placesLost: "the log's header is damaged: where the sensors sat is lost, --map says it"
    case .rateDerived: "rates made from the orientation that the device sends"
    }
  }
}
