import Assessment
import Care
import CareStore
import JSONText

/// `plan apply`: brings the tasks of the store to what a plan says.
enum PlanApplyVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    let isDry = call.request.has("dry-run")
    let named = try NamedPlan(call.request.arguments[0])
    let plan = named.plan
    // A plan that is wrong makes no store.
    let drafts = try named.drafts(call, setting)
    do {
      let store = try setting.open(isDry ? .readWrite : .create)
      let report = try await ApplyPlan.apply(
        plan, from: NamedPlan.firstDay(call, setting), dryRun: isDry, to: store, setting.occasion)
      return answer(report, isDry, setting)
    } catch let fault as StoreFault where isDry && fault.kind == .missing {
      // Nothing is made by a dry run, not even the store: every task would be new.
      return Answer(
        text: "would make the store and \(drafts.count) tasks: \(drafts.map(\.id).joined(separator: ", "))\n",
        json: [
          "plan": .string(plan.name), "dry_run": .bool(true),
          "tasks": .array(drafts.map { .object(["task": .string($0.id), "action": .string("created")]) }),
        ])
    } catch let error as PlanError {
      throw named.words(error)
    }
  }

  private static func answer(_ report: ApplyPlan.Report, _ isDry: Bool, _ setting: CareSetting) -> Answer {
    var table = ResultTable(columns: [
      .init("task", "task"), .init("title", "title"), .init("action", "action"),
      .init("effective", "effective"),
    ])
    table.rows = report.rows.map {
      [
        .words($0.task), .optional($0.title), .words($0.action.rawValue),
        .words($0.effectiveDate.rfc3339(in: setting.occasion.zone)),
      ]
    }
    let verb = isDry ? "would be applied" : "applied"
    var text = table.text + "\nplan \(report.plan) \(verb) from \(report.firstDay)\n"
    if !report.others.isEmpty { text += "not in the plan: \(report.others.joined(separator: ", "))\n" }
    return Answer(
      text: text,
      json: [
        "plan": .string(report.plan), "from": .string("\(report.firstDay)"), "dry_run": .bool(isDry),
        "tasks": .array(table.json), "others": .array(report.others.map { .string($0) }),
      ])
  }
}

/// `plan show`: the tasks of a plan file, checked, without a store.
enum PlanShowVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    let named = try NamedPlan(call.request.arguments[0])
    let plan = named.plan
    let drafts = try named.drafts(call, setting)
    var table = ResultTable(columns: [
      .init("task", "task"), .init("title", "title"), .init("type", "type"), .init("side", "side"),
      .init("kind", "kind"), .init("requires", "after"), .init("schedule", "schedule"),
    ])
    table.rows = drafts.map { draft in
      let content = draft.content.worded(in: call.language)
      let elements = draft.content.schedule.elements.map { words($0, setting.occasion.zone) }
      return [
        .words(draft.id), .optional(content.title), .words(content.type.rawValue),
        .optional(content.knee?.limb.rawValue), .optional(CardKind(content)?.rawValue),
        .optional(content.requirement?.task), .words(elements.joined(separator: "; ")),
      ]
    }
    return Answer(
      text: "plan \(plan.name)\n\n" + table.text,
      json: ["plan": .string(plan.name), "tasks": .array(table.json)], lines: table.json)
  }

  /// "every 1 week from 2026-11-09 to 2026-12-02".
  private static func words(_ element: ScheduleElement, _ zone: Zone) -> String {
    let from: String
    let to: String?
    switch element.extent {
    case .allDay(let first, let last): (from, to) = ("\(first)", last.map { "\($0)" })
    case .timed(.instant(let start), let end, _):
      (from, to) = (start.rfc3339(in: zone), end?.rfc3339(in: zone))
    case .timed(.clockTime(let hour, let minute, _, let start), let end, _):
      let clock = "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
      (from, to) = ("\(zone.date(at: start)) at \(clock)", end?.rfc3339(in: zone))
    }
    return "every \(element.every.words) from \(from)" + (to.map { " to \($0)" } ?? "")
  }
}

extension CalendarInterval {
  /// "1 day", "1 week 2 days".
  fileprivate var words: String {
    Unit.allCases.filter { self[$0] != 0 }
      .map { "\(self[$0]) \($0.rawValue)\(self[$0] == 1 ? "" : "s")" }.joined(separator: " ")
  }
}

/// A plan file as the verbs read it: its refusals name file and line.
struct NamedPlan {
  let file: String
  let text: [UInt8]
  let plan: PlanFile

  init(_ file: String) throws {
    self.file = file
    text = try TextFile.read(file)
    do { plan = try PlanFile(text) } catch { throw NamedPlan.words(error, file, text) }
  }

  /// nil without the flag: as when the plan was first applied, else today.
  static func firstDay(_ call: Invocation, _ setting: CareSetting) -> LocalDate? {
    call.request.has("from") ? setting.day("from") : nil
  }

  func drafts(_ call: Invocation, _ setting: CareSetting) throws -> [TaskDraft] {
    do { return try plan.drafts(setting.occasion, from: NamedPlan.firstDay(call, setting)) } catch {
      throw words(error)
    }
  }

  func words(_ error: PlanError) -> Failure { NamedPlan.words(error, file, text) }

  static func words(_ error: PlanError, _ file: String, _ text: [UInt8]) -> Failure {
    var failure = Faults.words(error).naming(file)
    failure.line = error.line(in: text)
    return failure
  }
}
