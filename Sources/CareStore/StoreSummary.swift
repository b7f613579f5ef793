import Care
import Glibc

/// What a store holds, seen from outside; also one of an older schema.
public struct StoreSummary: Hashable, Sendable {
  /// One named step of the schema.
  public struct Step: Hashable, Sendable {
    public var name: String
    public var isDone: Bool
  }

  /// Absolute.
  public let path: String
  public let steps: [Step]
  /// Of the file and of the log beside it [bytes].
  public let size: Int
  public let tables: [TableSize]
  public let participants: Int
  /// When the newest row of any table was added; nil for a store without rows.
  public let newest: Instant?
  public let othersCanRead: Bool

  public var isCurrent: Bool { steps.allSatisfy { $0.isDone } }

  /// Reads `sqlite:PATH`. Throws `StoreFault`, also for a store of a newer program.
  public init(_ address: String) throws {
    let file = try StoreFile(address: address, create: false, forWriting: false)
    let connection = try SQLiteConnection.reading(file.path, waitMilliseconds: 10_000) { connection in
      _ = try connection.missingMigrations()
    }
    path = file.path
    othersCanRead = file.othersCanRead
    size = ["", "-wal"].reduce(0) { $0 + (fileSize(file.path + $1) ?? 0) }
    (steps, tables, newest) = try connection.transaction("BEGIN") {
      let missing = try connection.missingMigrations()
      let steps = Migration.all.enumerated().map { index, step in
        Step(name: step.name, isDone: index < missing.startIndex)
      }
      return (steps, try connection.tableSizes(), try connection.newestRow())
    }
    participants = tables.first { $0.table == "participant" }?.rows ?? 0
  }
}

extension SQLiteConnection {
  fileprivate func newestRow() throws -> Instant? {
    // Numbered rows are in the order of their times, but for clocks that were set back.
    let times = try tableNames().filter { $0 != "outcomeValue" }.flatMap { table in
      try rows("SELECT max(at) FROM \(table)") { $0.optionalText(0) }
    }
    return times.compactMap { $0 }.max().flatMap { Instant(rfc3339: $0) }
  }
}

func fileSize(_ path: String) -> Int? {
  var status = stat()
  return stat(path, &status) == 0 ? Int(status.st_size) : nil
}
