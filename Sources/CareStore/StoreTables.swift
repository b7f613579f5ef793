/// The tables in which rows of a participant stand, rows before those that they point to.
struct ParticipantTable {
  let name: String
  /// Which rows are one participant's; one parameter.
  let ownership: String

  static let all = [
    ParticipantTable(
      name: "outcomeValue",
      ownership: "outcomeVersion IN (SELECT number FROM outcomeVersion WHERE participant = ?)"),
    ParticipantTable(name: "outcomeVersion", ownership: "participant = ?"),
    ParticipantTable(
      name: "measurementEvent",
      ownership: "measurement IN (SELECT number FROM measurement WHERE participant = ?)"),
    ParticipantTable(name: "measurement", ownership: "participant = ?"),
    ParticipantTable(name: "calibration", ownership: "participant = ?"),
    ParticipantTable(name: "taskVersion", ownership: "participant = ?"),
    ParticipantTable(name: "planStart", ownership: "participant = ?"),
    ParticipantTable(name: "participant", ownership: "id = ?"),
  ]
}

/// How many rows a table has.
public struct TableSize: Hashable, Sendable {
  public var table: String
  public var rows: Int

  public init(table: String, rows: Int) {
    self.table = table
    self.rows = rows
  }
}

extension SQLiteConnection {
  /// Of every table, by name.
  func tableSizes() throws -> [TableSize] {
    try tableNames().map { table in
      let count = try rows("SELECT count(*) FROM \(table)") { $0.integer(0) }.first
      return TableSize(table: table, rows: count ?? 0)
    }
  }
}
