import Care

/// Keeps everything in one SQLite file: WAL, mode 0600, rows only ever added.
public actor SQLiteStore: OutcomeStore {
  public enum Access: Sendable {
    /// The file must exist and have the current schema.
    case readOnly
    /// The file must exist; an older schema is migrated.
    case readWrite
    /// Missing folders and a missing file are made.
    case create
  }

  /// What the caller may want to tell a person.
  public struct Warning: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable { case othersCanRead }
    public var kind: Kind
    public var path: String
  }

  public nonisolated let path: String
  public nonisolated let warnings: [Warning]
  private let access: Access
  private let connection: SQLiteConnection

  /// Opens `sqlite:PATH`.
  ///
  /// - Parameters:
  ///   - actor: written beside the rows of a migration.
  ///   - wait: how long to wait for another process [ms] before `busy`.
  /// - Throws: `StoreFault`.
  public init(
    _ address: String, _ access: Access = .create, as actor: String, at now: Instant,
    waitMilliseconds wait: Int32 = 10_000
  ) throws {
    guard address.hasPrefix("sqlite:") else { throw StoreFault(.badAddress, path: address) }
    let file = try StoreFile(
      String(address.dropFirst("sqlite:".count)), create: access == .create, forWriting: access != .readOnly)
    path = file.path
    self.access = access
    warnings = file.othersCanRead ? [Warning(kind: .othersCanRead, path: file.path)] : []
    if access == .readOnly {
      connection = try SQLiteStore.readable(file.path, wait)
    } else {
      connection = try SQLiteConnection(path: file.path, .readWrite, waitMilliseconds: wait)
      try connection.configure(readOnly: false)
      try connection.migrate(as: actor, at: now)
    }
  }

  /// A WAL store is read through side files; where they cannot be made and none is there, nobody writes either.
  private static func readable(_ path: String, _ wait: Int32) throws -> SQLiteConnection {
    func checked(_ mode: SQLiteConnection.Mode) throws -> SQLiteConnection {
      let connection = try SQLiteConnection(path: path, mode, waitMilliseconds: wait)
      try connection.configure(readOnly: true)
      try connection.requireCurrentSchema()
      return connection
    }
    do { return try checked(.readOnly) } catch let fault as StoreFault {
      guard [.readOnly, .notPermitted].contains(fault.kind), !fileExists(path + "-wal") else { throw fault }
      return try checked(.immutable)
    }
  }

  public func read<Answer: Sendable>(_ body: @Sendable (any CareRecords) throws -> Answer) throws -> Answer {
    try connection.transaction("BEGIN") {
      try body(SQLiteSession(connection: connection, actor: "", now: .earliest))
    }
  }

  public func write<Answer: Sendable>(
    as actor: String, at now: Instant, _ body: @Sendable (any CareLedger) throws -> Answer
  ) throws -> Answer {
    guard access != .readOnly else { throw StoreFault(.readOnly, path: path, detail: "opened for reading") }
    return try connection.transaction("BEGIN IMMEDIATE") {
      try body(SQLiteSession(connection: connection, actor: actor, now: now))
    }
  }
}

extension SQLiteConnection {
  /// `synchronous = FULL`: what was acknowledged survives a loss of power.
  fileprivate func configure(readOnly: Bool) throws {
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
}
