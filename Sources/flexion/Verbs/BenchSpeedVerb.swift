import DecimalText
import Evaluation
import JSONText

/// `bench speed`: processor time of the filters alone, `ns_per_sample NAME VALUE` a line; without a file that of the
/// decoders, `decode NAME VALUE MB/s` a line.
enum BenchSpeedVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    guard let file = call.request.arguments.first else { return try decoders(call.request) }
    guard var bench = SpeedBench(tenColumns: try SpeedSamples.read(file)) else {
      throw Faults.refused(
        "noUsableRow", "no samples to time", file: file,
        hint: "expected time, gyroscope, accelerometer, magnetometer")
    }
    let repeats = call.request.integer("repeat") ?? 5
    var text = ""
    var results = JSONObject()
    for mode in try modes(call.request) {
      bench.run(mode.method)
      var fastest = Double.infinity
      for _ in 0..<repeats { fastest = min(fastest, cpuSeconds { bench.run(mode.method) }) }
      // A benchmark checks its answer: a broken filter is fast.
      guard bench.orientation.count == bench.rows, bench.orientation.allSatisfy(\.isFinite) else {
        throw Failure("programFault", "\(mode.name) gave values that are not finite", exit: .programFault)
      }
      let value = fastest / Double(bench.rows) * 1e9
      text += "ns_per_sample \(mode.name) \(DecimalText.fixed(value, decimals: 3))\n"
      results[mode.name] = .fixed(value, decimals: 3)
    }
    return Answer(text: text, json: ["rows": .integer(bench.rows), "ns_per_sample": .object(results)])
  }

  private static func decoders(_ request: Request) throws -> Answer {
    guard request.text("filters") == nil else {
      throw UsageError.contradiction(
        "--filters needs a table of samples", hint: "name a file, or leave --filters out")
    }
    let repeats = request.integer("repeat") ?? 5
    var text = ""
    var results = JSONObject()
    for bench in DecoderBench.all {
      var samples = bench.run()
      var fastest = Double.infinity
      for _ in 0..<repeats {
        fastest = min(fastest, cpuSeconds { samples = min(samples, bench.run()) })
      }
      guard bench.isWhole(samples) else {
        throw Failure("programFault", "\(bench.name) lost samples", exit: .programFault)
      }
      let value = Double(bench.bytes) / fastest / 1e6
      text += "decode \(bench.name) \(DecimalText.fixed(value, decimals: 1)) MB/s\n"
      results[bench.name] = .fixed(value, decimals: 1)
    }
    return Answer(text: text, json: ["decode_mb_per_s": .object(results)])
  }

  /// All, or those of `--filters`.
  private static func modes(_ request: Request) throws -> [SpeedBench.Mode] {
    let methods = try FilterChoice.methods(request)
    return SpeedBench.Mode.all.filter { methods.contains($0.method) }
  }
}
