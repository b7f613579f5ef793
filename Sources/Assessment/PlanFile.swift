import Care
import JSONText

/// A plan as its file says it; dates such as `D` are not resolved yet.
public struct PlanFile: Sendable {
  public let name: String
  public let zone: Zone?
  private let tasks: [JSONCursor]
  private let surveys: [String: JSONValue]

  /// Reads what does not depend on dates; tasks are checked when their dates are known.
  public init(_ text: [UInt8]) throws(PlanError) {
    let root: JSONValue
    do { root = try JSONValue(parsing: text, limits: JSONLimits(bytes: 4 << 20, depth: 32)) } catch {
      throw .syntax(error)
    }
    let fields = try JSONCursor(root).planFields(["plan", "title", "timeZone", "tasks", "surveys", "about"])
    name = try fields.planRequired("plan").planName()
    zone = try fields["timeZone"]?.planZone()
    tasks = try fields.planRequired("tasks").planList()
    if tasks.count > 10_000 { throw .invalid(path: "tasks", .tooMany(limit: 10_000)) }
    surveys = try PlanFile.surveys(fields["surveys"])
  }

  public init(_ text: String) throws(PlanError) { try self.init(Array(text.utf8)) }

  /// The tasks as they would be if the plan were applied now for the first time.
  public func drafts(_ occasion: Occasion, from firstDay: LocalDate? = nil) throws(PlanError) -> [TaskDraft] {
    try drafts(
      PlanStart(
        plan: name, firstDay: firstDay ?? occasion.today, appliedAt: occasion.now, zone: zone ?? occasion.zone
      ))
  }

  /// The tasks with every date resolved, in the order of the file; unknown keys are refused with their path.
  public func drafts(_ start: PlanStart) throws(PlanError) -> [TaskDraft] {
    let reader = PlanReader(start: start, zone: zone ?? start.zone)
    var drafts: [TaskDraft] = []
    for cursor in tasks {
      let draft = try reader.task(cursor, surveys: surveys)
      if drafts.contains(where: { $0.id == draft.id }) {
        throw .invalid(path: cursor.path + ".id", .duplicate(draft.id))
      }
      drafts.append(draft)
    }
    for (cursor, draft) in zip(tasks, drafts) {
      guard let needed = draft.content.requirement?.task else { continue }
      if needed == draft.id || !drafts.contains(where: { $0.id == needed }) {
        throw .invalid(path: cursor.path + ".requires", .unknownReference(needed))
      }
    }
    return drafts
  }
}

extension PlanFile {
  private static let itemKeys = [
    "id", "text", "required", "scale", "continuous", "digits", "default", "boolean", "choices", "multiple",
    "textScale", "numeric", "textAnswer", "date", "unit", "minLabel", "maxLabel", "vertical",
  ]

  /// Definitions by id. Their answer formats are checked where they are asked.
  private static func surveys(_ cursor: JSONCursor?) throws(PlanError) -> [String: JSONValue] {
    var surveys: [String: JSONValue] = [:]
    for cursor in try cursor?.planList() ?? [] {
      let fields = try cursor.planFields(["id", "title", "text", "navigable", "steps", "rules"])
      let id = try fields.planRequired("id").planName()
      if surveys[id] != nil { throw .invalid(path: cursor.path + ".id", .duplicate(id)) }
      try checkSteps(try fields.planRequired("steps"))
      surveys[id] = cursor.value
    }
    return surveys
  }

  private static func checkSteps(_ cursor: JSONCursor) throws(PlanError) {
    let steps = try cursor.planList()
    if steps.isEmpty { throw .invalid(path: cursor.path, .empty) }
    var ids: Set<String> = []
    for step in steps {
      let fields = try step.planFields(["form", "title", "text", "optional", "acceptDefaults", "items"])
      let id = try fields.planRequired("form").planName()
      if !ids.insert(id).inserted { throw .invalid(path: step.path + ".form", .duplicate(id)) }
      var items: Set<String> = []
      for item in try fields.planRequired("items").planList() {
        let id = try item.planFields(itemKeys).planRequired("id").planName()
        if !items.insert(id).inserted { throw .invalid(path: item.path + ".id", .duplicate(id)) }
      }
    }
  }
}
