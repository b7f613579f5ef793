import Care

/// A store looked at from outside: nothing is written, not even side files where nobody else has the store open.
public struct StoreExamination: Hashable, Sendable {
  /// Absolute.
  public let path: String
  /// Steps of the schema that are done, and that this program knows.
  public let schema: Int
  public static var schemaKnown: Int { Migration.all.count }
  /// Size of the file [bytes].
  public let size: Int
  /// Others than its owner can read it.
  public let othersCanRead: Bool
  /// What SQLite found wrong; empty for a whole store.
  public let damage: [String]

  /// Looks at `sqlite:PATH`, and reads every page of it. Throws `StoreFault`.
  public init(_ address: String) throws {
    let file = try StoreFile(address: address, create: false, forWriting: false)
    let mode: SQLiteConnection.Mode = fileExists(file.path + "-wal") ? .readOnly : .immutable
    let connection = try SQLiteConnection(path: file.path, mode, waitMilliseconds: 1000)
    try connection.requireCurrentSchema()
    path = file.path
    othersCanRead = file.othersCanRead
    schema = try connection.rows("SELECT count(*) FROM migration") { $0.integer(0) }.first ?? 0
    let verdict = try connection.rows("PRAGMA quick_check(5)") { $0.text(0) }
    damage = verdict == ["ok"] ? [] : verdict
    size = fileSize(file.path) ?? 0
  }
}
