import Care
import JSONText

extension PlanReader {
  private static let taskKeys = [
    "id", "title", "text", "instructions", "asset", "type", "groupIdentifier", "tags", "timeZone",
    "completionMode", "resultResettable", "impactsAdherence", "gate", "requires", "survey", "knee",
    "extract", "measurements", "custom", "details", "effective", "schedule",
  ]

  private enum Gate: String, CaseIterable { case first }

  func task(_ cursor: JSONCursor, surveys: [String: JSONValue]) throws(PlanError) -> TaskDraft {
    let fields = try cursor.planFields(PlanReader.taskKeys)
    let ownZone = try fields["timeZone"]?.planZone() ?? zone
    let reader = PlanReader(start: start, zone: ownZone)
    let schedule = try reader.schedule(try fields.planRequired("schedule"))
    var content = TaskContent(title: try fields["title"]?.planText(), schedule: schedule)
    content.timeZone = ownZone
    try readTexts(fields, into: &content)
    try readRules(fields, into: &content)
    content.knee = try knee(fields)
    content.survey = try survey(fields, known: surveys)
    content.type = try fields["type"]?.planChoice(TaskContent.TaskType.self) ?? content.usualType
    content.details = details(fields, survey: content.survey.flatMap { surveys[$0] })
    var effective: Instant?
    if let cursor = fields["effective"] { effective = try reader.instant(cursor) }
    let id = try fields.planRequired("id").planName()
    return TaskDraft(id: id, content: content, effectiveDate: effective)
  }

  private func readTexts(_ fields: JSONFields, into content: inout TaskContent) throws(PlanError) {
    content.text = try fields["text"]?.planText()
    content.instructions = try fields["instructions"]?.planText()
    content.groupIdentifier = try fields["groupIdentifier"]?.planText()
    for cursor in try fields["tags"]?.planList() ?? [] { content.tags.append(try cursor.planName()) }
  }

  private func readRules(_ fields: JSONFields, into content: inout TaskContent) throws(PlanError) {
    if let cursor = fields["completionMode"] {
      content.completionMode = try cursor.planChoice(TaskContent.CompletionMode.self)
    }
    content.resultResettable = try fields["resultResettable"]?.planBool() ?? true
    content.impactsAdherence = try fields["impactsAdherence"]?.planBool() ?? true
    content.isOnboarding = try fields["gate"]?.planChoice(Gate.self) != nil
    guard let cursor = fields["requires"] else { return }
    if case .string = cursor.value {
      content.requirement = TaskRequirement(task: try cursor.planName())
    } else {
      let fields = try cursor.planFields(["task", "scope"])
      content.requirement = TaskRequirement(
        task: try fields.planRequired("task").planName(),
        scope: try fields["scope"]?.planChoice(TaskRequirement.Scope.self) ?? .ever)
    }
  }

  private func knee(_ fields: JSONFields) throws(PlanError) -> KneeTask? {
    guard let cursor = fields["knee"] else {
      for key in ["extract", "measurements"] {
        if let cursor = fields[key] { throw .invalid(path: cursor.path, .unknownReference("knee")) }
      }
      return nil
    }
    let kneeFields = try cursor.planFields(["limb", "options", "append"])
    let limb = try kneeFields.planRequired("limb").planChoice(Limb.self)
    var options: Set<KneeTask.Option> = []
    for cursor in try kneeFields["options"]?.planList() ?? [] {
      options.insert(try cursor.planChoice(KneeTask.Option.self))
    }
    var steps: [KneeTask.Step] = []
    for cursor in try kneeFields["append"]?.planList() ?? [] { steps.append(try step(cursor)) }
    var numbers: [RangeOfMotionResult.Number] = []
    for cursor in try fields["extract"]?.planList() ?? [] {
      numbers.append(try cursor.planChoice(RangeOfMotionResult.Number.self))
    }
    let selection = try fields["measurements"]?.planChoice(KneeTask.Selection.self) ?? .best
    return try cursor.obey { () throws(CareError) in
      try KneeTask(
        limb: limb, options: options, appended: steps, extract: numbers.isEmpty ? [.range] : numbers,
        selection: selection)
    }
  }

  private func step(_ cursor: JSONCursor) throws(PlanError) -> KneeTask.Step {
    let fields = try cursor.planFields(["id", "title", "text"])
    return KneeTask.Step(
      id: try fields.planRequired("id").planName(), title: try fields["title"]?.planText(),
      text: try fields["text"]?.planText())
  }

  private func survey(_ fields: JSONFields, known: [String: JSONValue]) throws(PlanError) -> String? {
    guard let cursor = fields["survey"] else { return nil }
    let id = try cursor.planName()
    guard known[id] != nil else { throw .invalid(path: cursor.path, .unknownReference(id)) }
    return id
  }

  /// What only some tasks have travels with the version: the survey it was made with, a picture, own settings.
  private func details(_ fields: JSONFields, survey: JSONValue?) -> Detail {
    var entries: [Detail.Entry] = []
    for key in ["asset", "custom", "details"] {
      if let cursor = fields[key] { entries.append(.init(key, Detail(cursor.value))) }
    }
    if let survey { entries.append(.init("survey", Detail(survey))) }
    return entries.isEmpty ? .none : .map(entries)
  }
}

extension TaskContent {
  /// What is measured or asked is an assessment.
  fileprivate var usualType: TaskType { knee != nil || survey != nil ? .assessment : .intervention }
}
