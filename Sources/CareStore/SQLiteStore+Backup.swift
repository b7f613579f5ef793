import Care
import Glibc

/// What the copies of a store need from outside: the digest of a file, and where progress goes.
public struct CopyTools {
  /// SHA-256 of a file, 64 hexadecimal digits.
  public var sha256: (_ path: String) throws -> String
  public var progress: (_ done: Int, _ total: Int) -> Void

  public init(
    sha256: @escaping (_ path: String) throws -> String,
    progress: @escaping (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) {
    self.sha256 = sha256
    self.progress = progress
  }
}

extension SQLiteStore {
  /// Copies the store as it stands now into one file, checks the copy, and writes its manifest beside it.
  ///
  /// Others may read and write meanwhile. Nothing appears under the name before the copy is whole and the audit
  /// trail has its entry. `actor` and `now` are those of the entry.
  ///
  /// - Parameter replacing: an existing backup and its manifest are replaced; else they are a fault.
  public static func backup(
    _ address: String, to target: String, replacing: Bool = false, as actor: String, at now: Instant,
    _ tools: CopyTools
  ) throws -> BackupManifest {
    let store = try StoreFile(address: address, create: false, forWriting: true)
    let source = try SQLiteConnection(path: store.path, .readWrite, waitMilliseconds: 10_000)
    try source.configure(readOnly: false)
    try source.requireCurrentSchema()
    let copy = try TemporaryFile(beside: target)
    let note = try TemporaryFile(beside: target)
    do {
      let (tables, steps, recordings) = try source.transaction("BEGIN") {
        let tables = try source.tableSizes()
        try source.copy(to: copy.path, progress: tools.progress)
        return (tables, try source.doneMigrations() ?? [], try source.recordings())
      }
      try SQLiteConnection.checkCopy(copy.path, has: tables)
      let manifest = BackupManifest(
        file: target.split(separator: "/").last.map(String.init) ?? target,
        sha256: try tools.sha256(copy.path), bytes: fileSize(copy.path) ?? 0, steps: steps, created: now,
        tables: tables, recordings: recordings)
      try note.fill(manifest.json.compactText + "\n")
      try source.transaction("BEGIN IMMEDIATE") {
        try SQLiteSession(connection: source, actor: actor, now: now).audit("store.backup", manifest.sha256)
      }
      try copy.publish(as: target, replacing: replacing)
      try note.publish(as: BackupManifest.path(of: target), replacing: replacing)
      return manifest
    } catch var fault as StoreFault where [copy.path, note.path].contains(fault.path) {
      fault.path = target
      throw fault
    }
  }
}

extension SQLiteConnection {
  /// A whole database with these rows, or a fault.
  static func checkCopy(_ path: String, has tables: [TableSize]) throws {
    let copy = try SQLiteConnection(path: path, .immutable, waitMilliseconds: 0)
    let damage = try copy.damage(limit: 1)
    guard damage.isEmpty else { throw StoreFault(.damaged, path: path, detail: damage[0]) }
    let found = try copy.tableSizes()
    guard Set(found) == Set(tables) else {
      let other = found.first { !tables.contains($0) } ?? tables.first { !found.contains($0) }
      throw StoreFault(.badBackup, path: path, detail: "rows of \(other?.table ?? "")")
    }
  }

  /// Every raw recording that rows name, once.
  fileprivate func recordings() throws -> [BackupManifest.Recording] {
    let sql = """
      SELECT source, sha256 FROM measurement UNION SELECT source, sha256 FROM calibration ORDER BY 1, 2
      """
    return try rows(sql) { BackupManifest.Recording(path: $0.text(0), sha256: $0.text(1)) }
  }
}
