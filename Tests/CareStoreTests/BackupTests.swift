import Care
import Foundation
import Testing

@testable import CareStore

/// Backups are whole, and only whole ones come back.
@Suite struct BackupTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  /// Stands in for the digest of the command line: any change of a byte changes it.
  private let tools = CopyTools(sha256: { path in
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return String(repeating: "0", count: 48) + String(hash | 1 << 63, radix: 16)
  })

  private var target: String { fixture.folder + "/b.backup" }
  private var place: String { fixture.folder + "/new/deep/store.db" }

  private func backup(replacing: Bool = false) throws -> BackupManifest {
    try SQLiteStore.backup(
      "sqlite:" + fixture.path, to: target, replacing: replacing, as: "t", at: fixture.now, tools)
  }

  private func restore() async throws -> StoreRestoration {
    try await SQLiteStore.restore(target, to: "sqlite:" + place, as: "t", at: fixture.now, tools)
  }

  private func dump(_ path: String, without tables: Set<String> = ["auditEntry"]) throws -> [String] {
    let connection = try SQLiteConnection(path: path, .readWrite, waitMilliseconds: 1000)
    return try connection.tableNames().filter { !tables.contains($0) }.flatMap { table in
      let columns = try connection.rows("SELECT name FROM pragma_table_info(?)", [.text(table)]) {
        $0.text(0)
      }
      let row = columns.map { "quote(\($0))" }.joined(separator: " || '|' || ")
      return try connection.rows("SELECT \(row) FROM \(table) ORDER BY 1") { table + ":" + $0.text(0) }
    }
  }

  @Test func `a backup comes back row by row, and the trail says who did it`() async throws {
    for number in 0..<5 { try await StoreWriter(fixture.path).write(number) }
    let manifest = try backup()
    #expect(manifest.tables.contains(TableSize(table: "outcomeVersion", rows: 5)))
    #expect(manifest.recordings.map(\.path) == ["x"])
    #expect(manifest.steps == Migration.all.map(\.name))
    for name in [target, BackupManifest.path(of: target)] { #expect(try fixture.mode(name) == 0o600) }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: fixture.folder).filter { $0.hasPrefix(".flexion") }
        == [])
    let restored = try await restore()
    #expect(restored.manifest == manifest && restored.copyBeforeMigration == nil)
    #expect(try dump(restored.path) == dump(fixture.path))
    #expect(try fixture.mode(restored.path) == 0o600)
    let store = try SQLiteStore("sqlite:" + place, .readOnly, as: "t", at: fixture.now)
    let entries = try await store.read { try $0.auditEntries(newest: 1) }
    #expect(entries.map(\.action) == ["store.restore"])
    #expect(entries.map(\.subject) == [manifest.sha256])
  }

  @Test func `a backup made while others write holds whole transactions`() async throws {
    let writer = try StoreWriter(fixture.path)
    for number in 0..<200 { try await writer.write(number) }
    let stopped = Task { [path = fixture.path] in
      let writer = try StoreWriter(path)
      for number in 200..<400 { try await writer.write(number) }
    }
    for _ in 0..<5 {
      let manifest = try backup(replacing: true)
      let rows = Dictionary(uniqueKeysWithValues: manifest.tables.map { ($0.table, $0.rows) })
      #expect(rows["outcomeVersion"] == rows["outcomeValue"])
      #expect(rows["outcomeVersion"] == rows["measurementEvent"])
    }
    try await stopped.value
    _ = try await restore()
    #expect(try StoreVerification("sqlite:" + place).isWhole)
  }

  @Test func `an existing file is left unless it may be replaced`() async throws {
    try await StoreWriter(fixture.path).write(0)
    _ = try backup()
    let before = try Data(contentsOf: URL(fileURLWithPath: target))
    #expect(throws: StoreFault.self) { try backup() }
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == before)
  }

  @Test(arguments: ["cut", "flip", "manifest", "rows", "newer", "name", "none", "other"])
  func `a backup that is not what it says is refused, and nothing is left behind`(damage: String) async throws
  {
    for number in 0..<3 { try await StoreWriter(fixture.path).write(number) }
    _ = try backup()
    let note = BackupManifest.path(of: target)
    var text = try String(contentsOfFile: note, encoding: .utf8)
    var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: target)))
    var expected = StoreFault.Kind.badBackup
    switch damage {
    case "cut": bytes.removeLast(4096)
    case "flip": bytes[bytes.count / 2] ^= 1
    case "manifest": text.removeLast(20)
    case "rows": text = text.replacingOccurrences(of: "\"outcomeValue\":3", with: "\"outcomeValue\":4")
    case "newer":
      let last = "\"\(Migration.all[Migration.all.count - 1].name)\""
      text = text.replacingOccurrences(of: last, with: last + ",\"99 later\"")
      expected = .newerSchema
    case "name": text = text.replacingOccurrences(of: "\"b.backup\"", with: "\"../b.backup\"")
    case "other": bytes = Array(repeating: 7, count: bytes.count)
    default: expected = .missing
    }
    try Data(bytes).write(to: URL(fileURLWithPath: target))
    try Data(text.utf8).write(to: URL(fileURLWithPath: note))
    if damage == "none" { try FileManager.default.removeItem(atPath: note) }
    let error = await #expect(throws: StoreFault.self) { _ = try await restore() }
    #expect(error?.kind == expected, "\(error as Any)")
    #expect(!FileManager.default.fileExists(atPath: fixture.folder + "/new"))
  }

  @Test func `a manifest that lies about rows is found in the copy, and nothing is left behind`() async throws
  {
    try await StoreWriter(fixture.path).write(0)
    _ = try backup()
    let connection = try SQLiteConnection(path: target, .readWrite, waitMilliseconds: 0)
    try connection.execute("INSERT INTO participant VALUES ('p9', '2026-01-01T00:00:00.000Z', 'x')")
    let note = BackupManifest.path(of: target)
    let old = try BackupManifest(parsing: [UInt8](try Data(contentsOf: URL(fileURLWithPath: note))))
    var forged = old
    forged.sha256 = try tools.sha256(target)
    try Data(forged.json.compactText.utf8).write(to: URL(fileURLWithPath: note))
    let error = await #expect(throws: StoreFault.self) { _ = try await restore() }
    #expect(error?.detail == "rows of participant")
    #expect(!FileManager.default.fileExists(atPath: fixture.folder + "/new"))
  }

  @Test func `a store is restored only where nothing lies`() async throws {
    try await StoreWriter(fixture.path).write(0)
    _ = try backup()
    for suffix in ["", "-wal", "-shm"] {
      let path = fixture.folder + "/taken.db"
      try Data("mine".utf8).write(to: URL(fileURLWithPath: path + suffix))
      let error = await #expect(throws: StoreFault.self) {
        _ = try await SQLiteStore.restore(target, to: "sqlite:" + path, as: "t", at: fixture.now, tools)
      }
      #expect(error?.kind == .occupied)
      #expect(try String(contentsOfFile: path + suffix, encoding: .utf8) == "mine")
      try FileManager.default.removeItem(atPath: path + suffix)
    }
  }
}
