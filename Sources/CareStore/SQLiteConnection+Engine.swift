import CSQLite
import Care

// What only SQLite has: its settings, its way of writing, its copies and its checks. Another engine has others.
extension SQLiteConnection {
  /// A WAL store is read through side files; where they cannot be made and none is there, nobody writes either.
  ///
  /// - Parameter check: throws for a file that is not what the caller wants.
  static func reading(
    _ path: String, waitMilliseconds wait: Int32, check: (SQLiteConnection) throws -> Void
  ) throws -> SQLiteConnection {
    func checked(_ mode: SQLiteConnection.Mode) throws -> SQLiteConnection {
      let connection = try SQLiteConnection(path: path, mode, waitMilliseconds: wait)
      try connection.configure(readOnly: true)
      try check(connection)
      return connection
    }
    do { return try checked(.readOnly) } catch let fault as StoreFault {
      guard [.readOnly, .notPermitted].contains(fault.kind), !fileExists(path + "-wal") else { throw fault }
      return try checked(.immutable)
    }
  }

  /// `synchronous = FULL`: what was acknowledged survives a loss of power.
  func configure(readOnly: Bool) throws {
    try execute(
      """
      PRAGMA foreign_keys = ON; PRAGMA recursive_triggers = ON; PRAGMA trusted_schema = OFF;
      PRAGMA secure_delete = ON; PRAGMA synchronous = FULL;
      """)
    if readOnly { return }
    try refuseForeign()
    if try text("PRAGMA journal_mode") != "wal" { try enterWAL() }
  }

  /// The change needs the file for itself, and SQLite does not wait for that by itself.
  private func enterWAL() throws {
    for attempt in 1...50 {
      do {
        _ = try text("PRAGMA journal_mode = WAL")
        return
      } catch let fault as StoreFault where fault.kind == .busy && attempt < 50 {
        pause(milliseconds: 20)
      }
    }
  }

  /// Moves when another connection, of whatever process, has changed the file; costs no look at the data.
  func dataVersion() throws -> Int { try rows("PRAGMA data_version") { $0.integer(0) }.first ?? 0 }

  /// Brings everything into the one file and empties the log, so that old pages stay nowhere; false while somebody
  /// still reads them.
  func emptiesLog() -> Bool {
    let busy = try? rows("PRAGMA wal_checkpoint(TRUNCATE)") { $0.integer(0) }.first
    return busy == 0
  }

  func tableNames() throws -> [String] {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"
    return try rows(sql) { $0.text(0) }
  }

  /// What SQLite finds wrong in pages, indices and keys; empty for a whole file.
  func damage(limit: Int = 20) throws -> [String] {
    let pages = try rows("PRAGMA integrity_check(\(limit))") { $0.text(0) }
    if pages != ["ok"] { return pages }
    return try rows("PRAGMA foreign_key_check") { "\($0.text(0)) has a row that points to nothing" }
  }

  /// Copies the whole database into the empty file at `target`, as it stands in the read transaction that the caller
  /// holds; others may write meanwhile. The copy is one file, without a log beside it.
  func copy(to target: String, progress: (_ done: Int, _ total: Int) -> Void = { _, _ in }) throws {
    let copy = try SQLiteConnection(path: target, .readWrite, waitMilliseconds: 1000)
    // Nobody sees the file before it is whole.
    try copy.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
    guard let backup = sqlite3_backup_init(copy.handle, "main", handle, "main") else {
      throw StoreFault(sqlite: sqlite3_errcode(copy.handle), path: target)
    }
    var code = SQLITE_OK
    while [SQLITE_OK, SQLITE_BUSY, SQLITE_LOCKED].contains(code) {
      if code != SQLITE_OK { pause(milliseconds: 10) }
      code = sqlite3_backup_step(backup, 512)
      let total = Int(sqlite3_backup_pagecount(backup))
      progress(total - Int(sqlite3_backup_remaining(backup)), total)
    }
    sqlite3_backup_finish(backup)
    guard code == SQLITE_DONE else { throw StoreFault(sqlite: code, path: target) }
    _ = try copy.text("PRAGMA journal_mode = DELETE")
  }

  /// Inside the caller's transaction: `body` may remove rows of these tables, whose triggers forbid it before and
  /// afterwards.
  func allowingRemoval(from tables: [String], _ body: () throws -> Void) throws {
    for table in tables { try execute("DROP TRIGGER \(table)Delete") }
    try body()
    for table in tables { try execute(removalTrigger(table)) }
  }
}
