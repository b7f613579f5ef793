import Foundation
import Inertial
import JSONText
import TestSupport
import Testing

@Suite struct `A run that is cut off` {
  /// Six recordings, of which the first is done soon.
  private func recordings(in folder: TestFolder) throws {
    try Fixtures.leg(in: folder, "a.csv")
    for name in ["b", "c", "d", "e", "f"] {
      try FileManager.default.copyItem(atPath: folder.file("a.csv"), toPath: folder.file("\(name).csv"))
    }
  }

  @Test func `by one signal finishes the recording it is at`() throws {
    let folder = try TestFolder()
    try recordings(in: folder)
    let line = "process a.csv b.csv c.csv d.csv e.csv f.csv --store sqlite:{}/s.db --json --progress json"
    let run = try RunningProgram(line, in: folder, name: "run")
    run.wait { $0.errors.contains(#""done":1"#) }
    run.send(SIGTERM)
    let outcome = try run.end()
    // A fast machine may have finished all six before the signal came.
    try #require([0, 143].contains(outcome.exit), "\(outcome.errors)")
    let output = try JSONOutput(outcome)
    #expect(output.faults == [])
    guard outcome.exit == 143, case .object(let summary)? = output["summary"] else { return }
    #expect(summary["skipped"] != .integer(0) && summary["failed"] == .integer(0))
    #expect(try flexion("outcomes list --store sqlite:{}/s.db", in: folder).exit == 0)
  }

  @Test func `by kill -9 leaves whole files or none, and a whole store`() throws {
    let folder = try TestFolder()
    try Fixtures.leg(in: folder)
    let line = "process leg.csv --angles a.csv --plot a.svg --store sqlite:{}/s.db --force"
    let start = Date()
    try #require(flexion(line, in: folder).exit == 0)
    let whole = Date().timeIntervalSince(start)
    let angles = try folder.read("a.csv")
    let picture = try folder.read("a.svg")
    var random = SplitMix64(seed: 7)
    for round in 0..<12 {
      let run = try RunningProgram(line, in: folder, name: "run")
      usleep(UInt32(random.uniform() * whole * 1.1 * 1e6))
      run.send(SIGKILL)
      _ = try run.end()
      #expect(try folder.read("a.csv") == angles, "round \(round)")
      #expect(try folder.read("a.svg") == picture, "round \(round)")
      #expect(
        try flexion("outcomes list --json --store sqlite:{}/s.db", in: folder).exit == 0, "round \(round)")
      let strangers = folder.names.filter { !["a.csv", "a.svg", "leg.csv", "leg.truth.csv"].contains($0) }
      #expect(
        strangers.allSatisfy { $0.hasPrefix(".flexion-") || $0.hasPrefix("s.db") || $0.hasPrefix(".run") })
    }
    #expect(try flexion(line, in: folder).exit == 0)
    let list = try flexion("outcomes list --json --store sqlite:{}/s.db", in: folder)
    #expect(list.output.components(separatedBy: #""measurement":"#).count == 2)
  }
}

@Suite struct `Strange surroundings` {
  @Test(arguments: [
    ["LC_ALL": "de_DE.UTF-8"], ["TZ": "Asia/Kolkata"], ["HOME": "/nonexistent"], ["HOME": ""],
    ["TERM": "dumb"],
  ]) func `change no result`(environment: [String: String]) throws {
    let folder = try TestFolder()
    try Fixtures.shin(in: folder)
    let plain = try flexion("process shin.csv --json --angles a.csv", in: folder)
    let angles = try folder.read("a.csv")
    let other = try flexion(
      "process shin.csv --json --angles a.csv --force", in: folder, environment: environment)
    #expect(other.output == plain.output)
    #expect(try folder.read("a.csv") == angles)
  }

  @Test func `a store of a newer version is exit 78`() throws {
    let folder = try TestFolder()
    try folder.write("plan.json", Fixtures.plan)
    _ = try flexion("plan apply plan.json --store sqlite:{}/s.db", in: folder)
    var bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.file("s.db"))))
    let step = Array("1 care records".utf8)
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: step) })
    bytes[place] = UInt8(ascii: "9")
    try folder.write("s.db", bytes)
    chmod(folder.file("s.db"), 0o600)
    let run = try flexion("feed --json --store sqlite:{}/s.db", in: folder)
    #expect(run.exit == 78)
    #expect(try JSONOutput(run).errorCode == "newerSchema")
  }
}
