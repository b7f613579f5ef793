import Care
import JSONText

extension SQLiteSession {
  private static let columns = """
    number, outcome, uuid, predecessors, kind, task, taskVersion, occurrence, eventStart, eventEnd,
    eventDate, effectiveDate, at, notes, details
    """

  func outcomeVersions(_ filter: OutcomeFilter) throws -> [Outcome] {
    let condition = SQLCondition(filter)
    let sql = """
      SELECT \(SQLiteSession.columns) FROM outcomeVersion WHERE \(condition.text) ORDER BY number
      """
    let found = try connection.rows(sql, condition.values) { row in
      (number: row.integer(0), outcome: try Outcome(row, of: filter.participant))
    }
    let values = try values(of: condition)
    return found.map { row in
      var outcome = row.outcome
      outcome.values = values[row.number] ?? []
      return outcome
    }
  }

  /// By number of the outcome version, in their order.
  private func values(of condition: SQLCondition) throws -> [Int: [OutcomeValue]] {
    let sql = """
      SELECT type, integerValue, doubleValue, textValue, binaryValue, kind, units, createdDate, outcomeVersion
      FROM outcomeValue
      WHERE outcomeVersion IN (SELECT number FROM outcomeVersion WHERE \(condition.text))
      ORDER BY outcomeVersion, position
      """
    var values: [Int: [OutcomeValue]] = [:]
    for (number, value) in try connection.rows(sql, condition.values, OutcomeValue.numbered) {
      values[number, default: []].append(value)
    }
    return values
  }

  func append(_ outcome: Outcome) throws {
    let (generation, version) = try place(of: outcome)
    let number = try insertNumbered(
      into: "outcomeVersion",
      """
      uuid, participant, outcome, version, predecessors, kind, task, taskVersion, occurrence, generation,
      eventStart, eventEnd, eventDate, effectiveDate, notes, details, valueCount
      """,
      [
        .text(outcome.uuid.uuidString), .text(outcome.participant.text), .text(outcome.id.uuidString),
        .integer(version), uuidList(outcome.predecessors), .text(outcome.kind.rawValue), .text(outcome.task),
        .text(outcome.event.taskVersion.uuidString), .integer(outcome.event.occurrence),
        .integer(generation), .text(outcome.eventStart.sortableText), .text(outcome.eventEnd.sortableText),
        .optional(outcome.eventDate?.description), .text(outcome.effectiveDate.sortableText),
        .text(JSONValue.array(outcome.notes.map(JSONValue.string)).compactText),
        .text(JSONValue(outcome.details).compactText), .integer(outcome.values.count),
      ])
    for (position, value) in outcome.values.enumerated() {
      try append(value, at: position, of: number)
    }
    let action = outcome.kind == .tombstone ? "delete" : version == 0 ? "add" : "update"
    try audit("outcome." + action, outcome.uuid.uuidString)
  }

  func hasLiveOutcome(of participant: ParticipantID, task: String) throws -> Bool {
    let sql = """
      SELECT 1 FROM outcomeVersion o WHERE participant = ? AND task = ? AND version = 0 AND NOT EXISTS
        (SELECT 1 FROM outcomeVersion WHERE participant = o.participant AND outcome = o.outcome
          AND kind = 'tombstone')
      LIMIT 1
      """
    return try !connection.rows(sql, [.text(participant.text), .text(task)]) { $0.integer(0) }.isEmpty
  }

  /// A second answer to one event has the next generation, a further version of one answer the next version:
  /// together with the event they are unique, below every check of the rules.
  private func place(of outcome: Outcome) throws -> (generation: Int, version: Int) {
    let own = try connection.rows(
      """
      SELECT generation, version FROM outcomeVersion WHERE participant = ? AND outcome = ?
      ORDER BY version DESC LIMIT 1
      """,
      [.text(outcome.participant.text), .text(outcome.id.uuidString)]
    ) { (generation: $0.integer(0), version: $0.integer(1) + 1) }
    if let own = own.first { return own }
    let used = try connection.rows(
      "SELECT max(generation) + 1 FROM outcomeVersion WHERE taskVersion = ? AND occurrence = ?",
      [.text(outcome.event.taskVersion.uuidString), .integer(outcome.event.occurrence)]
    ) { $0.integer(0) }
    return (used.first ?? 0, 0)
  }

