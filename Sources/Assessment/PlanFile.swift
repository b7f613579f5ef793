import Care
import JSONText

/// A plan as its file says it; dates such as `D` are not resolved yet.
public struct PlanFile: Sendable {
  public let name: String
  public let zone: Zone?
  private let tasks: [JSONCursor]
  /// As they were written, by id.
  private let surveys: [String: JSONValue]
  /// What is wrong with the questions, whichever task asks them.
  private let surveyProblems: [PlanError]

  /// Reads what does not depend on dates; tasks are checked when their dates are known.
  public init(_ text: [UInt8]) throws(PlanError) {
    self = try PlanFile(whole: text)
    if let first = surveyProblems.first { throw first }
  }

  public init(_ text: String) throws(PlanError) { try self.init(Array(text.utf8)) }

  /// Also with surveys that cannot be asked: their problems are kept.
  private init(whole text: [UInt8]) throws(PlanError) {
    let root: JSONValue
    do { root = try JSONValue(parsing: text, limits: JSONLimits(bytes: 4 << 20, depth: 32)) } catch {
      throw .syntax(error)
    }
    let fields = try JSONCursor(root).planFields(["plan", "title", "timeZone", "tasks", "surveys", "about"])
    name = try fields.planRequired("plan").planName()
    zone = try fields["timeZone"]?.planZone()
    for key in ["title", "about"] { _ = try fields[key]?.planWords() }
    tasks = try fields.planRequired("tasks").planList()
    if tasks.count > 10_000 { throw .invalid(path: "tasks", .tooMany(limit: 10_000)) }
    var problems: [PlanError] = []
    surveys = try PlanFile.surveys(fields["surveys"], &problems)
    surveyProblems = problems
  }

  /// Everything that is wrong with a plan, surveys first, then the tasks in their order; empty if it can be applied.
  public static func problems(
    in text: [UInt8], _ occasion: Occasion, from firstDay: LocalDate? = nil
  ) -> [PlanError] {
    do {
      let plan = try PlanFile(whole: text)
      var problems = plan.surveyProblems
      _ = plan.drafts(plan.start(occasion, from: firstDay), &problems)
      return problems
    } catch {
      return [error]
    }
  }

  /// The tasks as they would be if the plan were applied now for the first time.
  public func drafts(_ occasion: Occasion, from firstDay: LocalDate? = nil) throws(PlanError) -> [TaskDraft] {
    try drafts(start(occasion, from: firstDay))
  }

  private func start(_ occasion: Occasion, from firstDay: LocalDate?) -> PlanStart {
    PlanStart(
      plan: name, firstDay: firstDay ?? occasion.today, appliedAt: occasion.now, zone: zone ?? occasion.zone)
  }

  /// The tasks with every date resolved, in the order of the file; unknown keys are refused with their path.
  public func drafts(_ start: PlanStart) throws(PlanError) -> [TaskDraft] {
    var problems: [PlanError] = []
    let drafts = drafts(start, &problems)
    if let first = problems.first { throw first }
    return drafts
  }

  /// The tasks that can be, and what is wrong with the others.
  private func drafts(_ start: PlanStart, _ problems: inout [PlanError]) -> [TaskDraft] {
    let reader = PlanReader(start: start, zone: zone ?? start.zone)
    var drafts: [TaskDraft] = []
    var ids: Set<String> = []
    var needs: [(path: String, task: String, needed: String)] = []
    for cursor in tasks {
      do throws(PlanError) {
        let draft = try reader.task(cursor, surveys: surveys)
        if !ids.insert(draft.id).inserted {
          throw .invalid(path: cursor.path + ".id", .duplicate(draft.id))
        }
        if let needed = draft.content.requirement?.task {
          needs.append((cursor.path + ".requires", draft.id, needed))
        }
        drafts.append(draft)
      } catch {
        problems.append(error)
      }
    }
    // A task that could not be read may be the one that is named: one fault is told once.
    guard problems.isEmpty else { return drafts }
    for need in needs where need.task == need.needed || !ids.contains(need.needed) {
      problems.append(.invalid(path: need.path, .unknownReference(need.needed)))
    }
    return drafts
  }

  /// By id, also those that cannot be asked, so that a task that names one is not called wrong too.
  private static func surveys(
    _ cursor: JSONCursor?, _ problems: inout [PlanError]
  ) throws(PlanError) -> [String: JSONValue] {
    var surveys: [String: JSONValue] = [:]
    for cursor in try cursor?.planList() ?? [] {
      do throws(PlanError) { _ = try SurveyReader().survey(cursor) } catch { problems.append(error) }
      guard case .object(let object) = cursor.value, case .string(let id)? = object["id"] else { continue }
      if surveys.updateValue(cursor.value, forKey: id) != nil {
        problems.append(.invalid(path: cursor.path + ".id", .duplicate(id)))
      }
    }
    return surveys
  }
}
