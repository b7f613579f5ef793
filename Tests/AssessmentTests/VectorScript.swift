import Care
import CareStore
import Foundation
import JSONText
import Testing

@testable import Assessment

extension CareVector {
  func storeScript() async throws -> JSONValue {
    let fields = try input.fields(only: ["timeZone", "now", "steps"])
    let script = try VectorScript(
      zone: zone(fields["timeZone"]?.text()),
      now: fields["now"].map(instant) ?? #require(Instant(rfc3339: "2026-03-02T12:00:00Z")))
    var results: [JSONValue] = []
    for step in try fields.required("steps").list() { results.append(try await script.run(step, of: self)) }
    return .object(["steps": .array(results), "last": results.last ?? .null])
  }
}

/// A fresh store, a clock that stands still, and the names that steps gave to what they made.
final class VectorScript {
  let occasion: Occasion
  private let folder: String
  private(set) var store: SQLiteStore
  var tasks: [String: UUID] = [:]
  var outcomes: [String: UUID] = [:]
  private var thrownAway = UUID()

  init(zone: Zone, now: Instant) throws {
    occasion = Occasion(actor: "vectors", now: now, zone: zone)
    folder = FileManager.default.temporaryDirectory.path + "/flexion-vectors-" + UUID().uuidString
    store = try SQLiteStore("sqlite:\(folder)/store.db", as: "vectors", at: now)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func run(_ step: JSONCursor, of vector: CareVector) async throws -> JSONValue {
    let fields = try step.anyFields()
    let verb = try fields.required("do").text()
    guard let (known, action) = VectorScript.actions[verb] else {
      Issue.record("unknown step \(verb)")
      return .null
    }
    return try await action(self, VectorStep(try step.fields(only: ["do"] + known), vector, occasion))
  }

  typealias Action = @Sendable (VectorScript, VectorStep) async throws -> JSONValue

  /// Fields and doing of every step.
  static let actions: [String: ([String], Action)] = [
    "addTask": (["task", "as"], { try await $0.addTasks([$1.fields.required("task")], $1) }),
    "addTasks": (["tasks"], { try await $0.addTasks($1.fields.required("tasks").list(), $1) }),
    "updateTask": (["task", "effective", "as"], { try await $0.updateTask($1) }),
    "deleteTask": (["id"], { try await $0.deleteTask($1) }),
    "countTasks": ([], { script, _ in try await script.countTasks() }),
    "tasksOn": (
      ["date", "show", "excludeWithoutEvents", "limit", "sort", "tags", "groups"],
      { try await $0.tasksOn($1) }
    ),
    "previousOf": (["task"], { try await $0.previousOf($1) }),
    "addOutcome": (["task", "occurrence", "values", "as"], { try await $0.addOutcome($1) }),
    "addOutcomes": (["list"], { try await $0.addOutcomes($1) }),
    "updateOutcome": (["outcome", "values", "effective"], { try await $0.updateOutcome($1) }),
    "deleteOutcome": (["outcome"], { try await $0.deleteOutcome($1) }),
    "countOutcomes": ([], { script, _ in try await script.countOutcomes() }),
    "outcomesOn": (["date", "show"], { try await $0.outcomesOn($1) }),
    "valuesOf": (["outcome", "show"], { try await $0.valuesOf($1) }),
    "deleteValue": (["outcome", "index"], { try await $0.deleteValue($1) }),
    "toggle": (["task", "occurrence"], { try await $0.toggle($1) }),
    "eventsOn": (["date", "show"], { try await $0.eventsOn($1) }),
    "events": (["from", "to", "show"], { try await $0.events($1) }),
    "nth": (["task", "index"], { try await $0.nth($1) }),
    "reload": ([], { script, _ in try script.reload() }),
    "saveValue": (["value"], { try await $0.saveValue($1) }),
    "typeOf": ([], { script, _ in try await script.typeOf() }),
  ]

  private func reload() throws -> JSONValue {
    store = try SQLiteStore("sqlite:\(folder)/store.db", .readWrite, as: "vectors", at: occasion.now)
    return .string("ok")
  }

  /// All or nothing; a refusal of the rules is "error", anything else a fault of the program.
  func change<Made: Sendable>(_ body: @Sendable (any CareLedger) throws -> Made) async throws -> Made? {
    do {
      return try await store.write(as: occasion.actor, at: occasion.now, body)
    } catch is CareError {
      return nil
    }
  }

  func ok<Made: Sendable>(_ made: Made?) -> JSONValue { .string(made == nil ? "error" : "ok") }

  private func saveValue(_ step: VectorStep) async throws -> JSONValue {
    let occasion = occasion
    let day = occasion.today
    let value = try step.vector.value(
      JSONCursor(.object(["value": step.fields.required("value").value])), now: occasion.now)
    let outcome = try await change { ledger in
      let content = TaskContent(schedule: try .perDay(1, from: day))
      let task = try ledger.addTask(TaskDraft(id: "thrown away", content: content), occasion)
      let key = EventKey(taskVersion: task.uuid, occurrence: 0)
      return try ledger.addOutcome(to: key, values: [value], occasion)
    }
    thrownAway = outcome?.id ?? thrownAway
    return ok(outcome)
  }

  private func typeOf() async throws -> JSONValue {
    let value = try await outcome(thrownAway)?.values.first
    return .object(["type": .optional(value?.datum.typeName)])
  }

  func outcome(_ id: UUID) async throws -> Outcome? {
    let filter = OutcomeFilter(participant: occasion.participant, outcome: id)
    return try await store.read { try $0.outcomes(filter).first }
  }
}

/// The fields of one step.
struct VectorStep {
  let fields: JSONFields
  let vector: CareVector
  let occasion: Occasion

  init(_ fields: JSONFields, _ vector: CareVector, _ occasion: Occasion) {
    self.fields = fields
    self.vector = vector
    self.occasion = occasion
  }

  func date() throws -> LocalDate { try #require(LocalDate(fields.required("date").text())) }

  func values(_ fields: JSONFields) throws -> [OutcomeValue] {
    try fields["values"]?.list().map { cursor in try vector.value(cursor, now: occasion.now) } ?? []
  }

  func draft(_ cursor: JSONCursor) throws -> TaskDraft {
    let fields = try cursor.fields(only: [
      "id", "elements", "title", "uuid", "timeZone", "tags", "groupIdentifier", "impactsAdherence",
    ])
    let own = try fields["timeZone"].map { cursor in try vector.zone(cursor.text()) }
    let schedule = try CareVector.schedule(fields.required("elements"), in: own ?? occasion.zone)
    var content = TaskContent(title: try fields["title"]?.text(), schedule: schedule)
    content.timeZone = own
    content.groupIdentifier = try fields["groupIdentifier"]?.text()
    content.tags = try fields["tags"]?.list().map { cursor in try cursor.text() } ?? []
    content.impactsAdherence = try fields["impactsAdherence"]?.bool() ?? true
    let uuid = try fields["uuid"].map { cursor in try #require(UUID(uuidString: cursor.text())) }
    return TaskDraft(id: try fields.required("id").text(), uuid: uuid ?? UUID(), content: content)
  }
}
