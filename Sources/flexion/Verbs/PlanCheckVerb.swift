import Assessment
import Care
import CareStore
import JSONText

/// `plan check`: all that is wrong with a plan at once, without a store.
enum PlanCheckVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let file = call.request.arguments[0]
    let setting = try CareSetting(call)
    let text = try TextFile.read(file)
    let faults = PlanFile.problems(
      in: text, setting.occasion, from: NamedPlan.firstDay(call, setting)
    ).map { NamedPlan.words($0, file, text) }
    guard faults.isEmpty else { return answer(faults, file, call) }
    let plan = try NamedPlan(file).plan
    let tasks = try plan.drafts(setting.occasion, from: NamedPlan.firstDay(call, setting))
    return Answer(
      text: "plan \(plan.name): \(tasks.count) \(tasks.count == 1 ? "task" : "tasks"), nothing is wrong\n",
      json: [
        "file": .string(file), "plan": .string(plan.name), "tasks": .integer(tasks.count),
        "problems": .array([]),
      ])
  }

  private static func answer(_ faults: [Failure], _ file: String, _ call: Invocation) -> Answer {
    for fault in faults { call.console.fail(fault) }
    var answer = Answer(
      text: "\(file): \(faults.count) \(faults.count == 1 ? "fault" : "faults")\n",
      json: [
        "file": .string(file), "plan": .null, "tasks": .null,
        "problems": .array(faults.map { .object($0.json) }),
      ], exit: .dataRefused)
    answer.json["error"] = .object(faults[0].json)
    return answer
  }
}

/// `plan diff`: what `plan apply` would do to the store, field by field.
enum PlanDiffVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    let named = try NamedPlan(call.request.arguments[0])
    let drafts = try named.drafts(call, setting)
    do {
      let report = try await ApplyPlan.apply(
        named.plan, from: NamedPlan.firstDay(call, setting), dryRun: true, to: try setting.open(.readWrite),
        setting.occasion)
      return answer(report.rows, others: report.others, named.plan, setting)
    } catch let fault as StoreFault where fault.kind == .missing {
      let rows = drafts.map {
        ApplyPlan.Row(
          task: $0.id, title: $0.content.title, action: .created,
          effectiveDate: $0.effectiveDate ?? setting.occasion.now)
      }
      return answer(rows, others: [], named.plan, setting)
    } catch let error as PlanError {
      throw named.words(error)
    }
  }

  private static func answer(
    _ rows: [ApplyPlan.Row], others: [String], _ plan: PlanFile, _ setting: CareSetting
  ) -> Answer {
    var lines: [String] = []
    for row in rows {
      switch row.action {
      case .created: lines.append("+ \(row.task)")
      case .unchanged: lines.append("= \(row.task)")
      case .ended: lines.append("x \(row.task)  was ended, stays so")
      case .versioned:
        lines.append("~ \(row.task)  from \(row.effectiveDate.rfc3339(in: setting.occasion.zone))")
        for change in row.changes {
          let (before, after) = (
            change.before?.compactText ?? "nothing", change.after?.compactText ?? "nothing"
          )
          lines.append("    \(change.field): \(before) -> \(after)")
        }
      }
    }
    lines += others.map { "? \($0)  is not in the plan, stays as it is" }
    return Answer(
      text: (lines + [""]).joined(separator: "\n"),
      json: [
        "plan": .string(plan.name), "tasks": .array(rows.map { json($0, setting.occasion.zone) }),
        "others": .array(others.map(JSONValue.string)),
      ])
  }

  private static func json(_ row: ApplyPlan.Row, _ zone: Zone) -> JSONValue {
    .object([
      "task": .string(row.task), "action": .string(row.action.rawValue),
      "effective": .string(row.effectiveDate.rfc3339(in: zone)),
      "changes": .array(
        row.changes.map {
          .object(["field": .string($0.field), "before": $0.before ?? .null, "after": $0.after ?? .null])
        }),
    ])
  }
}
