import Care
import Foundation
import JSONText

extension SQLiteSession {
  func taskVersions(of participant: ParticipantID, task: String?) throws -> [CareTask] {
    var condition = SQLCondition("participant = ?", [.text(participant.text)])
    if let task { condition.and("task = ?", [.text(task)]) }
    return try taskVersions(where: condition)
  }

  func taskVersion(_ uuid: UUID) throws -> CareTask? {
    try taskVersions(where: SQLCondition("uuid = ?", [.text(uuid.uuidString)])).first
  }

  private func taskVersions(where condition: SQLCondition) throws -> [CareTask] {
    let sql = """
      SELECT task, uuid, predecessors, at, effectiveDate, kind, addedIn, content, participant FROM taskVersion
      WHERE \(condition.text) ORDER BY number
      """
    return try connection.rows(sql, condition.values) { row in
      guard let zone = Zone(row.text(6)), let content = try? TaskContent(stored: row.text(7)),
        let participant = try? ParticipantID(row.text(8))
      else { throw row.damaged("content, addedIn, participant") }
      return CareTask(
        participant: participant, id: row.text(0), uuid: try row.uuid(1, "uuid"),
        predecessors: try row.uuids(2, "predecessors"), created: try row.instant(3, "at"),
        effectiveDate: try row.instant(4, "effectiveDate"), kind: try row.choice(5, "kind"), addedIn: zone,
        content: content)
    }
  }

  func append(_ task: CareTask) throws {
    try ensure(task.participant)
    try insert(
      into: "taskVersion",
      "uuid, participant, task, kind, effectiveDate, predecessors, addedIn, content",
      [
        .text(task.uuid.uuidString), .text(task.participant.text), .text(task.id), .text(task.kind.rawValue),
        .text(task.effectiveDate.sortableText), uuidList(task.predecessors), .text(task.addedIn.name),
        .text(task.content.stored),
      ])
    let action =
      switch task.kind {
      case .normal: task.predecessors.isEmpty ? "task.add" : "task.version"
      case .ended: "task.end"
      case .tombstone: "task.delete"
      }
    try audit(action, task.uuid.uuidString)
  }
}
