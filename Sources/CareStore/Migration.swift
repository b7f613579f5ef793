import Care

/// One named step of the schema. Never edited once released: a change is a further step.
struct Migration {
  let name: String
  let sql: String

  static let all = [
    Migration(name: "1 care records", sql: careRecordsSchema),
    Migration(name: "2 calibrations", sql: calibrationSchema),
    Migration(name: "3 audit trail", sql: auditSchema),
  ]
}

extension SQLiteConnection {
  /// `flxn`, so that `file` and we know a store from any other database.
  static let applicationID = 0x666C_786E

  /// Names of the steps done; nil for a file without any table.
  func doneMigrations() throws -> [String]? {
    let tables = try tableNames()
    if tables.isEmpty { return nil }
    let id = try rows("PRAGMA application_id") { $0.integer(0) }.first
    guard tables.contains("migration"), id == SQLiteConnection.applicationID else {
      throw StoreFault(.notAStore, path: path, detail: "another database")
    }
    return try rows("SELECT name FROM migration ORDER BY number") { $0.text(0) }
  }

  /// A database of somebody else is left exactly as it is.
  func refuseForeign() throws { _ = try doneMigrations() }

  /// How many steps are missing; refuses steps that this program does not know.
  func missingMigrations() throws -> ArraySlice<Migration> {
    let done = try doneMigrations() ?? []
    guard Migration.all.map(\.name).starts(with: done) else {
      throw StoreFault(
        .newerSchema, path: path, detail: "has \(done.count) steps, \(Migration.all.count) known")
    }
    return Migration.all[done.count...]
  }

  func requireCurrentSchema() throws {
    let missing = try missingMigrations()
    if missing.isEmpty { return }
    throw StoreFault(.olderSchema, path: path, detail: "\(missing.count) steps missing")
  }

  /// All missing steps in one transaction, behind a copy of the store as it was.
  /// - Returns: path of the copy; nil where nothing was missing, or nothing was there.
  func migrate(as actor: String, at now: Instant) throws -> String? {
    if try missingMigrations().isEmpty { return nil }
    return try transaction("BEGIN IMMEDIATE") {
      // Another process may have been faster.
      let missing = try missingMigrations()
      let backup = missing.isEmpty || missing.startIndex == 0 ? nil : try copyBefore(missing.startIndex)
      for migration in missing {
        try execute(migration.sql)
        try run(
          "INSERT INTO migration (name, at, actor) VALUES (?, ?, ?)",
          [.text(migration.name), .text(now.sortableText), .text(actor)])
      }
      if missing.isEmpty { return nil }
      let session = SQLiteSession(connection: self, actor: actor, now: now)
      if missing.startIndex == 0 {
        try session.audit("store.init", "")
      } else {
        for migration in missing { try session.audit("store.migrate", migration.name) }
      }
      try execute("PRAGMA application_id = \(SQLiteConnection.applicationID)")
      try execute("PRAGMA user_version = \(Migration.all.count)")
      return backup
    }
  }

  /// A second connection reads what stands in the file while this one holds the writers off.
  private func copyBefore(_ schema: Int) throws -> String {
    let reader = try SQLiteConnection(path: path, .readOnly, waitMilliseconds: 10_000)
    let temporary = try TemporaryFile(beside: path)
    try reader.transaction("BEGIN") { try reader.copy(to: temporary.path) }
    return try temporary.publish(asFirstFreeOf: "\(path).schema-\(schema).backup")
  }
}
