import Evaluation
import Goniometry
import Inertial
import JSONText
import Recordings

/// `bench knee`: the knee angle of recordings against their reference, as table, CSV and JSON.
enum BenchKneeVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let request = call.request
    try refuseContradictions(request)
    if let legs = request.integer("simulated") { return try await BenchSimulatedLegs.run(call, legs: legs) }
    if let times = request.integer("repeated") { return try await BenchRepeatedLegs.run(call, times: times) }
    let folder = try BenchFolder(request)
    let outputs = try BenchOutputs(call, inputs: folder.files)
    let (inputs, unread) = try KneeBenchFolder.inputs(folder, call.console)
    guard inputs.contains(where: { $0.recording.angleReference != nil }) else {
      throw Faults.refused(
        "noReference", "no recording has a reference angle", file: folder.path,
        hint: "expected a column ref_flexion (deg), or FILE.truth.csv beside FILE.csv")
    }
    var report = KneeBenchReport(folder: folder.path, rows: await measure(inputs, call))
    if request.has("peers") { try await BenchPeers.add(to: &report, inputs, mountings(request), call) }
    report.judge(request)
    try outputs.write(table: report.trials, picture: report.picture)
    return report.answer(exit: unread)
  }

  /// Simulated legs have no folder, no variants and no peers: a threshold that is not looked at would always pass.
  private static func refuseContradictions(_ request: Request) throws {
    let modes = ["simulated", "repeated"].filter(request.has)
    guard let mode = modes.first else { return }
    let foreign =
      ["mountings", "variants", "peers", "max-mean-rmse", "max-rmse", "max-cycle"] + modes.dropFirst()
    let others = (foreign + (mode == "repeated" ? ["plot", "out"] : [])).filter(request.has)
    guard let other = others.first else { return }
    throw UsageError.contradiction(
      "--\(mode) does not go with --\(other)", hint: "run them one after the other")
  }

  private static func mountings(_ request: Request) -> [KneeMounting] {
    let random = request.integer("mountings") ?? 0
    return [.asRecorded] + (0..<random).map { KneeMounting.random(seed: UInt64($0 + 1)) }
  }

  /// Every variant of every recording at every mounting, on all cores, in that order.
  private static func measure(_ inputs: [KneeBenchInput], _ call: Invocation) async -> [KneeBenchRow] {
    let variants = call.request.has("variants") ? RecordingVariant.all : [.asRecorded]
    let runs = variants.flatMap { variant in
      mountings(call.request).flatMap { mounting in inputs.map { ($0, variant, mounting) } }
    }
    let goniometer = Goniometer(request: call.request)
    let meter = ProgressMeter(call.request, call.console, total: runs.count)
    let rows = await Processors.map(runs, jobs: call.request.integer("jobs")) { input, variant, mounting in
      let row = KneeBench.row(input, variant: variant, mounting: mounting, goniometer: goniometer)
      meter.finish(
        done: row.isFailed || row.isSkipped ? 0 : 1, failed: row.isFailed ? 1 : 0,
        skipped: row.isSkipped ? 1 : 0)
      return row
    }
    meter.end()
    return rows
  }
}
