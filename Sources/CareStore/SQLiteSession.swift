import Care
import Foundation

/// The rows as seen from inside one transaction.
struct SQLiteSession: CareLedger {
  let connection: SQLiteConnection
  /// Written beside each new row.
  let actor: String
  let now: Instant

  var stamp: [SQLValue] { [.text(now.sortableText), .text(actor)] }

  func participants() throws -> [ParticipantID] {
    try connection.rows("SELECT id FROM participant ORDER BY at, id") { row in
      guard let id = try? ParticipantID(row.text(0)) else { throw row.damaged("id") }
      return id
    }
  }

  func planStart(of participant: ParticipantID, plan: String) throws -> PlanStart? {
    let sql = """
      SELECT firstDay, appliedAt, timeZone FROM planStart WHERE participant = ? AND plan = ?
      ORDER BY number DESC LIMIT 1
      """
    return try connection.rows(sql, [.text(participant.text), .text(plan)]) { row in
      guard let day = LocalDate(row.text(0)), let zone = Zone(row.text(2)) else {
        throw row.damaged("firstDay, timeZone")
      }
      return PlanStart(
        plan: plan, firstDay: day, appliedAt: try row.instant(1, "appliedAt"), zone: zone)
    }.first
  }

  func append(_ start: PlanStart, of participant: ParticipantID) throws {
    try ensure(participant)
    try insert(
      into: "planStart", "participant, plan, firstDay, appliedAt, timeZone",
      [
        .text(participant.text), .text(start.plan), .text("\(start.firstDay)"),
        .text(start.appliedAt.sortableText), .text(start.zone.name),
      ])
    try audit("plan.apply", "", "plan, firstDay, timeZone")
  }

  /// A participant becomes known with the first row that is about them.
  func ensure(_ participant: ParticipantID) throws {
    let known = try connection.rows("SELECT 1 FROM participant WHERE id = ?", [.text(participant.text)]) {
      $0.integer(0)
    }
    if known.isEmpty { try insert(into: "participant", "id", [.text(participant.text)]) }
  }

  /// Adds one row with `at` and `actor`.
  func insert(into table: String, _ columns: String, _ values: [SQLValue]) throws {
    try connection.run(insertion(table, columns, values.count), values + stamp)
  }

  /// Adds one row to a table that numbers its rows, and gives its number.
  func insertNumbered(into table: String, _ columns: String, _ values: [SQLValue]) throws -> Int {
    let sql = insertion(table, columns, values.count) + " RETURNING number"
    guard let number = try connection.rows(sql, values + stamp, { $0.integer(0) }).first else {
      throw StoreFault(.unexpected, path: connection.path, detail: "no number")
    }
    return number
  }

  private func insertion(_ table: String, _ columns: String, _ count: Int) -> String {
    let marks = Array(repeating: "?", count: count + 2).joined(separator: ", ")
    return "INSERT INTO \(table) (\(columns), at, actor) VALUES (\(marks))"
  }
}

/// A WHERE clause that grows with what is asked.
struct SQLCondition {
  private(set) var text: String
  private(set) var values: [SQLValue]

  init(_ text: String, _ values: [SQLValue]) {
    self.text = text
    self.values = values
  }

  mutating func and(_ more: String, _ values: [SQLValue] = []) {
    text += " AND (\(more))"
    self.values += values
  }
}

func uuidList(_ uuids: [UUID]) -> SQLValue { .text(uuids.map(\.uuidString).joined(separator: " ")) }

extension SQLiteStatement {
  func uuid(_ column: Int32, _ name: String) throws -> UUID {
    guard let uuid = UUID(uuidString: text(column)) else { throw damaged(name) }
    return uuid
  }

  func uuids(_ column: Int32, _ name: String) throws -> [UUID] {
    try text(column).split(separator: " ").map { part in
      guard let uuid = UUID(uuidString: String(part)) else { throw damaged(name) }
      return uuid
    }
  }
}
