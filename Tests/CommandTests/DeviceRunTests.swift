import Foundation
import IMUProtocols
import Testing

/// One run of simulated devices into a raw log, and of the log into a knee angle.
struct DeviceRun {
  var range: Double?
  var truth: Double
  /// Codes of flags that warn or stop.
  var doubts: [String]
  /// What failed, where there is no measurement.
  var failure: String?

  var error: Double? { range.map { abs($0 - truth) } }
  /// The range is within one degree of the truth, or something says why not.
  var isHonest: Bool { failure != nil || !doubts.isEmpty || (error ?? .infinity) <= 1 }

  static func make(
    _ flags: String, seed: Int, seconds: Int = 40, motion: String = "squats", in folder: TestFolder
  ) throws -> DeviceRun {
    let made = try flexion(
      "simulate device \(flags) --motion \(motion) --seed \(seed) --duration \(seconds) --log {}/run.log "
        + "--truth {}/truth.csv --force --quiet", in: folder, timeout: 300)
    try #require(made.exit == 0, "\(flags): \(made.errors)")
    let truth = try folder.read("truth.csv").split(separator: "\n").dropFirst()
      .compactMap { $0.split(separator: ",").last.flatMap { Double($0) } }
    let span = try #require(truth.max()) - (try #require(truth.min()))
    let run = try flexion("process run.log --json --quiet", in: folder, timeout: 300)
    let answer = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    let recording = (answer?["recordings"] as? [[String: Any]])?.first
    guard let measurement = (recording?["measurements"] as? [[String: Any]])?.first else {
      let fault = (recording?["error"] ?? answer?["error"]) as? [String: Any]
      return DeviceRun(
        range: nil, truth: span, doubts: [], failure: fault?["code"] as? String ?? "exit \(run.exit)")
    }
    let flags = (measurement["flags"] as? [[String: Any]] ?? []).filter { $0["effect"] as? String != "note" }
    return DeviceRun(
      range: (measurement["numbers"] as? [String: Any])?["flexionRange"] as? Double, truth: span,
      doubts: flags.compactMap { $0["code"] as? String }, failure: nil)
  }
}

@Suite(.serialized) struct `Simulated devices end to end` {
  /// Every wiring that the protocols have; all in one table so that a new protocol is in it by itself.
  private static let isLong = ProcessInfo.processInfo.environment["FLEXION_LONG_TESTS"] == "1"

  private static var wirings: [String] {
    let two = SerialProtocol.all.map { "--protocol \($0.name) --devices 2" }
    let one = ["--protocol text", "--protocol text --wiring wide", "--protocol ximu3_binary"]
    return isLong
      ? one + two : ["--protocol text", "--protocol witmotion --devices 2", "--protocol xsens --devices 2"]
  }

  private static let faults =
    isLong
    ? [
      "", "byte-loss:0.001,batch:16ms", "byte-loss:0.005,bit-flips:0.005", "row-flips:0.05",
      "batch:1ms,pieces",
      "batch:32B", "stall:2@15", "unplug:3@15", "clock-reset@15", "garbage,cut,banner", "duplicates,foreign",
      "dead-band:0.5",
    ] : ["byte-loss:0.001,batch:16ms"]

  @Test func `give the knee range within a degree, or say why not`() throws {
    let folder = try TestFolder()
    var table = ""
    for wiring in Self.wirings {
      for faults in Self.faults {
        let flags = wiring + (faults.isEmpty ? "" : " --faults " + faults)
        let run = try DeviceRun.make(flags, seed: 7, in: folder)
        let error = run.error.map { String(format: "%6.2f", $0) } ?? "     -"
        table +=
          "\(error)  \(wiring)  \(faults)  \((run.doubts + [run.failure].compactMap(\.self)).joined(separator: " "))\n"
        #expect(run.isHonest, "\(flags): \(run)")
      }
    }
    if Self.isLong { print("error of the range [deg]\n" + table) }
  }
}
