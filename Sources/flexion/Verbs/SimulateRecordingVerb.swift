import Inertial
import JSONText
import MotionSimulator
import Recordings

/// `simulate recording`: a table of sensor samples, and beside it the true angle.
enum SimulateRecordingVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let request = call.request
    let (path, force) = (request.text("out") ?? "-", request.has("force"))
    let samples = Destination(path: path, force: force, inputs: [])
    let truth = Destination(path: BenchFolder.truthPath(path), force: force, inputs: [])
    try samples.check()
    if !samples.isStandardOutput { try truth.check() }

    let simulated = simulation(request).simulate(reference: request.has("reference"))
    func table(_ output: inout OutputBuffer) throws(RecordingError) {
      try SampleFile.append(simulated.recording, to: &output)
    }
    func angles(_ output: inout OutputBuffer) throws(RecordingError) {
      try AngleFile.append(time: simulated.time, flexionDegrees: simulated.flexionDegrees, to: &output)
    }
    let isDry = request.has("dry-run")
    var written = [
      WrittenFile(
        path: path, bytes: isDry ? try samples.measure(table) : try samples.write(table),
        rows: simulated.time.count)
    ]
    if !samples.isStandardOutput {
      let bytes = isDry ? try truth.measure(angles) : try truth.write(angles)
      written.append(WrittenFile(path: truth.path, bytes: bytes, rows: simulated.time.count))
    }
    let isSilent = samples.isStandardOutput && !isDry
    return Answer(
      text: isSilent ? "" : written.map { $0.words(dryRun: isDry) }.joined(),
      json: facts(request, simulated, written, isDry))
  }

  private static func simulation(_ request: Request) -> LegSimulation {
    SimulatedLeg(
      motion: motion(request),
      side: request.text("side").flatMap { BodySide(rawValue: $0) } ?? .left,
      sensors: request.integer("sensors") ?? 2, duration: request.number("duration") ?? 30,
      rate: request.number("rate") ?? 100, seed: UInt64(request.integer("seed") ?? 1),
      faults: request.list("faults").compactMap { LegFault(rawValue: $0) }
    ).simulation
  }

  /// Squats move both segments and start straight; one sensor is on the shin of someone who sits.
  private static func motion(_ request: Request) -> Motion {
    let stated = request.text("motion").flatMap { Motion(rawValue: $0) }
    return stated ?? (request.integer("sensors") == 1 ? .seatedExtension : .squats)
  }

  private static func facts(
    _ request: Request, _ simulated: SimulatedRecording, _ written: [WrittenFile], _ isDry: Bool
  ) -> JSONObject {
    let angles = simulated.flexionDegrees
    return [
      "motion": .string(motion(request).rawValue), "side": .optional(request.text("side")),
      "sensors": .optional(request.integer("sensors")), "seed": .optional(request.integer("seed")),
      "rate_hz": .optional(request.number("rate"), decimals: 3), "rows": .integer(angles.count),
      "minimum_deg": .optional(angles.min(), decimals: 2),
      "maximum_deg": .optional(angles.max(), decimals: 2),
      isDry ? "would_write" : "written": .array(written.map(\.json)),
    ]
  }
}
