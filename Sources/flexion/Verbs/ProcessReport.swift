import Assessment
import Goniometry
import Inertial
import JSONText
import SerialPorts

/// What became of one file of a run; curves are no longer held.
struct ProcessedFile {
  let file: String
  private(set) var failure: Failure?
  private(set) var json: JSONValue = .null
  private(set) var lines: [MeasurementLine] = []
  private var report: ImportReport?
  private var sentences: [String] = []
  /// Left leg against right, where both were measured.
  private(set) var comparison: String?
  private(set) var written: [WrittenFile] = []
  /// Each flag that makes a number doubtful, once, with what it means and what to do.
  private(set) var doubts: [QualityFlag.Code: String] = [:]

  init(_ file: String, _ work: () async throws -> (MeasuredInput, [WrittenFile])) async {
    self.file = file
    do {
      let (input, written) = try await work()
      self.written = written
      json = input.json
      lines = input.measured.measurements.indices.map { MeasurementLine(input, $0) }
      comparison = input.measured.legComparison?.sentence
      report = ImportReport(file: file, findings: input.measured.findings)
      let flags = input.measured.measurements.flatMap(\.flags) + input.kept.flatMap(\.flags)
      for flag in flags where flag.effect != .note {
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
    let table = MeasurementTable(lines: results.flatMap(\.lines))
    let files = results.flatMap(\.written).map { $0.words(dryRun: isDry) }.joined()
    return table.text + meanings + comparisons + error + files
  }

  /// What the flags of the table mean, each once.
  private var meanings: String {
    let doubts = results.map(\.doubts).reduce(into: [:]) { $0.merge($1) { first, _ in first } }
    let lines = QualityFlag.Code.allCases.compactMap { code in
      doubts[code].map { HelpText.wrapped("\(code.rawValue): \($0)", indent: 0, hanging: 2) }
    }
    return lines.isEmpty ? "" : "\n" + lines.joined()
  }

  private var comparisons: String {
    let lines = results.compactMap { result in
      result.comparison.map { HelpText.wrapped("\(BenchFolder.trialName(result.file)): \($0)", indent: 0) }
    }
    return lines.isEmpty ? "" : "\n" + lines.joined()
  }

  private var error: String {
    guard results.contains(where: { !$0.lines.isEmpty }) else { return "" }
    let band = "\u{B1} is one standard error of the range; 2.8 times that is the smallest change that counts."
    return "\n" + HelpText.wrapped("\(band) \(KneeMeasurement.typicalErrorSentence)", indent: 0)
  }
}
