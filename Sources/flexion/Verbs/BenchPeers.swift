import Evaluation
import Goniometry
import Inertial
import JSONText
import Recordings

/// `bench knee --peers`: published methods on the very recordings of the run, scored by the same protocol.
enum BenchPeers {
  static func add(
    to report: inout KneeBenchReport, _ inputs: [KneeBenchInput], _ mountings: [KneeMounting],
    _ call: Invocation
  ) async throws {
    guard let peers = try PeerRun(call.console) else { return }
    defer { peers.remove() }
    let scored = inputs.filter { $0.recording.angleReference != nil }
    let runs = mountings.flatMap { mounting in scored.map { ($0, mounting) } }
    for (input, mounting) in runs {
      try peers.add(input.recording(.asRecorded, mounting), named: name(input, mounting), onlyLean: false)
    }
    for input in inputs where input.recording.angleReference == nil {
      try peers.add(input.recording, named: input.trial.name, onlyLean: true)
    }
    let meter = ProgressMeter(call.request, call.console, total: runs.count * PeerRun.methods.count)
    var shown = 0
    try await peers.run(limit: call.request.number("peer-limit") ?? 900) { finished in
      meter.finish(done: finished - shown)
      shown = finished
    }
    meter.end()
    for method in PeerRun.methods {
      report.rows += runs.map { row($0, method, $1, peers) }
    }
    report.inclinations = inputs.flatMap { inclinations($0, peers, call.request) }
  }

  private static func name(_ input: KneeBenchInput, _ mounting: KneeMounting) -> String {
    switch mounting {
    case .asRecorded: input.trial.name
    case .random(let seed): "\(input.trial.name)@\(seed)"
    }
  }

  private static func row(
    _ input: KneeBenchInput, _ method: String, _ mounting: KneeMounting, _ peers: PeerRun
  ) -> KneeBenchRow {
    if let angle = peers.angle(method, name(input, mounting)) {
      return KneeBench.row(input, peer: method, angle: angle, mounting: mounting)
    }
    var row = KneeBenchRow(input.trial.name, method: method, mounting: mounting)
    row.failure = .noResult
    return row
  }

  /// Lean of both sensors against optics, ours and that of VQF offline.
  private static func inclinations(
    _ input: KneeBenchInput, _ peers: PeerRun, _ request: Request
  ) -> [InclinationRow] {
    let recording = input.recording
    guard let reference = recording.reference else { return [] }
    return recording.sensors.compactMap { sensor in
      guard let optical = reference.orientation[sensor.id], let segment = sensor.placement?.segment,
        let clock = recording.sensors.first, let time = clock.clock.seconds(rows: clock.rows)
      else { return nil }
      func score(_ curve: OrientationCurve?) -> InclinationScore? {
        curve.flatMap {
          InclinationProtocol.score(
            $0, reference: optical, time: time, valid: reference.valid, scoreFrom: input.trial.scoreFrom)
        }
      }
      let own = try? Goniometer(request: request).orient(recording, sensor: sensor.id, usesField: false)
      return InclinationRow(
        trial: input.trial.name, sensor: sensor.id,
        own: score(own.map { OrientationCurve(time: $0.time, earthFromSensor: $0.earthFromSensor) }),
        peer: score(peers.orientation(input.trial.name, segment)))
    }
  }
}

/// Inclination error of one sensor of a trial.
struct InclinationRow {
  let trial: String
  let sensor: String
  let own: InclinationScore?
  let peer: InclinationScore?

  /// nil where either is missing.
  var ratio: Double? { own.flatMap { own in peer.map { own.inclination / $0.inclination } } }
}
