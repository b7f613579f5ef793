import CAllocations
import Evaluation
import Glibc
import Inertial
import JSONText
import Recordings

/// `bench filters`: orientations of recordings against their reference, as table, CSV, JSON and picture.
enum BenchFiltersVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let request = call.request
    if request.has("faults") || request.has("fault") { return try BenchFaults.run(call) }
    let methods = try FilterChoice.methods(request)
    let opponent = try FilterOpponent(request, methods)
    let folder = try BenchFolder(request)
    let read = [request.text("against").flatMap(FilterOpponent.path)].compactMap(\.self)
    let outputs = try BenchOutputs(call, inputs: folder.files + read)
    let meter = ProgressMeter(request, call.console, total: folder.files.count)
    let peers = request.has("peers") ? try FilterPeers(call.console) : nil
    defer { peers?.remove() }
    var report = FilterBenchReport(folder: folder.path)
    // One recording at a time: they are large.
    let unread = try folder.read(call.console, meter) { file, recording in
      meter.begin(file)
      let input = FilterBenchInput(
        name: folder.name(file), recording: recording, timing: timing(request, recording))
      if let fault = input.referenceFault { throw Faults.failure(fault, file) }
      let rows = FilterBench.run([input], methods: methods, meter: costs(request)).rows
      let failed = rows.contains { $0.failure != nil }
      if !rows.isEmpty { try peers?.add(input) }
      meter.finish(
        done: failed || rows.isEmpty ? 0 : 1, failed: failed ? 1 : 0, skipped: rows.isEmpty ? 1 : 0)
      report.table.rows += rows
      guard !rows.isEmpty else { return }
      report.longest = max(report.longest, seconds(recording))
      tell(input, call.console)
    }
    meter.end()
    guard !report.table.rows.isEmpty else {
      throw Faults.refused(
        "noReference", "no recording has a reference orientation", file: folder.path,
        hint: "expected BROAD files, or columns ref_SENSOR_qw, _qx, _qy, _qz")
    }
    if let peers { report.table.rows += try await peers.rows(call) }
    report.comparisons = try opponent?.comparisons(report.table) ?? []
    try outputs.write(table: report.rows, picture: report.picture)
    return report.answer(exit: unread)
  }

  /// What the flags say; else what is known of the laboratory; nil where nothing is known.
  private static func timing(_ request: Request, _ recording: RawRecording) -> FilterTiming? {
    let known = FilterTiming.known(recording)
    let latency = request.number("field-latency"), lead = request.number("lead")
    guard latency != nil || lead != nil else { return known }
    return FilterTiming(
      fieldLatency: latency ?? known?.fieldLatency ?? 0, referenceLead: lead ?? known?.referenceLead ?? 0)
  }

  /// A recording with doubts that bear on its figures.
  private static func tell(_ input: FilterBenchInput, _ console: Console) {
    let doubts = input.doubts.map(\.rawValue)
    guard !doubts.isEmpty else { return }
    console.note("\(input.name) is doubtful: \(doubts.joined(separator: ", "))", code: "doubtful")
  }

  private static func costs(_ request: Request) -> FilterMeter? {
    guard let rounds = request.integer("repeat") else { return nil }
    return FilterMeter(rounds: rounds, seconds: cpuSeconds, allocations: allocations)
  }

  private static func seconds(_ recording: RawRecording) -> Double {
    let times = recording.sensors.compactMap { $0.clock.seconds(rows: $0.rows) }
    return times.map { ($0.last ?? 0) - ($0.first ?? 0) }.filter(\.isFinite).max() ?? 0
  }
}

/// Processor time of this thread that a piece of work takes [s].
func cpuSeconds(_ work: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }
  let start = now()
  work()
  return now() - start
}

/// How often this thread takes memory from the heap in a piece of work; nil where that cannot be counted.
func allocations(_ work: () -> Void) -> Int? {
  let before = heapAllocationsOfThisThread()
  work()
  return before < 0 ? nil : heapAllocationsOfThisThread() - before
}
