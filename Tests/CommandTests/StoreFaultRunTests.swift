import Care
import CareStore
import Foundation
import Inertial
import JSONText
import Testing

private let store = "--store sqlite:{}/s/knee.db"

private func attach(_ number: Int, day: Int) -> String {
  "outcomes attach \(number) --day \(KeptMeasurements.day(day)) \(store)"
}

/// The built program and its store where the surroundings fail.
@Suite(.serialized) struct `A store under faults` {
  private func isWhole(_ folder: TestFolder) throws -> Bool {
    try flexion("store verify \(store)", in: folder).exit == 0
  }

  /// 50 with FLEXION_LONG_TESTS=1.
  private var kills: Int { ProcessInfo.processInfo.environment["FLEXION_LONG_TESTS"] == "1" ? 50 : 8 }

  @Test func `keeps every acknowledged answer, whole, through kills at any moment`() async throws {
    let folder = try TestFolder()
    let count = kills
    try await KeptMeasurements.make(count + 1, in: folder)
    let start = Date()
    try #require(
      flexion(attach(count + 1, day: count), in: folder, environment: KeptMeasurements.clock).exit == 0)
    let whole = Date().timeIntervalSince(start)
    var random = SplitMix64(seed: 6)
    var acknowledged: Set<String> = [KeptMeasurements.day(count)]
    for round in 0..<count {
      let run = try RunningProgram(
        attach(round + 1, day: round), in: folder, name: "run", environment: KeptMeasurements.clock)
      usleep(UInt32(random.uniform() * whole * 1.3 * 1e6))
      run.send(SIGKILL)
      if try run.end().exit == 0 { acknowledged.insert(KeptMeasurements.day(round)) }
    }
    let answered = try await KeptMeasurements.answered(in: folder)
    #expect(acknowledged.isSubset(of: answered.keys))
    #expect(answered.values.allSatisfy { $0 == 1 })
    #expect(try isWhole(folder))
    // Work goes on: what was cut off can be done now.
    for round in 0..<count {
      #expect(
        try flexion(attach(round + 1, day: round), in: folder, environment: KeptMeasurements.clock).exit == 0)
    }
    #expect(try await KeptMeasurements.answered(in: folder).count == count + 1)
  }

  @Test func `gives each event one answer, whoever of eight processes is first`() async throws {
    let folder = try TestFolder()
    let (processes, days) = (8, 3)
    try await KeptMeasurements.make(processes * days, in: folder, resettable: false)
    for day in 0..<days {
      let runs = try (0..<processes).map { process in
        try RunningProgram(
          attach(day * processes + process + 1, day: day), in: folder, name: "p\(process)",
          environment: KeptMeasurements.clock)
      }
      let codes = try runs.map { try $0.end().exit }
      #expect(codes.count { $0 == 0 } == 1, "\(codes)")
      #expect(codes.allSatisfy { [0, 65, 75].contains($0) }, "\(codes)")
    }
    #expect(try await KeptMeasurements.answered(in: folder).values.map { $0 } == [1, 1, 1])
    #expect(try isWhole(folder))
  }

  /// A command in a shell that allows files of so many blocks of 512 bytes, and ignores the signal.
  private func limited(_ blocks: Int, _ line: String, in folder: TestFolder) throws -> BuiltProgram.Outcome {
    let command = "trap '' XFSZ; ulimit -f \(blocks); exec \(BuiltProgram.path) \(line)"
    return try shell(command.replacingOccurrences(of: "{}", with: folder.path), in: folder)
  }

  private func shell(_ command: String, in folder: TestFolder) throws -> BuiltProgram.Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", command]
    process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
    process.environment = BuiltProgram.environment(home: folder.path).merging(KeptMeasurements.clock) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Short texts: neither pipe fills while the other is read.
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return BuiltProgram.Outcome(exit: process.terminationStatus, output: text, errors: words)
  }

  @Test func `says in one line that the disk is full, stays whole, and goes on when there is room`()
    async throws
  {
    let folder = try TestFolder()
    try await KeptMeasurements.make(2, in: folder)
    try #require(flexion(attach(1, day: 0), in: folder, environment: KeptMeasurements.clock).exit == 0)
    let run = try limited(8, attach(2, day: 1), in: folder)
    #expect(run.exit == 74 && run.errorLines.count == 1, "\(run)")
    #expect(run.errors.contains("s/knee.db"))
    #expect(try await KeptMeasurements.answered(in: folder) == [KeptMeasurements.day(0): 1])
    #expect(try isWhole(folder))
    let copy = try limited(100, "store backup --to b.bak \(store)", in: folder)
    #expect(copy.exit == 74 && copy.errors.contains("b.bak"), "\(copy)")
    #expect(folder.names.filter { $0.contains("b.bak") || $0.contains(".flexion-") } == [])
    #expect(try flexion(attach(2, day: 1), in: folder, environment: KeptMeasurements.clock).exit == 0)
  }

  @Test(.enabled(if: geteuid() == 0)) func `keeps what it has on a file system that is full`() async throws {
    let folder = try TestFolder()
    try FileManager.default.createDirectory(atPath: folder.file("s"), withIntermediateDirectories: false)
    let mounted = try shell("mount -t tmpfs -o size=1m,mode=700 tmpfs s 2>/dev/null", in: folder)
    // Not permitted in every container: the test before limits the size of a file instead.
    guard mounted.exit == 0 else { return }
    defer { _ = try? shell("umount s", in: folder) }
    try await KeptMeasurements.make(2, in: folder)
    try #require(flexion(attach(1, day: 0), in: folder, environment: KeptMeasurements.clock).exit == 0)
    _ = try shell("cat /dev/zero > s/filler 2>/dev/null", in: folder)
    let full = try flexion(attach(2, day: 1), in: folder, environment: KeptMeasurements.clock)
    #expect(full.exit == 74 && full.errorLines.count == 1, "\(full)")
    _ = try shell("rm s/filler", in: folder)
    #expect(try isWhole(folder))
    #expect(try await KeptMeasurements.answered(in: folder) == [KeptMeasurements.day(0): 1])
    #expect(try flexion(attach(2, day: 1), in: folder, environment: KeptMeasurements.clock).exit == 0)
  }

  @Test func `says in one line that another process holds it, and works when that ends`() async throws {
    let folder = try TestFolder()
    try await KeptMeasurements.make(1, in: folder)
    let holder = try SQLiteStore("sqlite:" + folder.file("s/knee.db"), as: "h", at: KeptMeasurements.now)
    let run = try await holder.write(as: "h", at: KeptMeasurements.now) { _ in
      try flexion(attach(1, day: 0), in: folder, environment: KeptMeasurements.clock)
    }
    #expect(run.exit == 75 && run.errorLines.count == 1, "\(run)")
    #expect(try flexion(attach(1, day: 0), in: folder, environment: KeptMeasurements.clock).exit == 0)
  }

  @Test func `names itself where a page is damaged, loses nothing else, and gives no backup`() async throws {
    let folder = try TestFolder()
    try await KeptMeasurements.make(400, in: folder)
    try #require(flexion(attach(1, day: 0), in: folder, environment: KeptMeasurements.clock).exit == 0)
    let path = folder.file("s/knee.db")
    var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    let place = try #require(bytes.range(of: Data("raw-200.csv".utf8))).lowerBound / 4096 * 4096
    bytes.replaceSubrange(place..<place + 16, with: Data(repeating: 0xA5, count: 16))
    try folder.write("s/knee.db", [UInt8](bytes))
    chmod(path, 0o600)
    let run = try flexion("store verify --json \(store)", in: folder)
    #expect(run.exit == 74 && run.errors.contains(path) && run.errorLines.count >= 1, "\(run)")
    let list = try flexion("outcomes list \(store)", in: folder)
    #expect(list.exit == 74 && list.errors.contains(path) && list.output.isEmpty)
    // The answer lies on other pages.
    let feed = try flexion("feed --day \(KeptMeasurements.day(0)) \(store)", in: folder)
    #expect(feed.exit == 0 && feed.output.contains("1 of 1"))
    #expect(try flexion("store backup --to b.bak \(store)", in: folder).exit == 74)
    #expect(folder.names.filter { $0.contains("b.bak") || $0.contains(".flexion-") } == [])
  }

  @Test func `of a newer program is refused with both numbers`() async throws {
    let folder = try TestFolder()
    try await KeptMeasurements.make(1, in: folder)
    _ = try shell(
      "python3 -c \"import sqlite3; d=sqlite3.connect('s/knee.db'); d.execute(\\\"INSERT INTO migration (name, at, actor) VALUES ('99 later', '', '')\\\"); d.commit()\"",
      in: folder)
    for verb in ["feed", "store info", "store verify", "store migrate", "store init"] {
      let run = try flexion("\(verb) \(store)", in: folder)
      #expect(run.exit == 78 && run.errors.contains("4 steps, 3 known"), "\(verb): \(run)")
    }
  }
}
