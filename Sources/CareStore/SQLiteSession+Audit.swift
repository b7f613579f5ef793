import Care

extension SQLiteSession {
  /// The entry of an act on one row, in the transaction of the act.
  func audit(_ action: String, _ subject: String, _ detail: String = "") throws {
    try append(AuditEntry(action: action, subject: subject, detail: detail, at: now, actor: actor))
  }

  func append(_ entry: AuditEntry) throws {
    try insert(
      into: "auditEntry", "action, subject, outcome, detail",
      [.text(entry.action), .text(entry.subject), .text(entry.outcome), .text(entry.detail)])
  }

  func auditEntries(newest count: Int) throws -> [AuditEntry] {
    let sql = """
      SELECT action, subject, outcome, detail, at, actor FROM auditEntry ORDER BY number DESC LIMIT ?
      """
    return try connection.rows(sql, [.integer(max(count, 0))]) { row in
      AuditEntry(
        action: row.text(0), subject: row.text(1), outcome: row.text(2), detail: row.text(3),
        at: try row.instant(4, "at"), actor: row.text(5))
    }.reversed()
  }
}
