import Care
import Glibc
import JSONText

/// What `restore` did.
public struct StoreRestoration: Hashable, Sendable {
  public var path: String
  public var manifest: BackupManifest
  /// The backup as it was, beside the store; nil where its schema was the present one.
  public var copyBeforeMigration: String?
}

extension SQLiteStore {
  /// What the manifest of a backup promises, compared with the file. Throws `StoreFault` and the errors of JSON.
  public static func checkBackup(_ file: String, _ tools: CopyTools) throws -> BackupManifest {
    let note = BackupManifest.path(of: file)
    guard fileExists(file) else { throw StoreFault(.missing, path: file, detail: "backup") }
    guard let text = try readFile(note) else { throw StoreFault(.missing, path: note, detail: "manifest") }
    let manifest: BackupManifest
    do { manifest = try BackupManifest(parsing: text) } catch {
      throw StoreFault(.badBackup, path: note, detail: "manifest: \(error)")
    }
    func require(_ holds: Bool, _ detail: String) throws {
      if !holds { throw StoreFault(.badBackup, path: file, detail: detail) }
    }
    try require(file.split(separator: "/").last.map(String.init) == manifest.file, "name")
    try require(fileSize(file) == manifest.bytes, "size")
    try require(try tools.sha256(file) == manifest.sha256, "sha256")
    let known = Migration.all.map(\.name)
    guard manifest.steps.count <= known.count else {
      throw StoreFault(
        .newerSchema, path: file, detail: "has \(manifest.steps.count) steps, \(known.count) known")
    }
    try require(!manifest.steps.isEmpty && known.starts(with: manifest.steps), "schema")
    return manifest
  }

  /// Puts a backup where no store is. A check that fails leaves nothing behind, folders included.
  public static func restore(
    _ file: String, to address: String, as actor: String, at now: Instant, _ tools: CopyTools
  ) async throws -> StoreRestoration {
    let manifest = try checkBackup(file, tools)
    let place = try EmptyPlace(address)
    do {
      let copy = try TemporaryFile(beside: place.path)
      try copyBytes(file, to: copy.path, tools.progress)
      guard try tools.sha256(copy.path) == manifest.sha256 else {
        throw StoreFault(.badBackup, path: file, detail: "sha256 of the copy")
      }
      do { try SQLiteConnection.checkCopy(copy.path, has: manifest.tables) } catch var fault as StoreFault {
        fault.path = file
        throw fault
      }
      try copy.publish(as: place.path, replacing: false)
      place.isFilled = true
      let store = try SQLiteStore(address, .readWrite, as: actor, at: now)
      let migrated = store.warnings.first { $0.kind == .migrated }?.path
      place.copyBeforeMigration = migrated
      try await store.requireRows(of: manifest)
      try await store.write(as: actor, at: now) { ledger in
        try ledger.append(
          AuditEntry(action: "store.restore", subject: manifest.sha256, at: now, actor: actor))
      }
      return StoreRestoration(path: place.path, manifest: manifest, copyBeforeMigration: migrated)
    } catch {
      place.empty()
      throw error
    }
  }

  /// After a migration too: every row of the backup is there, and what must hold between them holds.
  private func requireRows(of manifest: BackupManifest) throws {
    let found = try connection.tableSizes()
    for size in manifest.tables where !["migration", "auditEntry"].contains(size.table) {
      guard found.contains(size) else {
        throw StoreFault(.badBackup, path: path, detail: "rows of \(size.table)")
      }
    }
    let broken = try connection.transaction("BEGIN") { try connection.verified { _, _ in } }.checks
    if let check = broken.first(where: { !$0.holds }) {
      throw StoreFault(.badBackup, path: path, detail: check.name)
    }
  }
}

/// A place for a store in which nothing lies yet, with the folders that were made for it.
private final class EmptyPlace {
  let path: String
  private let madeFolders: [String]
  var isFilled = false
  var copyBeforeMigration: String?

  init(_ address: String) throws {
    let given = try StoreFile.path(ofAddress: address)
    madeFolders = try StoreFile.makeFolders(of: given)
    do {
      path = try StoreFile.resolved(given)
      for suffix in ["", "-wal", "-shm", "-journal"] where isThere(path + suffix) {
        throw StoreFault(.occupied, path: path + suffix)
      }
    } catch {
      for folder in madeFolders.reversed() { rmdir(folder) }
      throw error
    }
  }

  func empty() {
    if isFilled { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) } }
    if let copyBeforeMigration { unlink(copyBeforeMigration) }
    for folder in madeFolders.reversed() { rmdir(folder) }
  }
}

/// Also a link that leads nowhere.
private func isThere(_ path: String) -> Bool {
  var status = stat()
  return lstat(path, &status) == 0
}

private func copyBytes(_ source: String, to target: String, _ progress: (Int, Int) -> Void) throws {
  let input = open(source, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
  guard input >= 0 else { throw StoreFault(.notPermitted, path: source) }
  defer { close(input) }
  let output = open(target, O_WRONLY | O_CLOEXEC | O_NOFOLLOW)
  guard output >= 0 else { throw StoreFault(creating: target) }
  defer { close(output) }
  let total = fileSize(source) ?? 0
  var room = [UInt8](repeating: 0, count: 1 << 20)
  var done = 0
  while case let count = read(input, &room, room.count), count != 0 {
    guard count > 0 else { throw StoreFault(.inputOutput, path: source) }
    try TemporaryFile.write(room[..<count], to: output, target)
    done += count
    progress(done, total)
  }
}
