import Evaluation
import JSONText
import Recordings

/// `bench filters --faults`: what damaged samples cost, by the rows of the fault table.
enum BenchFaults {
  static func run(_ call: Invocation) throws -> Answer {
    let request = call.request
    try refuseOthers(request)
    let faults = chosen(request)
    let methods = request.has("filters") ? try FilterChoice.methods(request) : FaultBench.methods
    let folder = try BenchFolder(request)
    let outputs = try BenchOutputs(call, inputs: folder.files)
    let meter = ProgressMeter(request, call.console, total: folder.files.count)
    var outcomes: [FaultOutcome] = []
    let unread = try folder.read(call.console, meter) { file, recording in
      let input = FilterBenchInput(name: folder.name(file), recording: recording)
      if let fault = input.referenceFault { throw Faults.failure(fault, file) }
      var begun = 0
      outcomes += FaultBench.run(input, faults: faults, methods: methods) { fault in
        meter.begin("\(file), \(fault.name)")
        begun += 1
      }
      meter.finish(done: begun > 0 ? 1 : 0, skipped: begun > 0 ? 0 : 1)
    }
    meter.end()
    guard !outcomes.isEmpty else {
      throw Faults.refused(
        "noReference", "no recording has a reference orientation", file: folder.path,
        hint: "expected BROAD files, or columns ref_SENSOR_qw, _qx, _qy, _qz")
    }
    let lines = FaultBench.lines(outcomes)
    let means = FaultBenchReport.lines(lines), rows = FaultBenchReport.outcomes(outcomes)
    try outputs.write(table: rows)
    return Answer(
      text: means.text + FaultBenchReport.remarks(outcomes),
      json: [
        "folder": .string(folder.path), "faults": .array(means.json), "outcomes": .array(rows.json),
      ],
      lines: rows.json, exit: worst(unread, lines))
  }

  /// What belongs to the other tables would be ignored without a word.
  private static func refuseOthers(_ request: Request) throws(UsageError) {
    let others = ["against", "peers", "peer-limit", "field-latency", "lead", "repeat", "plot"]
    guard let other = others.first(where: request.has) else { return }
    throw .contradiction(
      "`--\(other)` does not go with the fault table", hint: "leave out --\(other), or --faults and --fault")
  }

  private static func chosen(_ request: Request) -> [FilterFault] {
    let numbers = Set(request.list("fault").compactMap { Int($0) })
    return numbers.isEmpty ? FilterFault.all : FilterFault.all.filter { numbers.contains($0.number) }
  }

  /// A recording that failed fails the run: a mean without it would reward a filter that breaks.
  private static func worst(_ unread: [ExitCode], _ lines: [FaultLine]) -> ExitCode {
    lines.contains { $0.failed > 0 } ? .programFault : ExitCode.worst(unread)
  }
}