  private func append(_ value: OutcomeValue, at position: Int, of number: Int) throws {
    let (integer, double, text, binary) = value.datum.cells
    try connection.run(
      """
      INSERT INTO outcomeValue (outcomeVersion, position, type, integerValue, doubleValue, textValue,
        binaryValue, kind, units, createdDate) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      [
        .integer(number), .integer(position), .text(value.datum.typeName), integer, double, text, binary,
        .optional(value.kind), .optional(value.units), .text(value.createdDate.sortableText),
      ])
  }
}

extension SQLCondition {
  init(_ filter: OutcomeFilter) {
    self.init("participant = ?", [.text(filter.participant.text)])
    if let task = filter.task { and("task = ?", [.text(task)]) }
    if let outcome = filter.outcome { and("outcome = ?", [.text(outcome.uuidString)]) }
    if let event = filter.event {
      and(
        "taskVersion = ? AND occurrence = ?",
        [.text(event.taskVersion.uuidString), .integer(event.occurrence)])
    }
    if let instant = filter.startingFrom { and("eventStart >= ?", [.text(instant.sortableText)]) }
    if let days = filter.days {
      let start = filter.reader.bounds(of: days.lowerBound).start
      let next = filter.reader.bounds(of: days.upperBound).next
      and(
        "eventDate BETWEEN ? AND ? OR (eventDate IS NULL AND eventStart >= ? AND eventStart < ?)",
        [
          .text("\(days.lowerBound)"), .text("\(days.upperBound)"), .text(start.sortableText),
          .text(next.sortableText),
        ])
    }
  }
}

extension OutcomeValue {
  fileprivate static func numbered(_ row: borrowing SQLiteStatement) throws -> (Int, OutcomeValue) {
    let value = OutcomeValue(
      try row.datum(), kind: row.optionalText(5), units: row.optionalText(6),
      createdDate: try row.instant(7, "createdDate"))
    return (row.integer(8), value)
  }
}

extension Outcome {
  /// Without its values.
  fileprivate init(_ row: borrowing SQLiteStatement, of participant: ParticipantID) throws {
    let event = EventKey(taskVersion: try row.uuid(6, "taskVersion"), occurrence: row.integer(7))
    guard let notes = try? storedTexts(row.text(13)), let details = try? JSONValue(parsing: row.text(14))
    else { throw row.damaged("notes, details") }
    self.init(
      participant: participant, id: try row.uuid(1, "outcome"), uuid: try row.uuid(2, "uuid"),
      predecessors: try row.uuids(3, "predecessors"), kind: try row.choice(4, "kind"), task: row.text(5),
      event: event, eventStart: try row.instant(8, "eventStart"), eventEnd: try row.instant(9, "eventEnd"),
      eventDate: try row.optionalDate(10, "eventDate"),
      effectiveDate: try row.instant(11, "effectiveDate"), created: try row.instant(12, "at"), notes: notes,
      details: Detail(details))
  }
}

private func storedTexts(_ text: String) throws -> [String] {
  try JSONCursor(JSONValue(parsing: text)).list().map { cursor in try cursor.text() }
}

extension OutcomeValue.Datum {
  /// One column a kind of datum; a date is kept as text.
  fileprivate var cells: (integer: SQLValue, double: SQLValue, text: SQLValue, binary: SQLValue) {
    switch self {
    case .integer(let value): (.integer(value), .null, .null, .null)
    case .boolean(let value): (.integer(value ? 1 : 0), .null, .null, .null)
    case .double(let value): (.null, .real(value), .null, .null)
    case .text(let value): (.null, .null, .text(value), .null)
    case .date(let value): (.null, .null, .text(value.sortableText), .null)
    case .binary(let value): (.null, .null, .null, .blob(value))
    }
  }
}

extension SQLiteStatement {
  fileprivate func datum() throws -> OutcomeValue.Datum {
    switch text(0) {
    case "integer": return .integer(integer(1))
    case "boolean": return .boolean(integer(1) != 0)
    case "double":
      guard let value = optionalReal(2) else { throw damaged("doubleValue") }
      return .double(value)
    case "text": return .text(text(3))
    case "date": return .date(try instant(3, "textValue"))
    case "binary": return .binary(blob(4))
    default: throw damaged("type")
    }
  }
}
