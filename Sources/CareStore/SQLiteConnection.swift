import CSQLite
import Care

/// The handle of one open database file. The actor that owns it uses it from one task at a time.
final class SQLiteConnection: @unchecked Sendable {
  let handle: OpaquePointer
  let path: String

  enum Mode {
    case readWrite, readOnly
    /// Nobody can write the file now: it is read without the side files that could not be made.
    case immutable
  }

  /// `path` has no symbolic link in it; the file exists.
  init(path: String, _ mode: Mode, waitMilliseconds: Int32) throws(StoreFault) {
    var flags = SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_FULLMUTEX
    flags |= mode == .readWrite ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY
    var name = path
    if mode == .immutable {
      flags |= SQLITE_OPEN_URI
      name = "file:\(path.map { escapes[$0] ?? String($0) }.joined())?immutable=1"
    }
    var opened: OpaquePointer?
    let code = sqlite3_open_v2(name, &opened, flags, nil)
    guard code == SQLITE_OK, let opened else {
      sqlite3_close_v2(opened)
      throw StoreFault(sqlite: code, path: path)
    }
    handle = opened
    self.path = path
    sqlite3_extended_result_codes(handle, 1)
    sqlite3_busy_timeout(handle, waitMilliseconds)
  }

  deinit {
    for statement in idle.values.joined() { sqlite3_finalize(statement) }
    sqlite3_close_v2(handle)
  }

  func prepare(_ sql: String) throws(StoreFault) -> OpaquePointer {
    if let known = idle[sql]?.popLast() { return known }
    var prepared: OpaquePointer?
    try check(sqlite3_prepare_v2(handle, sql, -1, &prepared, nil))
    guard let prepared else { throw StoreFault(.unexpected, path: path, detail: "empty statement") }
    return prepared
  }

  /// Back for the next use; its locks and texts go at once.
  func takeBack(_ statement: OpaquePointer, _ sql: String) {
    steps += Int(sqlite3_stmt_status(statement, SQLITE_STMTSTATUS_VM_STEP, 1))
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
    // What is asked once, such as a check of every table, is not kept.
    if idle.count < 64 || idle[sql] != nil {
      idle[sql, default: []].append(statement)
    } else {
      sqlite3_finalize(statement)
    }
  }

  /// Runs statements that give no rows, or whose rows do not matter.
  func execute(_ sql: String) throws(StoreFault) { try check(sqlite3_exec(handle, sql, nil, nil, nil)) }

  func run(_ sql: String, _ values: [SQLValue] = []) throws(StoreFault) {
    var statement = try SQLiteStatement(sql, on: self)
    try statement.bind(values)
    while try statement.step() {}
  }

  func rows<Row>(_ sql: String, _ values: [SQLValue] = [], _ read: (borrowing SQLiteStatement) throws -> Row)
    throws -> [Row]
  {
    var statement = try SQLiteStatement(sql, on: self)
    try statement.bind(values)
    var rows: [Row] = []
    while try statement.step() { rows.append(try read(statement)) }
    return rows
  }

  func text(_ sql: String) throws -> String? { try rows(sql) { $0.optionalText(0) }.first ?? nil }

  /// Instructions that finished statements took, for tests of speed that do not measure time.
  var steps = 0
  /// Prepared once, used again: by their text, those that nobody uses just now.
  private var idle: [String: [OpaquePointer]] = [:]

  func check(_ code: Int32) throws(StoreFault) {
    guard code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW else {
      throw StoreFault(sqlite: code, path: path)
    }
  }

  /// Everything in `body` or nothing; serialised against every other writer.
  func transaction<Answer>(_ begin: String, _ body: () throws -> Answer) throws -> Answer {
    try execute(begin)
    do {
      let answer = try body()
      try execute("COMMIT")
      return answer
    } catch {
      // Some faults have ended the transaction already; the first error is the one that matters.
      if sqlite3_get_autocommit(handle) == 0 { try? execute("ROLLBACK") }
      throw error
    }
  }
}

/// What means something inside a file address.
private let escapes: [Character: String] = ["%": "%25", "?": "%3f", "#": "%23"]

extension StoreFault {
  init(sqlite code: Int32, path: String) {
    let kind: Kind =
      switch code & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_READONLY: .readOnly
      case SQLITE_IOERR: .inputOutput
      case SQLITE_CORRUPT: .damaged
      case SQLITE_FULL: .full
      case SQLITE_CANTOPEN: .notPermitted
      case SQLITE_NOTADB: .notAStore
      case SQLITE_PERM, SQLITE_AUTH: .notPermitted
      case SQLITE_CONSTRAINT: .constraint
      default: .unexpected
      }
    self.init(kind, path: path, detail: "sqlite \(code)")
  }
}
