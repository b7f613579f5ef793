import Care
import Foundation
import TestSupport
import Testing

@testable import CareStore

/// Stores of older programs, as they were written.
@Suite struct MigrationTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  /// The committed store of schema 2.
  private func makeOld() throws {
    let sql = try String(
      contentsOfFile: SharedData.packageRoot + "/Tests/TestSupport/Vectors/store-schema-2.sql",
      encoding: .utf8)
    let descriptor = open(fixture.path, O_CREAT | O_WRONLY, 0o600)
    close(descriptor)
    try SQLiteConnection(path: fixture.path, .readWrite, waitMilliseconds: 0).execute(sql)
  }

  private func rows(_ path: String, _ sql: String) throws -> [String] {
    try SQLiteConnection(path: path, .readOnly, waitMilliseconds: 0).rows(sql) { $0.text(0) }
  }

  @Test func `an older store is migrated behind a copy of it as it was, and reads as before`() async throws {
    try makeOld()
    let store = try fixture.open(.readWrite)
    let copy = try #require(store.warnings.first { $0.kind == .migrated }?.path)
    #expect(copy == store.path + ".schema-2.backup")
    #expect(try fixture.mode(copy) == 0o600)
    #expect(try rows(copy, "SELECT name FROM migration") == ["1 care records", "2 calibrations"])
    #expect(try rows(copy, "PRAGMA integrity_check") == ["ok"])
    #expect(try rows(store.path, "SELECT name FROM migration").count == Migration.all.count)
    let read = try await store.read { records in
      (try records.outcomes(OutcomeFilter(participant: .me)), try records.chains(of: .me).map(\.id))
    }
    #expect(read.0.map { $0.values.map(\.kind) } == [["flexionRange", "flexionMinimum", "flexionMaximum"]])
    #expect(read.1 == ["knee.left", "knee.right"])
    #expect(try StoreVerification("sqlite:" + fixture.path).isWhole)
    // The second time there is nothing to do, and no second copy.
    #expect(try fixture.open(.readWrite).warnings.isEmpty)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder).filter { $0.contains("backup") }
        .count
        == 1)
  }

  @Test func `an older store that is only read says so and stays as it is`() throws {
    try makeOld()
    let before = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
    let error = #expect(throws: StoreFault.self) { try fixture.open(.readOnly) }
    #expect(error?.kind == .olderSchema && error?.detail == "1 steps missing")
    #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.path)) == before)
    #expect(try StoreSummary("sqlite:" + fixture.path).isCurrent == false)
  }

  @Test func `a copy that lies there already is never overwritten`() throws {
    try makeOld()
    let taken = fixture.path + ".schema-2.backup"
    try Data("mine".utf8).write(to: URL(fileURLWithPath: taken))
    let store = try fixture.open(.readWrite)
    #expect(store.warnings.map(\.path) == [store.path + ".schema-2.backup-2"])
    #expect(try String(contentsOfFile: taken, encoding: .utf8) == "mine")
  }

  @Test func `a store that cannot be copied first is not migrated`() throws {
    try makeOld()
    // No room for a copy: every name is taken.
    for number in 1...999 {
      let name = fixture.path + ".schema-2.backup" + (number == 1 ? "" : "-\(number)")
      #expect(FileManager.default.createFile(atPath: name, contents: nil))
    }
    let error = #expect(throws: StoreFault.self) { try fixture.open(.readWrite) }
    #expect(error?.kind == .cannotCreate)
    #expect(try rows(fixture.path, "SELECT name FROM migration").count == 2)
    let leftOver = try FileManager.default.contentsOfDirectory(atPath: fixture.folder)
    #expect(!leftOver.contains { $0.hasPrefix(".flexion-") })
  }

  @Test func `every step of the schema can be the last one of an older store`() throws {
    for count in 1..<Migration.all.count {
      let path = fixture.folder + "/old-\(count).db"
      close(open(path, O_CREAT | O_WRONLY, 0o600))
      let connection = try SQLiteConnection(path: path, .readWrite, waitMilliseconds: 0)
      for step in Migration.all.prefix(count) {
        try connection.execute(step.sql)
        try connection.run("INSERT INTO migration (name, at, actor) VALUES (?, '', '')", [.text(step.name)])
      }
      try connection.execute("PRAGMA application_id = \(SQLiteConnection.applicationID)")
      let store = try SQLiteStore("sqlite:" + path, .readWrite, as: "t", at: fixture.now)
      #expect(store.warnings.map(\.kind) == [.migrated])
      #expect(try StoreVerification("sqlite:" + path).isWhole)
    }
  }

  @Test func `processes that open an older store at once migrate it once`() async throws {
    try makeOld()
    try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<6 {
        group.addTask { [path = fixture.path, now = fixture.now] in
          try SQLiteStore("sqlite:" + path, .readWrite, as: "t", at: now).warnings.count
        }
      }
      var migrated = 0
      for try await count in group { migrated += count }
      #expect(migrated == 1)
    }
  }
}
