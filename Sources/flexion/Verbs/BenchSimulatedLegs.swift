import Evaluation
import Goniometry
import JSONText
import MotionSimulator
import Recordings

/// `bench knee --simulated N`: legs with known flexion, drawn from consecutive seeds and measured on all cores.
enum BenchSimulatedLegs {
  static func run(_ call: Invocation, legs: Int) async throws -> Answer {
    let request = call.request
    let outputs = try BenchOutputs(call)
    let first = UInt64(request.integer("seed") ?? 1)
    let drawn = (0..<UInt64(legs)).map { SimulatedLeg.drawn(seed: first &+ $0) }
    let trials = await measure(drawn, call)
    let report = SimulatedLegsReport(table: RangeTable(trials: trials), legs: drawn)
    try outputs.write(table: report.trials, picture: report.picture)
    return Answer(text: report.text, json: report.json(seed: first), lines: report.trials.json)
  }

  /// In the order of the legs.
  static func measure(_ legs: [SimulatedLeg], _ call: Invocation) async -> [RangeTrial] {
    let goniometer = Goniometer(request: call.request)
    let meter = ProgressMeter(call.request, call.console, total: legs.count)
    let trials = await Processors.map(legs, jobs: call.request.integer("jobs")) { leg in
      let trial = RangeTrial(leg, goniometer: goniometer)
      meter.finish(done: trial.isRefused ? 0 : 1, failed: trial.isRefused ? 1 : 0)
      return trial
    }
    meter.end()
    return trials
  }
}

extension RangeTrial {
  init(_ leg: SimulatedLeg, goniometer: Goniometer) {
    let simulated = leg.simulation.simulate()
    self.init(
      simulated.recording, flexion: simulated.flexionDegrees, seed: leg.seed, motion: leg.motion.rawValue,
      faults: leg.faults.map(\.rawValue), goniometer: goniometer)
  }
}
