import Care
import Foundation
import JSONText
import Testing

extension VectorScript {
  func addTasks(_ cursors: [JSONCursor], _ step: VectorStep) async throws -> JSONValue {
    let occasion = occasion
    let drafts = try cursors.map(step.draft)
    let made = try await change { ledger in try drafts.map { try ledger.addTask($0, occasion) } }
    if let made, let alias = try step.fields["as"]?.text() { tasks[alias] = made[0].uuid }
    return ok(made)
  }

  func updateTask(_ step: VectorStep) async throws -> JSONValue {
    let occasion = occasion
    var draft = try step.draft(step.fields.required("task"))
    draft.effectiveDate = try step.fields["effective"].map(step.vector.instant)
    let made = try await change { [draft] in try $0.updateTask(draft, occasion) }
    if let made, let alias = try step.fields["as"]?.text() { tasks[alias] = made.uuid }
    return ok(made)
  }

  func deleteTask(_ step: VectorStep) async throws -> JSONValue {
    let occasion = occasion
    let id = try step.fields.required("id").text()
    return ok(try await change { try $0.deleteTask(id, occasion) })
  }

  func countTasks() async throws -> JSONValue {
    let occasion = occasion
    return .integer(try await store.read { try $0.taskVersions(occasion).count })
  }

  func tasksOn(_ step: VectorStep) async throws -> JSONValue {
    let occasion = occasion
    let fields = step.fields
    var query = TaskQuery()
    query.excludesTasksWithoutEvents = try fields["excludeWithoutEvents"]?.bool() ?? false
    query.limit = try fields["limit"]?.integer()
    query.sortsByTitle = try fields["sort"]?.text() == "title"
    query.tags = try fields["tags"]?.list().map { cursor in try cursor.text() }
    query.groups = try fields["groups"]?.list().map { $0.value == .null ? nil : try $0.text() }
    let day = try step.date()
    let found = try await store.read { [query] in try $0.tasks(on: day, query, occasion) }
    let showsTitle = try fields.required("show").text() == "title"
    return .array(found.map { showsTitle ? .optional($0.content.title) : .string($0.id) })
  }

  func previousOf(_ step: VectorStep) async throws -> JSONValue {
    let uuid = try task(step.fields.required("task"))
    let versions = try await store.read { try $0.taskVersions(of: .me, task: nil) }
    let previous = try #require(versions.first { $0.uuid == uuid }).predecessors
    return .array(
      previous.map { uuid in .optional(tasks.first { $0.value == uuid }?.key ?? uuid.uuidString) })
  }

  func eventsOn(_ step: VectorStep) async throws -> JSONValue {
    let occasion = occasion
    let day = try step.date()
    return try show(try await store.read { try $0.events(on: day, occasion) }, step)
  }

  func events(_ step: VectorStep) async throws -> JSONValue {
    let occasion = occasion
    let from = try step.vector.instant(step.fields.required("from"))
    let to = try step.vector.instant(step.fields.required("to"))
    return try show(try await store.read { try $0.events(from: from, to: to, occasion) }, step)
  }

  private func show(_ events: [CareEvent], _ step: VectorStep) throws -> JSONValue {
    switch try step.fields.required("show").text() {
    case "count": return .integer(events.count)
    case "id": return .array(events.map { .string($0.task.id) })
    case "completed": return .array(events.map { .bool($0.isCompleted) })
    default: throw CareError.invalidValue(field: "show")
    }
  }

  func nth(_ step: VectorStep) async throws -> JSONValue {
    let key = EventKey(
      taskVersion: try task(step.fields.required("task")),
      occurrence: try step.fields.required("index").integer())
    let zone = occasion.zone
    let event = try await store.read { records in
      try records.chains(of: .me).lazy.compactMap { $0.event(key, reader: zone) }.first
    }
    return event.map { CareVector.json($0.occurrence) } ?? .null
  }

  /// An alias, else a literal UUID.
  func task(_ cursor: JSONCursor) throws -> UUID {
    let text = try cursor.text()
    return try #require(tasks[text] ?? UUID(uuidString: text), "task \(text)")
  }
}
