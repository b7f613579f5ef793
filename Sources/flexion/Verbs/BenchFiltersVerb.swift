import Evaluation
import Glibc
import JSONText
import Recordings

/// `bench filters`: orientations of recordings against their reference, as table, CSV and JSON.
enum BenchFiltersVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let request = call.request
    if request.has("faults") || request.has("fault") { return try BenchFaults.run(call) }
    let target = request.text("out").map { Destination(path: $0, force: request.has("force"), inputs: []) }
    try target?.check()
    let folder = try BenchFolder(request)
    let meter = ProgressMeter(request, call.console, total: folder.files.count)
    var table = FilterBenchTable(rows: [])
    let measure: ((() -> Void) -> Double)? = request.has("speed") ? { cpuSeconds($0) } : nil
    // One recording at a time: they are large.
    let unread = folder.read(call.console) { file, recording in
      meter.begin(file)
      let input = FilterBenchInput(name: BenchFolder.trialName(file), recording: recording)
      let rows = FilterBench.run([input], measure: measure).rows
      let failed = rows.contains { $0.failure != nil }
      meter.finish(
        done: failed || rows.isEmpty ? 0 : 1, failed: failed ? 1 : 0, skipped: rows.isEmpty ? 1 : 0)
      table.rows += rows
    }
    meter.end()
    guard !table.rows.isEmpty else {
      throw Faults.refused(
        "noReference", "no recording has a reference orientation", file: folder.path,
        hint: "expected BROAD files, or columns ref_SENSOR_qw, _qx, _qy, _qz")
    }
    let rows = FilterBenchReport.table(table.rows)
    let means = FilterBenchReport.means(table.averages)
    if let target { try target.write { output throws(RecordingError) in try output.append(rows.csv) } }
    return Answer(
      text: rows.text + "\nMeans [deg]\n" + means.text,
      json: ["folder": .string(folder.path), "rows": .array(rows.json), "means": .array(means.json)],
      lines: rows.json, exit: ExitCode.worst(unread))
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
