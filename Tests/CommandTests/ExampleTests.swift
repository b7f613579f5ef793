import Foundation
import TestSupport
import Testing

@testable import flexion

@Suite(.serialized) struct `The examples of help` {
  /// A folder in which every example can run as it stands: the recordings and plans of the repository, a board
  /// at the name of the first serial port, samples to time, and a kept measurement in the store of the person.
  private func stage(_ folder: TestFolder) throws {
    for name in ["recordings", "docs"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.file(name), withDestinationPath: Fixtures.repository(name))
    }
    let row = "0.0,0.0,0.0,0.0,0.0,0.0,9.81,20.0,0.0,-44.0"
    let rows = (0..<200).map {
      row.replacingOccurrences(
        of: "0.0,0.0,0.0,0.0,0.0,0.0,9.81", with: "\(Double($0) / 100),0.0,0.0,0.0,0.0,0.0,9.81")
    }
    try folder.write(
      "samples.csv", "time_s,gx,gy,gz,ax,ay,az,mx,my,mz\n" + rows.joined(separator: "\n") + "\n")
    let values = rows.flatMap { $0.split(separator: ",").compactMap { Double($0) } }
    try folder.write(
      "samples.bin", values.flatMap { withUnsafeBytes(of: $0.bitPattern.littleEndian, Array.init) })
    let capture = (0..<60).map { "#YPRAG=\($0).00,1.50,-0.25,0.00,0.00,256.00,0.02,-0.01,0.00\r\n" }
    try folder.write("capture.bin", capture.joined())
    let store = "sqlite:\(folder.path)/.local/share/flexion/store.db"
    let kept = try flexion("process recordings/squats_left.csv --store \(store)", in: folder)
    try #require(kept.exit == 0, "\(kept.errors)")
    let plan = try flexion(
      "plan apply docs/plans/demo.json --store \(store) --now 2026-11-02T08:00:00Z", in: folder)
    try #require(plan.exit == 0, "\(plan.errors)")
  }

  /// The same line with another port, and with an end where it would go on for ever.
  private func staged(_ line: String, _ folder: TestFolder) -> String {
    var line = String(line.dropFirst("flexion ".count))
    line = line.replacingOccurrences(of: "/dev/ttyACM0", with: folder.file("board"))
    line = line.replacingOccurrences(of: "/dev/ttyUSB0", with: folder.file("sensor"))
    line = line.replacingOccurrences(of: "--until 30", with: "--until 2")
    if line.hasPrefix("stream"), line.contains("board"), !line.contains("--until") { line += " --until 5" }
    if line.hasPrefix("measure") {
      // Nobody is at the keyboard: the motion begins at once and ends in time.
      line = line.replacingOccurrences(of: " --until 2", with: "") + " --until 5 --force"
    }
    if line.hasPrefix("simulate device") {
      line = line.replacingOccurrences(of: " --duration 60", with: "") + " --duration 1"
    }
    return line
  }

  @Test func `run as they stand`() throws {
    let folder = try TestFolder()
    try stage(folder)
    let board = try RunningProgram(
      "simulate device --motion squats --rate 50 --link {}/board", in: folder, name: "b")
    _ = try board.port()
    // A sensor that obeys commands, at the name of the first USB adapter.
    let sensor = try RunningProgram(
      "simulate device --protocol witmotion --wiring shank --link {}/sensor", in: folder, name: "s")
    _ = try sensor.port()
    let clock = ["FLEXION_NOW": "2026-11-03T12:00:00Z"]
    let before = Set(folder.names)
    for example in CommandTable.verbs.flatMap(\.examples) {
      let run = try flexion(staged(example.line, folder), in: folder, environment: clock, timeout: 300)
      #expect(run.exit == 0, "\(example.line): \(run.errors)")
      // Two examples may write a file of one name; later ones read the store and the raw log of earlier ones.
      for name in folder.names
      where !before.contains(name) && (name.hasSuffix(".csv") || name.hasSuffix(".svg")) {
        try FileManager.default.removeItem(atPath: folder.file(name))
      }
    }
    board.send(SIGTERM)
    sensor.send(SIGTERM)
  }
}

@Suite struct `The flags of the table` {
  /// Every command line of the tests, as words.
  private func lines() throws -> [[String]] {
    let folder = SharedData.packageRoot + "/Tests/CommandTests"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasSuffix("Tests.swift")
    }
    return try files.flatMap { file -> [[String]] in
      let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
      return text.matches(of: /"((?:[^"\\]|\\.)*)"/).map {
        $0.output.1.split(separator: " ").map(String.init)
      }
    }
  }

  @Test func `are each used by a test of the built program`() throws {
    let lines =
      try lines()
      + CommandTable.verbs.flatMap(\.examples).map { $0.line.split(separator: " ").map(String.init) }
    let used = Set(lines.joined())
    for verb in CommandTable.verbs {
      for flag in verb.allFlags {
        let names = ["--\(flag.name)"] + (flag.short.map { ["-\($0)"] } ?? [])
        let isUsed = names.contains { name in
          used.contains(name) || used.contains { $0.hasPrefix(name + "=") }
        }
        #expect(isUsed, "\(verb.name) --\(flag.name)")
      }
    }
  }

  @Test func `every verb is called by a test`() throws {
    let lines = try lines()
    for verb in CommandTable.verbs {
      #expect(
        lines.contains { $0.starts(with: verb.path) || $0.dropFirst().starts(with: verb.path) },
        "\(verb.name)")
    }
  }

  @Test func `every answer has a schema`() {
    for verb in CommandTable.verbs {
      #expect(throws: Never.self, "\(verb.schema)") { try SchemaCheck(shape: verb.schema) }
    }
  }
}
