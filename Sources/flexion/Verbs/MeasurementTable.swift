import Assessment
import Charts
import DecimalText
import Goniometry
import Inertial
import KneeJoint

/// One measurement as a person reads it: a row of the table and what stands below it.
struct MeasurementLine {
  let name: String
  let cells: [String]
  /// Codes of what makes the number doubtful, each once.
  let doubts: [QualityFlag.Code]
  /// Extension, zero, flexion, where the zero is known.
  let notation: String?
  /// Why min and max, or all numbers, are "-"; nil where they are there.
  let reason: String?
  /// What the live picture showed otherwise; nil where it did not.
  let preview: String?
  /// "task day", where it was attached.
  let attached: String?
  /// Its repetitions and its error in words; printed where it is the only one.
  let details: String

  init(_ input: MeasuredInput, _ index: Int) {
    let knee = input.measured.measurements[index]
    let isAlone = input.measured.measurements.count == 1
    name = BenchFolder.trialName(input.name) + (isAlone ? "" : " \(knee.side.rawValue)")
    let kept = input.kept.indices.contains(index) ? input.kept[index] : nil
    doubts = (knee.flags + (kept?.flags ?? [])).reduce(into: []) { codes, flag in
      if flag.effect != .note, !codes.contains(flag.code) { codes.append(flag.code) }
    }
    attached = kept?.measurement.attachment.map { "\($0.task) \($0.day)" }
    notation = knee.neutralZeroSentence
    reason = knee.missingNumbersSentence
    preview = knee.flags.first { $0.code == .previewDiffers }.map { "\($0.code.rawValue): \($0.sentence)" }
    details = knee.repetitionsText + knee.oneSensorText + (knee.range == nil ? "" : knee.rangeSentence + "\n")
    cells = Self.cells(BenchFolder.trialName(input.name), knee)
  }

  private static func cells(_ recording: String, _ knee: KneeMeasurement) -> [String] {
    func degrees(_ value: Double?) -> String {
      value.map { DecimalText.fixed($0.radiansToDegrees, decimals: 2) } ?? "-"
    }
    let band = knee.errorBand.map { " \u{B1} \(degrees($0.standardError))" } ?? ""
    return [
      shortened(recording), knee.side == .unspecified ? "-" : knee.side.rawValue,
      knee.definition == .jointAngle ? "joint" : "shin", degrees(knee.range?.range) + band,
      degrees(knee.hasZero ? knee.range?.minimum : nil), degrees(knee.hasZero ? knee.range?.maximum : nil),
      String(knee.repetitions.count(where: \.isCounted)),
      degrees(RepetitionSummary(knee.repetitions)?.mean),
    ]
  }

  /// A longer name would push the table beyond 80 columns.
  private static let longestName = 22

  private static func shortened(_ name: String) -> String {
    name.count <= longestName ? name : name.prefix(longestName - 1) + "\u{2026}"
  }
}

/// The measurements of a run, within 80 columns.
struct MeasurementTable {
  let lines: [MeasurementLine]

  /// The table; below it the repetitions of an only one, the doubts of each, and where each belongs.
  var text: String {
    guard !lines.isEmpty else { return "" }
    let columns: [TextTable.Column] = [
      .init("recording"), .init("side"), .init("angle"), .init("range [deg]", .right), .init("min", .right),
      .init("max", .right), .init("reps", .right), .init("mean", .right),
    ]
    var text = TextTable(columns, rows: lines.map(\.cells)).text
    if lines.count == 1, !lines[0].details.isEmpty { text += "\n" + lines[0].details }
    let below =
      lines.compactMap(notation) + lines.compactMap { remark($0.reason, $0) } + lines.compactMap(doubts)
      + lines.compactMap { remark($0.preview, $0) } + lines.compactMap(attachment)
    return below.isEmpty ? text : text + "\n" + below.joined()
  }

  private func doubts(_ line: MeasurementLine) -> String? {
    if line.doubts.isEmpty { return nil }
    let codes = line.doubts.map(\.rawValue).joined(separator: ", ")
    return HelpText.wrapped("\(line.name): \(codes)", indent: 0, hanging: 2)
  }

  private func remark(_ words: String?, _ line: MeasurementLine) -> String? {
    words.map { HelpText.wrapped("\(line.name): \($0)", indent: 0, hanging: 2) }
  }

  private func notation(_ line: MeasurementLine) -> String? { line.notation.map { "\(line.name): \($0)\n" } }

  private func attachment(_ line: MeasurementLine) -> String? {
    line.attached.map { "\(line.name): attached to \($0)\n" }
  }
}
