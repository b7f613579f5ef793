import Assessment
import Goniometry
import Inertial
import JSONText
import KneeJoint
import SerialPorts

/// What became of one file of a run; curves are no longer held.
struct ProcessedFile {
  let file: String
  private(set) var failure: Failure?
  private(set) var json: JSONValue = .null
  private(set) var rows: [[ResultTable.Cell]] = []
  private var report: ImportReport?
  private var sentences: [String] = []
  private(set) var written: [WrittenFile] = []
  /// Each flag that makes a number doubtful, once, with what it means and what to do.
  private(set) var doubts: [QualityFlag.Code: String] = [:]

  init(_ file: String, _ work: () async throws -> (MeasuredInput, [WrittenFile])) async {
    self.file = file
    do {
      let (input, written) = try await work()
      self.written = written
      json = input.json
      rows = input.measured.measurements.indices.map { Self.row(input, $0) }
      report = ImportReport(file: file, findings: input.measured.findings)
      for flag in input.measured.measurements.flatMap(\.flags) where flag.effect != .note {
        doubts[flag.code] = flag.sentence
      }
      sentences = input.kept.filter { $0.unattached != nil }.map { "\(file): \($0.sentence)" }
    } catch {
      let failure = Faults.failure(error).naming(file)
      self.failure = failure
      json = .object(["recording": .string(file), "ok": .bool(false), "error": .object(failure.json)])
    }
  }

  /// What a person should know beside the table.
  func show(on console: Console) {
    report?.show(on: console)
    for sentence in sentences { console.note(sentence, code: "unattached") }
    if let failure { console.fail(failure) }
  }

  private static func row(_ input: MeasuredInput, _ index: Int) -> [ResultTable.Cell] {
    let knee = input.measured.measurements[index]
    func degrees(_ value: Double?) -> ResultTable.Cell { .optional(value?.radiansToDegrees) }
    var doubts: [String] = []
    for flag in knee.flags where flag.effect != .note && !doubts.contains(flag.code.rawValue) {
      doubts.append(flag.code.rawValue)
    }
    let attachment = input.kept.indices.contains(index) ? input.kept[index].measurement.attachment : nil
    return [
      .words(BenchFolder.trialName(input.name)), .words(knee.side.rawValue), .words(knee.definition.rawValue),
      degrees(knee.range?.range), degrees(knee.range?.minimum), degrees(knee.range?.maximum),
      .count(knee.repetitions.count(where: \.isCounted)), degrees(RepetitionSummary(knee.repetitions)?.mean),
      doubts.isEmpty ? .missing : .words(doubts.joined(separator: " ")),
      .optional(attachment.map { "\($0.task) \($0.day)" }),
    ]
  }
}

/// The answer of a run over recordings.
struct ProcessReport {
  let results: [ProcessedFile]
  let counts: ProgressState
  let isStored: Bool
  let isDry: Bool

  var answer: Answer {
    let recordings = results.map(\.json)
    let summary: JSONObject = [
      "done": .integer(counts.done), "failed": .integer(counts.failed), "skipped": .integer(counts.skipped),
    ]
    var json: JSONObject = ["recordings": .array(recordings), "summary": .object(summary)]
    let written = results.flatMap(\.written)
    if !written.isEmpty { json[isDry ? "would_write" : "written"] = .array(written.map(\.json)) }
    return Answer(text: text, json: json, lines: recordings, exit: exit)
  }

  private var exit: ExitCode {
    let met = ExitCode.worst(results.compactMap { $0.failure?.exit })
    return counts.skipped > 0 && met == .done ? .ofStopSignal : met
  }

  private var text: String {
    var table = ResultTable(columns: [
      .init("recording", "recording"), .init("side", "side"), .init("definition", "definition"),
      .init("range_deg", "range [deg]", decimals: 2), .init("minimum_deg", "min", decimals: 2),
      .init("maximum_deg", "max", decimals: 2), .init("repetitions", "reps"),
      .init("mean_deg", "mean range", decimals: 2), .init("flags", "flags"), .init("attached", "attached to"),
    ])
    table.rows = results.flatMap(\.rows)
    let lines = results.flatMap(\.written).map { $0.words(dryRun: isDry) }.joined()
    return (table.rows.isEmpty ? "" : table.text) + meanings + error + lines

  }

  /// What the flags of the table mean, a line each.
  private var meanings: String {
    let doubts = results.map(\.doubts).reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    let lines = QualityFlag.Code.allCases.compactMap { code in
      doubts[code].map { "\(code.rawValue): \($0)\n" }
    }
    return lines.isEmpty ? "" : "\n" + lines.joined()
  }

  private var error: String {
    results.contains { !$0.rows.isEmpty } ? "\n\(KneeMeasurement.typicalErrorSentence)\n" : ""
  }
}
