import Care
import Foundation
import Testing

@testable import CareStore

@Suite struct StoreFaultTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private func fault(_ access: SQLiteStore.Access = .create, path: String? = nil) throws -> StoreFault.Kind? {
    do {
      _ = try SQLiteStore("sqlite:" + (path ?? fixture.path), access, as: "t", at: fixture.now)
      return nil
    } catch let fault as StoreFault {
      return fault.kind
    }
  }

  private func fault(_ body: () async throws -> Void) async throws -> StoreFault.Kind? {
    do {
      try await body()
      return nil
    } catch let fault as StoreFault {
      return fault.kind
    }
  }

  private func make(_ bytes: [UInt8], mode: Int = 0o600) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: fixture.path))
    chmod(fixture.path, mode_t(mode))
  }

  @Test func `file and side files are 0600 and made folders 0700, whatever the umask`() async throws {
    let before = umask(0)
    defer { umask(before) }
    let path = fixture.folder + "/a/b/store.db"
    let store = try SQLiteStore("sqlite:" + path, as: "t", at: fixture.now)
    let record = fixture.record("a")
    _ = try await store.write(as: "t", at: fixture.now) { try $0.keep(record) }
    for name in ["", "-wal", "-shm"] { #expect(try fixture.mode(path + name) == 0o600, "\(name)") }
    for folder in ["/a", "/a/b"] { #expect(try fixture.mode(fixture.folder + folder) == 0o700) }
    #expect(store.warnings.isEmpty)
  }

  @Test(arguments: [0o620, 0o602, 0o666, 0o622])
  func `a store that others can write is refused`(mode: Int) throws {
    _ = try fixture.open()
    chmod(fixture.path, mode_t(mode))
    #expect(try fault() == .othersCanWrite)
    #expect(try fault(.readOnly) == .othersCanWrite)
  }

  @Test func `a store that others can read is opened with a warning`() throws {
    _ = try fixture.open()
    chmod(fixture.path, 0o644)
    #expect(try fixture.open().warnings.map(\.kind) == [.othersCanRead])
  }

  @Test func `a store without the right to write is read-only, also for an administrator`() throws {
    _ = try fixture.open()
    chmod(fixture.path, 0o400)
    #expect(try fault() == .readOnly)
    chmod(fixture.path, 0o600)
    chmod(fixture.folder, 0o500)
    #expect(try fault() == .readOnly)
    chmod(fixture.folder, 0o700)
    #expect(try fault() == nil)
  }

  @Test func `a read-only store is read and refuses to be written`() async throws {
    let record = fixture.record("a")
    let writer = try fixture.open()
    _ = try await writer.write(as: "t", at: fixture.now) { try $0.keep(record) }
    let reader = try fixture.open(.readOnly)
    let read = try await reader.read { try $0.measurements(MeasurementFilter(participant: .me)) }
    #expect(read.map(\.record) == [record])
    let refused = try await fault {
      _ = try await reader.write(as: "t", at: fixture.now) { try $0.keep(record) }
    }
    #expect(refused == .readOnly)
  }

  @Test func `a symbolic link as the last part is refused, inside the way to it followed`() throws {
    _ = try fixture.open()
    symlink(fixture.path, fixture.folder + "/link.db")
    #expect(try fault(path: fixture.folder + "/link.db") == .notPermitted)
    symlink(fixture.folder, fixture.folder + "/folder")
    #expect(try fault(path: fixture.folder + "/folder/store.db") == nil)
  }

  @Test(arguments: [Array("hello".utf8), Array(repeating: 7, count: 5000), Array("SQLite format 3\0".utf8)])
  func `a file that is no database is refused and left as it is`(bytes: [UInt8]) throws {
    try make(bytes)
    #expect(try fault() == .notAStore)
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == Data(bytes))
  }

  @Test func `a folder, a missing store, a missing folder and other addresses are told apart`() throws {
    #expect(try fault(path: fixture.folder) == .notAStore)
    #expect(try fault(.readWrite) == .missing)
    #expect(try fault(.readOnly, path: fixture.folder + "/none/store.db") == .missing)
    #expect(try fault(path: "") == .badAddress)
    #expect(try fault(path: "/dev/null/store.db") == .cannotCreate)
    for address in ["store.db", "postgresql://x", "sqlite"] {
      let error = #expect(throws: StoreFault.self) { try SQLiteStore(address, as: "t", at: fixture.now) }
      #expect(error?.kind == .badAddress)
    }
  }

  @Test func `another program's database is refused`() throws {
    try make([])
    try SQLiteConnection(path: fixture.path, .readWrite, waitMilliseconds: 0)
      .execute("CREATE TABLE migration (x)")
    #expect(try fault() == .notAStore)
  }

  @Test func `a store of a newer program is refused with both numbers, one that needs migration is named`()
    throws
  {
    _ = try fixture.open()
    try make([])
    #expect(try fault(.readOnly) == .olderSchema)
    _ = try fixture.open()
    let connection = try SQLiteConnection(path: fixture.path, .readWrite, waitMilliseconds: 0)
    try connection.run("INSERT INTO migration (name, at, actor) VALUES ('99 later', '', '')")
    let error = #expect(throws: StoreFault.self) { try fixture.open() }
    #expect(error?.kind == .newerSchema)
    #expect(error?.detail == "has 4 steps, 3 known")
  }

  @Test func `a damaged page is a fault, never a crash or an empty answer`() async throws {
    let store = try fixture.open()
    let records = (0..<200).map { fixture.record(Character(String($0 % 10)), range: Double($0)) }
    _ = try await store.write(as: "t", at: fixture.now) { ledger in
      for (index, record) in records.enumerated() {
        var record = record
        record.method.parameterHash = "\(index)"
        _ = try ledger.keep(record)
      }
    }
    try SQLiteConnection(path: fixture.path, .readWrite, waitMilliseconds: 0)
      .execute("PRAGMA wal_checkpoint(TRUNCATE)")
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: fixture.path)))
    for place in stride(from: 4096 * 20, to: bytes.count, by: 1) { bytes[place] = 0xA5 }
    try make(bytes)
    let refused = try await fault {
      _ = try await fixture.open().read { try $0.measurements(MeasurementFilter(participant: .me)) }
    }
    #expect(refused == .damaged)
  }

  @Test func `rows can be neither changed, removed nor replaced by direct SQL`() async throws {
    let (fixture, record) = (self.fixture, fixture.record("a"))
    let content = try fixture.content(knee: .left)
    let store = try fixture.open()
    _ = try await store.write(as: "t", at: fixture.now) { [occasion = fixture.occasion] ledger in
      let task = try ledger.addTask(TaskDraft(id: "k", content: content), occasion)
      let key = EventKey(taskVersion: task.uuid, occurrence: 0)
      let kept = try ledger.keep(record).stored
      let attachment = MeasurementAttachment(
        event: key, task: "k", day: LocalDate("2026-03-02")!, limb: .left, attachedAt: occasion.now)
      try ledger.attach(kept, to: attachment)
      let value = OutcomeValue(.integer(1), createdDate: occasion.now)
      try ledger.addOutcome(to: key, values: [value], occasion)
      let start = PlanStart(
        plan: "p", firstDay: LocalDate("2026-03-02")!, appliedAt: occasion.now, zone: occasion.zone)
      try ledger.append(start, of: .me)
      _ = try ledger.keep(
        CalibrationRecord(
          participant: .me, sha256: record.sha256, method: record.method, side: .left, sensors: ["a", "b"],
          poseDegrees: [0], content: "{}", source: "a"))
    }
    // Another program would not set recursive_triggers.
    let connection = try SQLiteConnection(path: fixture.path, .readWrite, waitMilliseconds: 0)
    let tables = try connection.rows("SELECT name FROM sqlite_schema WHERE type = 'table'") { $0.text(0) }
    #expect(tables.count == 10)
    for table in tables {
      let column = try #require(
        connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table)]) { $0.text(0) }.first)
      for sql in [
        "UPDATE \(table) SET \(column) = \(column)", "DELETE FROM \(table)",
        "INSERT OR REPLACE INTO \(table) SELECT * FROM \(table)",
      ] {
        let error = #expect(throws: StoreFault.self, "\(sql)") { try connection.run(sql) }
        #expect(error?.kind == .constraint, "\(sql)")
      }
    }
  }

  @Test func `two live answers to one event are refused by the table itself`() async throws {
    let content = try fixture.content(knee: .left)
    let store = try fixture.open()
    let occasion = fixture.occasion
    let outcome = try await store.write(as: "t", at: fixture.now) { ledger in
      let task = try ledger.addTask(TaskDraft(id: "k", content: content), occasion)
      return try ledger.addOutcome(to: EventKey(taskVersion: task.uuid, occurrence: 0), values: [], occasion)
    }
    let connection = try SQLiteConnection(path: fixture.path, .readWrite, waitMilliseconds: 0)
    let columns = """
      participant, predecessors, kind, task, taskVersion, occurrence, generation, version, eventStart,
      eventEnd, effectiveDate, notes, details, at, actor
      """
    let error = #expect(throws: StoreFault.self) {
      try connection.run(
        "INSERT INTO outcomeVersion (uuid, outcome, \(columns)) SELECT 'U', 'O', \(columns) FROM outcomeVersion"
      )
    }
    #expect(error?.kind == .constraint)
    #expect(try await store.read { try $0.outcomes(OutcomeFilter(participant: .me)) } == [outcome])
  }

  @Test func `a lock that is held too long is busy and nothing is stored`() async throws {
    let store = try fixture.open(wait: 20)
    let other = try SQLiteConnection(path: fixture.path, .readWrite, waitMilliseconds: 0)
    try other.execute("BEGIN IMMEDIATE")
    let record = fixture.record("a")
    let refused = try await fault {
      _ = try await store.write(as: "t", at: fixture.now) { try $0.keep(record) }
    }
    #expect(refused == .busy)
    #expect(try await store.read { try $0.measurements(MeasurementFilter(participant: .me)) }.isEmpty)
    try other.execute("ROLLBACK")
    #expect(try await store.write(as: "t", at: fixture.now) { try $0.keep(record) }.isNew)
  }
}
