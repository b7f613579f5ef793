import Care
import Foundation
import Glibc
import Testing

@testable import CareStore

/// What happens when processes end in the middle, or work at the same time.
@Suite struct StoreProcessTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private func rows(_ sql: String) throws -> [String] {
    try SQLiteConnection(path: fixture.path, .readWrite, waitMilliseconds: 1000).rows(sql) { $0.text(0) }
  }

  /// Numbers that a writer had been told are stored.
  private func acknowledged(_ log: String? = nil) throws -> [Int] {
    let text = (try? String(contentsOfFile: log ?? fixture.path + ".log", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").compactMap { Int($0) }
  }

  /// 50 with FLEXION_LONG_TESTS=1.
  static let kills: UInt64 = ProcessInfo.processInfo.environment["FLEXION_LONG_TESTS"] == "1" ? 50 : 12

  @Test(arguments: 0..<kills)
  func `a kill at any moment loses nothing acknowledged and leaves whole transactions`(seed: UInt64)
    async throws
  {
    await #expect(processExitsWith: .signal(SIGKILL)) {
      [path = fixture.path as String, seed = seed as UInt64] in
      let delay = 1000 + UInt32(truncatingIfNeeded: (seed &+ 1) &* 7919) % 60_000
      Thread.detachNewThread {
        usleep(delay)
        kill(getpid(), SIGKILL)
      }
      try await StoreWriter(path).writeForever()
    }
    let acknowledged = try acknowledged()
    guard FileManager.default.fileExists(atPath: fixture.path) else { return #expect(acknowledged.isEmpty) }
    _ = try fixture.open()
    #expect(try rows("PRAGMA integrity_check") == ["ok"])
    #expect(try rows("PRAGMA foreign_key_check").isEmpty)
    let stored = try rows("SELECT parameterHash FROM measurement ORDER BY number").compactMap { Int($0) }
    #expect(stored.starts(with: acknowledged))
    #expect(stored.count <= acknowledged.count + 1)
    // One transaction: measurement, event, outcome, value.
    for table in ["measurementEvent", "outcomeVersion", "outcomeValue"] {
      #expect(try rows("SELECT count(*) FROM \(table)") == ["\(stored.count)"])
    }
  }

  @Test func `a kill inside a transaction leaves the state before it`() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = fixture.path as String] in
      let writer = try StoreWriter(path)
      try await writer.write(0)
      try await writer.write(1) { kill(getpid(), SIGKILL) }
    }
    #expect(try rows("SELECT parameterHash FROM measurement") == ["0"])
    #expect(try rows("SELECT count(*) FROM outcomeVersion") == ["1"])
  }

  @Test func `processes that keep the same measurements and answer the same event make one of each`()
    async throws
  {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for process in 0..<4 {
        group.addTask { [path = fixture.path] in
          await #expect(processExitsWith: .success) { [path = path as String, process = process as Int] in
            let writer = try StoreWriter(path)
            for number in 0..<25 { try await writer.keepAndAnswer((number + process * 5) % 25) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try rows("SELECT count(*) FROM measurement") == ["25"])
    #expect(try rows("SELECT count(*) FROM taskVersion") == ["1"])
    #expect(try rows("SELECT count(*) FROM migration") == ["3"])
    let store = try fixture.open()
    let live = try await store.read { try $0.outcomes(OutcomeFilter(participant: .me)) }
    #expect(live.map(\.event.occurrence).sorted() == Array(0..<25))
  }

  @Test func `of eight processes that answer the same events one is told that it did, the others why not`()
    async throws
  {
    try await StoreWriter(fixture.path).write(0)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for process in 0..<8 {
        group.addTask { [path = fixture.path] in
          await #expect(processExitsWith: .success) { [path = path as String, process = process as Int] in
            let writer = try StoreWriter(path, log: "\(path).\(process)")
            for step in 0..<15 {
              let number = (step + process * 2) % 15 + 1
              if try await writer.answers(number) { try writer.note(number) }
            }
          }
        }
      }
      try await group.waitForAll()
    }
    let won = try (0..<8).flatMap { process in
      try acknowledged("\(fixture.path).\(process).log")
    }
    #expect(won.sorted() == Array(1...15))
    let live = try await fixture.open().read { try $0.outcomes(OutcomeFilter(participant: .me)) }
    #expect(live.map(\.event.occurrence).sorted() == Array(0...15))
    #expect(try StoreVerification("sqlite:" + fixture.path).isWhole)
  }

  @Test func `a disk that takes no more is a fault, what was acknowledged stays and work goes on later`()
    async throws
  {
    await #expect(processExitsWith: .exitCode(3)) { [path = fixture.path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 300_000, rlim_max: 300_000)
      setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
      do {
        try await StoreWriter(path).writeForever()
      } catch let fault as StoreFault where [.inputOutput, .full].contains(fault.kind) {
        exit(3)
      }
    }
    let acknowledged = try acknowledged()
    #expect(!acknowledged.isEmpty)
    #expect(try rows("PRAGMA integrity_check") == ["ok"])
    #expect(
      try rows("SELECT parameterHash FROM measurement ORDER BY number") == acknowledged.map(String.init))
    try await StoreWriter(fixture.path).write(100_000)
    #expect(try rows("SELECT count(*) FROM measurement") == ["\(acknowledged.count + 1)"])
  }

  @Test func `a store that lies where nothing can be written is read, and writing it is refused`()
    async throws
  {
    try await StoreWriter(fixture.path).write(0)
    chmod(fixture.path, 0o444)
    chmod(fixture.folder, 0o555)
    defer { chmod(fixture.folder, 0o700) }
    await #expect(processExitsWith: .exitCode(77)) { [path = fixture.path as String] in
      // An administrator may write everywhere: go on as somebody who may not.
      if geteuid() == 0 { seteuid(65_534) }
      let now = Instant(rfc3339: "2026-03-02T12:00:00Z")!
      let reader = try SQLiteStore("sqlite:" + path, .readOnly, as: "r", at: now)
      let count = try await reader.read { try $0.measurements(MeasurementFilter(participant: .me)).count }
      guard count == 1 else { exit(1) }
      do { _ = try StoreWriter(path) } catch let fault as StoreFault where fault.kind == .readOnly {
        exit(77)
      }
    }
  }

  @Test func `a second reader sees what the first process committed, and no less afterwards`() async throws {
    let (writer, reader) = (try StoreWriter(fixture.path), try fixture.open())
    for number in 0..<3 {
      try await writer.write(number)
      let count = try await reader.read { try $0.measurements(MeasurementFilter(participant: .me)).count }
      #expect(count == number + 1)
    }
  }
}

