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
    public enum Kind: String, Hashable, Sendable {
      case othersCanRead
      /// The schema was older and is not any more; `path` is the copy that was made before.
      case migrated
    }
    public var kind: Kind
    public var path: String
  }

  public nonisolated let path: String
  public nonisolated let warnings: [Warning]
  private let access: Access
  let connection: SQLiteConnection
  /// What the connection cannot see of its own writes, and the last state seen of those of others.
  private var changes = (count: 0, version: -1)

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
    let file = try StoreFile(address: address, create: access == .create, forWriting: access != .readOnly)
    path = file.path
    self.access = access
    var warnings = file.othersCanRead ? [Warning(kind: .othersCanRead, path: file.path)] : []
    if access == .readOnly {
      connection = try SQLiteConnection.reading(file.path, waitMilliseconds: wait) { connection in
        try connection.requireCurrentSchema()
      }
    } else {
      connection = try SQLiteConnection(path: file.path, .readWrite, waitMilliseconds: wait)
      try connection.configure(readOnly: false)
      let backup = try connection.migrate(as: actor, at: now)
      if let backup { warnings.append(Warning(kind: .migrated, path: backup)) }
    }
    self.warnings = warnings
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
    let answer = try connection.transaction("BEGIN IMMEDIATE") {
      try body(SQLiteSession(connection: connection, actor: actor, now: now))
    }
    changes.count += 1
    return answer
  }

  public func changeCount() throws -> Int {
    let version = try connection.dataVersion()
    if version != changes.version { changes = (changes.count + 1, version) }
    return changes.count
  }

  var isReadOnly: Bool { access == .readOnly }

  /// After a write that went past `write`.
  func noteChange() { changes.count += 1 }

  /// Instructions of the engine since the store was opened: a measure of work that does not vary.
  package func steps() -> Int { connection.steps }
}
