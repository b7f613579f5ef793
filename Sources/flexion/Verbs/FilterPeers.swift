import Evaluation
import Foundation
import Inertial

/// `bench filters --peers`: published filters on the very samples of the run, scored by the same protocol.
///
/// They get the samples as recorded, bit for bit, and the magnetometer's latency where we make up for it; how, says
/// `Benchmarks/peers/filters.py`.
final class FilterPeers {
  private struct Job {
    let recording: String
    let sensor: ScoredSensor
    let name: String
  }

  private let program: PeerProgram
  private var jobs: [Job] = []
  private var heading = "name,rate,latency,field\n"

  /// nil, with a line that says what to do, where the peers are not installed.
  init?(_ console: Console) throws {
    guard let program = try PeerProgram("filters.py", folders: ["in", "out"], console) else { return nil }
    self.program = program
  }

  func remove() { program.remove() }

  /// Hands over every sensor with a reference, as little-endian doubles: gyroscope, force, field of each sample.
  func add(_ input: FilterBenchInput) throws {
    for sensor in FilterBench.sensors(input) {
      let samples = sensor.samples
      let name = "\(jobs.count)"
      let latency = input.timing.map { "\($0.fieldLatency)" } ?? ""
      heading += "\(name),\(1 / samples.period),\(latency),\(sensor.hasField ? 1 : 0)\n"
      try Self.bytes(samples.values).write(to: program.part("in/\(name).bin"))
      jobs.append(Job(recording: input.name, sensor: sensor, name: name))
    }
  }

  /// Runs the program and scores what it wrote.
  func rows(_ call: Invocation) async throws -> [FilterBenchRow] {
    try heading.write(to: program.part("in/manifest.csv"), atomically: true, encoding: .utf8)
    let meter = ProgressMeter(call.request, call.console, total: jobs.count)
    meter.begin("peers")
    var shown = 0
    try await program.run(limit: call.request.number("peer-limit") ?? 900) {
      let finished = min(jobs.count, program.results(endingIn: ".done"))
      if let now = program.current, let job = Int(now.samples), jobs.indices.contains(job) {
        meter.begin("\(now.method), \(jobs[job].recording)")
      }
      meter.finish(done: finished - shown)
      shown = finished
    }
    meter.end()
    return methods.flatMap { method in jobs.flatMap { rows(method, $0) } }
  }

  /// The folders that the program made, `NAME 9D` or `NAME 6D`, in its order.
  private var methods: [String] {
    let text = (try? String(contentsOf: program.part("out/methods.txt"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  private func rows(_ method: String, _ job: Job) -> [FilterBenchRow] {
    job.sensor.rows(peer: String(method.dropLast(3)), usesField: method.hasSuffix("9D")) { isLatencyMadeUp in
      quaternions("out/\(method)/\(job.name).\(isLatencyMadeUp ? "b" : "a").bin")
    }
  }

  private func quaternions(_ path: String) -> [Quaternion]? {
    guard let data = try? Data(contentsOf: program.part(path)), data.count % 32 == 0 else { return nil }
    return data.withUnsafeBytes { raw in
      stride(from: 0, to: raw.count, by: 32).map { at in
        func number(_ column: Int) -> Double {
          let bits = raw.loadUnaligned(fromByteOffset: at + 8 * column, as: UInt64.self)
          return Double(bitPattern: UInt64(littleEndian: bits))
        }
        return Quaternion(number(0), number(1), number(2), number(3))
      }
    }
  }

  private static func bytes(_ values: [Double]) -> Data {
    values.map(\.bitPattern.littleEndian).withUnsafeBytes { Data($0) }
  }
}
