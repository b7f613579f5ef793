import Care
import JSONText

extension SQLiteSession {
  func calibrations(of participant: ParticipantID) throws -> [StoredCalibration] {
    try calibrations(where: SQLCondition("participant = ?", [.text(participant.text)]), of: participant)
  }

  private func calibrations(
    where condition: SQLCondition, of participant: ParticipantID
  ) throws -> [StoredCalibration] {
    let sql = """
      SELECT number, sha256, methodName, methodVersion, parameterHash, side, sensors, poseDegrees, recordedAt,
        content, source, at
      FROM calibration WHERE \(condition.text) ORDER BY number
      """
    return try connection.rows(sql, condition.values) { try StoredCalibration($0, of: participant) }
  }

  func keep(_ record: CalibrationRecord) throws -> (stored: StoredCalibration, isNew: Bool) {
    try ensure(record.participant)
    let key = SQLCondition(
      """
      participant = ? AND sha256 = ? AND methodName = ? AND methodVersion = ? AND parameterHash = ? AND side = ?
      """,
      [
        .text(record.participant.text), .text(record.sha256), .text(record.method.name),
        .text(record.method.version), .text(record.method.parameterHash), .text(record.side.rawValue),
      ])
    if let known = try calibrations(where: key, of: record.participant).first { return (known, false) }
    let sensors = JSONValue.array(record.sensors.map { .string($0) }).compactText
    let poses = JSONValue.array(record.poseDegrees.map { .number($0) }).compactText
    let number = try insertNumbered(
      into: "calibration",
      """
      participant, sha256, methodName, methodVersion, parameterHash, side, sensors, poseDegrees, recordedAt,
      content, source
      """,
      key.values + [
        .text(sensors), .text(poses), .optional(record.recordedAt?.sortableText), .text(record.content),
        .text(record.source),
      ])
    try audit("calibration.keep", "\(number)")
    return (StoredCalibration(number: number, record: record, keptAt: now), true)
  }
}

extension StoredCalibration {
  fileprivate init(_ row: borrowing SQLiteStatement, of participant: ParticipantID) throws {
    guard let sensors = try? JSONCursor(JSONValue(parsing: row.text(6))).list().map({ try $0.text() }),
      let poses = try? JSONCursor(JSONValue(parsing: row.text(7))).list().map({ try $0.number() })
    else { throw row.damaged("sensors, poseDegrees") }
    let record = CalibrationRecord(
      participant: participant, sha256: row.text(1),
      method: .init(name: row.text(2), version: row.text(3), parameterHash: row.text(4)),
      side: try row.choice(5, "side"), sensors: sensors, poseDegrees: poses,
      recordedAt: try row.optionalInstant(8, "recordedAt"), content: row.text(9), source: row.text(10))
    self.init(number: row.integer(0), record: record, keptAt: try row.instant(11, "at"))
  }
}
