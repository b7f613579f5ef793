import Care
import JSONText

extension PlanReader {
  private static let taskKeys = [
    "id", "title", "text", "instructions", "asset", "tint", "type", "groupIdentifier", "tags", "remoteId",
    "carePlan", "timeZone", "completionMode", "resultResettable", "impactsAdherence", "usableAfterwards",
    "gate", "requires", "survey", "knee", "extract", "measurements", "custom", "details", "effective",
    "schedule",
  ]

  private enum Gate: String, CaseIterable { case first }

  func task(_ cursor: JSONCursor, surveys: [String: JSONValue]) throws(PlanError) -> TaskDraft {
    let fields = try cursor.planFields(PlanReader.taskKeys)
    let ownZone = try fields["timeZone"]?.planZone() ?? zone
    let reader = PlanReader(start: start, zone: ownZone)
    let schedule = try reader.schedule(try fields.planRequired("schedule"))
    var content = TaskContent(schedule: schedule)
    content.timeZone = ownZone
    var words = TaskWords()
    try readTexts(fields, into: &content, &words)
    try readNames(fields, into: &content)
    try readRules(fields, into: &content)
    content.knee = try knee(fields, &words)
    content.survey = try survey(fields, known: surveys)
    content.type = try fields["type"]?.planChoice(TaskContent.TaskType.self) ?? content.usualType
    content.details = try details(fields, survey: content.survey.flatMap { surveys[$0] }, words)
    try checkExtraction(fields, of: content)
    var effective: Instant?
    if let cursor = fields["effective"] { effective = try reader.instant(cursor) }
    let id = try fields.planRequired("id").planName()
    return TaskDraft(id: id, content: content, effectiveDate: effective)
  }

  private func readTexts(
    _ fields: JSONFields, into content: inout TaskContent, _ words: inout TaskWords
  ) throws(PlanError) {
    content.title = try words.read(fields["title"], as: "title")
    content.text = try words.read(fields["text"], as: "text")
    content.instructions = try words.read(fields["instructions"], as: "instructions")
  }

  private func readNames(_ fields: JSONFields, into content: inout TaskContent) throws(PlanError) {
    content.groupIdentifier = try fields["groupIdentifier"]?.planText()
    content.remoteID = try fields["remoteId"]?.planText()
    content.carePlan = try fields["carePlan"]?.planText()
    content.tint = try fields["tint"]?.planText()
    for cursor in try fields["tags"]?.planList() ?? [] { content.tags.append(try cursor.planName()) }
    guard let asset = try fields["asset"]?.planFields(["kind", "url"]) else { return }
    content.asset = TaskAsset(
      kind: try asset.planRequired("kind").planChoice(TaskAsset.Kind.self),
      url: try asset.planRequired("url").planName())
  }

  private func readRules(_ fields: JSONFields, into content: inout TaskContent) throws(PlanError) {
    if let cursor = fields["completionMode"] {
      content.completionMode = try cursor.planChoice(TaskContent.CompletionMode.self)
    }
    content.resultResettable = try fields["resultResettable"]?.planBool() ?? true
    content.impactsAdherence = try fields["impactsAdherence"]?.planBool() ?? true
    content.isUsableAfterwards = try fields["usableAfterwards"]?.planBool() ?? true
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

  private func knee(_ fields: JSONFields, _ words: inout TaskWords) throws(PlanError) -> KneeTask? {
    guard let cursor = fields["knee"] else {
      if let cursor = fields["measurements"] { throw .invalid(path: cursor.path, .onlyBeside("knee")) }
      return nil
    }
    let kneeFields = try cursor.planFields(["limb", "options", "append"])
    let limb = try kneeFields.planRequired("limb").planChoice(Limb.self)
    var options: Set<KneeTask.Option> = []
    for cursor in try kneeFields["options"]?.planList() ?? [] {
      options.insert(try cursor.planChoice(KneeTask.Option.self))
    }
    var steps: [KneeTask.Step] = []
    for cursor in try kneeFields["append"]?.planList() ?? [] {
      steps.append(try step(cursor, &words))
    }
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

  private func step(_ cursor: JSONCursor, _ words: inout TaskWords) throws(PlanError) -> KneeTask.Step {
    let fields = try cursor.planFields(["id", "title", "text"])
    let id = try fields.planRequired("id").planName()
    return KneeTask.Step(
      id: id, title: try words.read(fields["title"], as: "append.\(id).title"),
      text: try words.read(fields["text"], as: "append.\(id).text"))
  }

  private func survey(_ fields: JSONFields, known: [String: JSONValue]) throws(PlanError) -> String? {
    guard let cursor = fields["survey"] else { return nil }
    let id = try cursor.planName()
    guard known[id] != nil else { throw .invalid(path: cursor.path, .unknownReference(id)) }
    return id
  }

  /// What only some tasks have travels with the version: its questions as they were written, a panel, own settings,
  /// translated texts.
  private func details(_ fields: JSONFields, survey: JSONValue?, _ words: TaskWords) throws(PlanError)
    -> Detail
  {
    var entries: [Detail.Entry] = []
    if let cursor = fields["custom"] {
      try checkPanel(cursor)
      entries.append(.init("custom", Detail(cursor.value)))
    }
    if let cursor = fields["details"] {
      guard case .object = cursor.value else {
        let found = cursor.value.kind
        throw .field(
          JSONFieldError(path: cursor.path, problem: .wrongKind(expected: "object", found: found)))
      }
      entries.append(.init("details", Detail(cursor.value)))
    }
    if let survey { entries.append(.init("survey", Detail(survey))) }
    if let translations = words.detail { entries.append(.init("translations", translations)) }
    return entries.isEmpty ? .none : .map(entries)
  }

  /// A panel of buttons with `done` and `cancel`.
  private func checkPanel(_ cursor: JSONCursor) throws(PlanError) {
    let fields = try cursor.planFields(["buttons", "actions"])
    let list = try fields.planRequired("buttons")
    var buttons: [String] = []
    for cursor in try list.planList() {
      let label = try cursor.planName()
      if buttons.contains(label) { throw .invalid(path: cursor.path, .duplicate(label)) }
      buttons.append(label)
    }
    for cursor in try fields["actions"]?.planList() ?? [] { _ = try cursor.planChoice(PanelAction.self) }
    _ = try list.obey { () throws(CareError) in try ButtonPanel(buttons: buttons) }
  }

  private enum PanelAction: String, CaseIterable { case done, cancel }

  /// What is kept of a result: numbers of a knee task by name, else everything by the one word for it.
  private func checkExtraction(_ fields: JSONFields, of content: TaskContent) throws(PlanError) {
    guard content.knee == nil, let cursor = fields["extract"] else { return }
    let word = content.survey != nil ? "answers" : content.details["custom"] != nil ? "taps" : nil
    guard let word else { throw .invalid(path: cursor.path, .onlyBeside("knee, survey or custom")) }
    if try cursor.planText() != word { throw .invalid(path: cursor.path, .notOneOf([word])) }
  }
}

extension TaskContent {
  /// What is measured or asked is an assessment.
  fileprivate var usualType: TaskType { knee != nil || survey != nil ? .assessment : .intervention }
}