/// Writes numbered measurements, each with its outcome, and notes what was acknowledged.
struct StoreWriter: Sendable {
  let store: SQLiteStore
  private let log: String
  let occasion = Occasion(
    actor: "writer", now: Instant(rfc3339: "2026-03-02T12:00:00Z")!, zone: Zone("Europe/Berlin")!)

  init(_ path: String, log: String? = nil) throws {
    self.log = (log ?? path) + ".log"
    store = try SQLiteStore("sqlite:" + path, as: "writer", at: occasion.now, waitMilliseconds: 60_000)
  }

  func writeForever() async throws {
    for number in 0... {
      try await write(number)
      try note(number)
    }
  }

  /// One transaction; `before` runs when everything but the commit is done.
  func write(_ number: Int, before commit: @escaping @Sendable () -> Void = {}) async throws {
    try await store.write(as: "writer", at: occasion.now) { [self] ledger in
      let key = EventKey(taskVersion: try task(ledger), occurrence: number)
      let kept = try ledger.keep(record(number)).stored
      try ledger.attach(kept, to: attachment(key))
      let value = OutcomeValue(.double(Double(number)), kind: "range", createdDate: occasion.now)
      try ledger.addOutcome(to: key, values: [value], occasion)
      commit()
    }
  }

  /// As several processes do it: the second one finds everything done.
  func keepAndAnswer(_ number: Int) async throws {
    try await store.write(as: "writer", at: occasion.now) { [self] ledger in
      let key = EventKey(taskVersion: try task(ledger), occurrence: number)
      let kept = try ledger.keep(record(number))
      guard kept.isNew else { return }
      try ledger.attach(kept.stored, to: attachment(key))
      try ledger.addOutcome(to: key, values: [], occasion)
    }
  }

  /// false where another process was first.
  func answers(_ number: Int) async throws -> Bool {
    do {
      try await store.write(as: "writer", at: occasion.now) { [self] ledger in
        let value = OutcomeValue(.integer(number), createdDate: occasion.now)
        try ledger.addOutcome(
          to: EventKey(taskVersion: try task(ledger), occurrence: number), values: [value], occasion)
      }
      return true
    } catch CareError.duplicateOutcome { return false }
  }

  private func task(_ ledger: any CareLedger) throws -> UUID {
    if let task = try ledger.task("k", of: .me) { return task.uuid }
    let content = TaskContent(schedule: try .perDay(1, from: LocalDate("2026-03-02")!))
    return try ledger.addTask(TaskDraft(id: "k", content: content), occasion).uuid
  }

  private func record(_ number: Int) -> MeasurementRecord {
    MeasurementRecord(
      participant: .me, sha256: String(repeating: "a", count: 64),
      method: .init(name: "m", version: "1", parameterHash: "\(number)"), side: .left,
      numbers: RangeOfMotionResult(definition: .jointAngle, range: Double(number)), source: "x")
  }

  private func attachment(_ key: EventKey) -> MeasurementAttachment {
    MeasurementAttachment(
      event: key, task: "k", day: LocalDate("2026-03-02")!, limb: .left, attachedAt: occasion.now)
  }

  func note(_ number: Int) throws {
    let descriptor = open(log, O_WRONLY | O_APPEND | O_CREAT, 0o600)
    defer { close(descriptor) }
    _ = "\(number)\n".withCString { Glibc.write(descriptor, $0, strlen($0)) }
  }
}
