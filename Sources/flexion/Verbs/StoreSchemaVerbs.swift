import Care
import CareStore
import JSONText

/// `store init`: a store where none is; twice changes nothing.
enum StoreInitVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    let isDry = call.request.has("dry-run")
    let isNew = try !setting.exists()
    if isNew, isDry {
      return answer(try setting.path(), isNew: true, isDry: true, schema: StoreExamination.schemaKnown)
    }
    if isNew { _ = try setting.open(.create) }
    // An older store is left as it is: `store migrate` is an act of its own.
    let summary = try StoreSummary(try setting.address())
    guard summary.isCurrent else {
      throw StoreFault(.olderSchema, path: summary.path, detail: "\(summary.missing.count) steps missing")
    }
    return answer(summary.path, isNew: isNew, isDry: isDry, schema: summary.steps.count)
  }

  private static func answer(_ path: String, isNew: Bool, isDry: Bool, schema: Int) -> Answer {
    let words = isNew ? (isDry ? "would make the store" : "made the store") : "the store is there already:"
    return Answer(
      text: "\(words) \(path), schema \(schema)\n",
      json: [
        "path": .string(path), "created": .bool(isNew && !isDry), "dry_run": .bool(isDry),
        "schema_steps": .integer(schema),
      ])
  }
}

/// `store migrate`: the missing steps of the schema, behind a copy of the store as it was.
enum StoreMigrateVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    let isDry = call.request.has("dry-run")
    let before = try StoreSummary(try setting.address())
    let progress = StoreProgress(call, "migrate")
    var backup: String?
    if !isDry {
      progress.show(0, of: before.missing.count)
      let store = try setting.open(.readWrite, quietly: true)
      backup = store.warnings.first { $0.kind == .migrated }?.path
      progress.show(before.missing.count, of: before.missing.count)
    }
    let steps = before.steps.map { step in
      (name: step.name, state: step.isDone ? "done" : isDry ? "missing" : "applied")
    }
    var text = steps.map { "\($0.state)  \($0.name)\n" }.joined()
    if let backup { text += "the store as it was: \(backup)\n" }
    return Answer(
      text: text,
      json: [
        "path": .string(before.path), "dry_run": .bool(isDry),
        "steps": .array(steps.map { .object(["name": .string($0.name), "state": .string($0.state)]) }),
        "backup": .optional(backup), "summary": progress.end(),
      ])
  }
}

/// `store info`: what a store holds.
enum StoreInfoVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    let store = try StoreSummary(try setting.address())
    let schema = store.steps.count - store.missing.count
    let newest = store.newest?.rfc3339(in: setting.occasion.zone)
    let facts = [
      ("store", store.path), ("schema", "\(schema) of \(store.steps.count)"),
      ("size", StoreCheckup.size(store.size)), ("participants", "\(store.participants)"),
      ("newest row", newest ?? "none"),
    ]
    let width = facts.map(\.0.count).max() ?? 0
    let lines = facts.map { name, value in
      name + String(repeating: " ", count: width + 2 - name.count) + value + "\n"
    }
    return Answer(
      text: lines.joined() + "\n" + store.tables.text,
      json: [
        "path": .string(store.path), "schema_steps": .integer(schema),
        "schema_steps_known": .integer(store.steps.count),
        "bytes": .integer(store.size), "participants": .integer(store.participants),
        "newest": .optional(store.newest?.rfc3339), "others_can_read": .bool(store.othersCanRead),
        "tables": store.tables.json,
      ])
  }
}

extension StoreSummary {
  var missing: [Step] { steps.filter { !$0.isDone } }
}
