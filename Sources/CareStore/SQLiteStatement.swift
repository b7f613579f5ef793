import CSQLite
import Care

enum SQLValue {
  case null
  case integer(Int)
  case real(Double)
  case text(String)
  case blob([UInt8])

  static func optional(_ text: String?) -> SQLValue { text.map(SQLValue.text) ?? .null }
  static func optional(_ number: Double?) -> SQLValue { number.map(SQLValue.real) ?? .null }
}

/// A prepared statement; given back to its connection when it goes out of scope.
struct SQLiteStatement: ~Copyable {
  private let handle: OpaquePointer
  private let sql: String
  let connection: SQLiteConnection

  init(_ sql: String, on connection: SQLiteConnection) throws(StoreFault) {
    handle = try connection.prepare(sql)
    self.sql = sql
    self.connection = connection
  }

  deinit { connection.takeBack(handle, sql) }

  mutating func bind(_ values: [SQLValue]) throws(StoreFault) {
    for (place, value) in values.enumerated() { try connection.check(bind(value, at: Int32(place + 1))) }
  }

  private func bind(_ value: SQLValue, at place: Int32) -> Int32 {
    switch value {
    case .null: sqlite3_bind_null(handle, place)
    case .integer(let number): sqlite3_bind_int64(handle, place, Int64(number))
    case .real(let number): sqlite3_bind_double(handle, place, number)
    case .text(let text): sqlite3_bind_text(handle, place, text, -1, copied)
    case .blob(let bytes):
      bytes.isEmpty
        ? sqlite3_bind_zeroblob(handle, place, 0)
        : sqlite3_bind_blob(handle, place, bytes, Int32(bytes.count), copied)
    }
  }

  /// true while there is a row.
  mutating func step() throws(StoreFault) -> Bool {
    let code = sqlite3_step(handle)
    try connection.check(code)
    return code == SQLITE_ROW
  }

  func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

  func text(_ column: Int32) -> String { optionalText(column) ?? "" }

  func optionalText(_ column: Int32) -> String? {
    sqlite3_column_text(handle, column).map(String.init(cString:))
  }

  func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }

  func optionalReal(_ column: Int32) -> Double? {
    isNull(column) ? nil : sqlite3_column_double(handle, column)
  }

  func blob(_ column: Int32) -> [UInt8] {
    let count = Int(sqlite3_column_bytes(handle, column))
    guard count > 0, let start = sqlite3_column_blob(handle, column) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: count))
  }
}

extension SQLiteStatement {
  /// A cell that this program never wrote.
  func damaged(_ column: String) -> StoreFault {
    StoreFault(.damaged, path: connection.path, detail: "column \(column)")
  }

  func instant(_ column: Int32, _ name: String) throws -> Instant {
    guard let instant = Instant(rfc3339: text(column)) else { throw damaged(name) }
    return instant
  }

  func optionalInstant(_ column: Int32, _ name: String) throws -> Instant? {
    isNull(column) ? nil : try instant(column, name)
  }

  func optionalDate(_ column: Int32, _ name: String) throws -> LocalDate? {
    if isNull(column) { return nil }
    guard let date = LocalDate(text(column)) else { throw damaged(name) }
    return date
  }

  func choice<Choice: RawRepresentable<String>>(_ column: Int32, _ name: String) throws -> Choice {
    guard let choice = Choice(rawValue: text(column)) else { throw damaged(name) }
    return choice
  }
}

/// SQLITE_TRANSIENT, a macro that Swift cannot see: SQLite copies the bytes before the call returns.
private var copied: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }
