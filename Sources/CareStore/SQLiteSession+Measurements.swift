import Care
import JSONText

extension SQLiteSession {
  func measurements(_ filter: MeasurementFilter) throws -> [StoredMeasurement] {
    var condition = SQLCondition("m.participant = ?", [.text(filter.participant.text)])
    if let number = filter.number { condition.and("m.number = ?", [.integer(number)]) }
    if let event = filter.event {
      condition.and(
        """
        e.taskVersion = ? AND e.occurrence = ? AND m.number IN
          (SELECT measurement FROM measurementEvent WHERE taskVersion = ? AND occurrence = ?)
        """,
        [
          .text(event.taskVersion.uuidString), .integer(event.occurrence),
          .text(event.taskVersion.uuidString), .integer(event.occurrence),
        ])
    }
    if filter.unattached { condition.and("e.number IS NULL") }
    return try measurements(where: condition, of: filter.participant)
  }

  private func measurements(where condition: SQLCondition, of participant: ParticipantID) throws
    -> [StoredMeasurement]
  {
    // The latest attachment is the one that counts.
    let sql = """
      SELECT m.number, m.sha256, m.methodName, m.methodVersion, m.parameterHash, m.side, m.definition,
        m.recordedAt, m.startDegrees, m.finishDegrees, m.minimumDegrees, m.maximumDegrees, m.rangeDegrees,
        m.repetitions, m.flags, m.importReport, m.source, m.at,
        e.taskVersion, e.occurrence, e.task, e.day, e.limb, e.at, m.sampleCount, m.rateHertz,
        m.zero, m.neutralZero
      FROM measurement m LEFT JOIN measurementEvent e ON e.number =
        (SELECT max(number) FROM measurementEvent WHERE measurement = m.number)
      WHERE \(condition.text) ORDER BY m.number
      """
    return try connection.rows(sql, condition.values) { try StoredMeasurement($0, of: participant) }
  }

  func keep(_ record: MeasurementRecord) throws -> (stored: StoredMeasurement, isNew: Bool) {
    try ensure(record.participant)
    let key = SQLCondition(key: record)
    if let known = try measurements(where: key, of: record.participant).first { return (known, false) }
    let numbers = record.numbers
    let number = try insertNumbered(
      into: "measurement",
      """
      participant, sha256, methodName, methodVersion, parameterHash, side, definition, recordedAt,
      startDegrees, finishDegrees, minimumDegrees, maximumDegrees, rangeDegrees,
      repetitions, flags, importReport, source, sampleCount, rateHertz,
      zero, neutralZero
      """,
      [
        .text(record.participant.text), .text(record.sha256), .text(record.method.name),
        .text(record.method.version), .text(record.method.parameterHash), .text(record.side.rawValue),
        .text(record.definition.rawValue), .optional(record.recordedAt?.sortableText),
        .optional(numbers.start), .optional(numbers.finish), .optional(numbers.minimum),
        .optional(numbers.maximum), .optional(numbers.range), .text(record.storedRepetitions),
        .text(record.storedFlags), .text(record.importReport), .text(record.source),
        record.sampleCount.map(SQLValue.integer) ?? .null, .optional(record.rate),
        .optional(record.zero), .optional(record.neutralZero?.description),
      ])
    try audit("measurement.keep", "\(number)")
    return (StoredMeasurement(number: number, record: record, keptAt: now, attachment: nil), true)
  }

  func attach(_ stored: StoredMeasurement, to attachment: MeasurementAttachment) throws {
    try insert(
      into: "measurementEvent", "measurement, taskVersion, task, occurrence, day, limb",
      [
        .integer(stored.number), .text(attachment.event.taskVersion.uuidString), .text(attachment.task),
        .integer(attachment.event.occurrence), .text("\(attachment.day)"), .text(attachment.limb.rawValue),
      ])
    try audit("measurement.attach", "\(stored.number)")
  }
}

extension SQLCondition {
  fileprivate init(key record: MeasurementRecord) {
    self.init(
      """
      m.participant = ? AND m.sha256 = ? AND m.methodName = ? AND m.methodVersion = ?
      AND m.parameterHash = ? AND m.side = ? AND m.definition = ?
      """,
      [
        .text(record.participant.text), .text(record.sha256), .text(record.method.name),
        .text(record.method.version), .text(record.method.parameterHash), .text(record.side.rawValue),
        .text(record.definition.rawValue),
      ])
  }
}

extension StoredMeasurement {
  fileprivate init(_ row: borrowing SQLiteStatement, of participant: ParticipantID) throws {
    let numbers = RangeOfMotionResult(
      definition: try row.choice(6, "definition"), start: row.optionalReal(8), finish: row.optionalReal(9),
      minimum: row.optionalReal(10), maximum: row.optionalReal(11), range: row.optionalReal(12))
    guard let repetitions = try? MeasurementRecord.repetitions(stored: row.text(13)),
      let flags = try? MeasurementRecord.flags(stored: row.text(14))
    else { throw row.damaged("repetitions, flags") }
    let record = MeasurementRecord(
      participant: participant, sha256: row.text(1),
      method: .init(name: row.text(2), version: row.text(3), parameterHash: row.text(4)),
      side: try row.choice(5, "side"), recordedAt: try row.optionalInstant(7, "recordedAt"), numbers: numbers,
      repetitions: repetitions, flags: flags, importReport: row.text(15), source: row.text(16),
      sampleCount: row.isNull(24) ? nil : row.integer(24), rate: row.optionalReal(25),
      zero: row.optionalText(26), neutralZero: row.optionalText(27).flatMap { NeutralZero($0) })
    self.init(
      number: row.integer(0), record: record, keptAt: try row.instant(17, "at"),
      attachment: row.isNull(18) ? nil : try MeasurementAttachment(row))
  }
}

extension MeasurementAttachment {
  fileprivate init(_ row: borrowing SQLiteStatement) throws {
    guard let day = try row.optionalDate(21, "day") else { throw row.damaged("day") }
    self.init(
      event: EventKey(taskVersion: try row.uuid(18, "taskVersion"), occurrence: row.integer(19)),
      task: row.text(20), day: day, limb: try row.choice(22, "limb"),
      attachedAt: try row.instant(23, "at"))
  }
}
