import Care
import JSONText

/// Reads the questions of a plan. Every refusal names the field at fault by its path.
struct SurveyReader {
  /// nil: the text for everybody.
  var language: Language?

  func survey(_ cursor: JSONCursor) throws(PlanError) -> Survey {
    let fields = try cursor.planFields(["id", "title", "text", "navigable", "steps", "rules", "skips"])
    let id = try fields.planRequired("id").planName()
    for key in ["title", "text"] { _ = try fields[key]?.planWords() }
    let stepList = try fields.planRequired("steps")
    var steps: [SurveyStep] = []
    for cursor in try stepList.planList() {
      let step = try step(cursor)
      if steps.contains(where: { $0.id == step.id }) {
        let key = step.isForm || cursor.hasMember("form") ? "form" : "instruction"
        throw .invalid(path: "\(cursor.path).\(key)", .duplicate(step.id))
      }
      steps.append(step)
    }
    if steps.isEmpty { throw .invalid(path: stepList.path, .empty) }
    let navigation = try navigation(fields)
    return try cursor.obey { () throws(CareError) in
      try Survey(id: id, steps: steps, navigation: navigation)
    }
  }

  /// `form` with items, or `instruction`: something to read.
  private func step(_ cursor: JSONCursor) throws(PlanError) -> SurveyStep {
    if cursor.hasMember("instruction") {
      let fields = try cursor.planFields(["instruction", "title", "text"])
      let id = try fields.planRequired("instruction").planName()
      let (title, text) = (try words(fields["title"]), try words(fields["text"]))
      return try cursor.obey { () throws(CareError) in try SurveyStep(id: id, title: title, text: text) }
    }
    let fields = try cursor.planFields(["form", "title", "text", "optional", "acceptDefaults", "items"])
    let id = try fields.planRequired("form").planName()
    let itemList = try fields.planRequired("items")
    var items: [FormItem] = []
    for cursor in try itemList.planList() {
      let item = try item(cursor)
      if items.contains(where: { $0.id == item.id }) {
        throw .invalid(path: cursor.path + ".id", .duplicate(item.id))
      }
      items.append(item)
    }
    if items.isEmpty { throw .invalid(path: itemList.path, .empty) }
    let (title, text) = (try words(fields["title"]), try words(fields["text"]))
    let isOptional = try fields["optional"]?.planBool() ?? true
    let acceptsDefaults = try fields["acceptDefaults"]?.planBool() ?? false
    return try cursor.obey { () throws(CareError) in
      try SurveyStep(
        id: id, title: title, text: text, isOptional: isOptional, acceptsDefaults: acceptsDefaults,
        items: items)
    }
  }

  private func item(_ cursor: JSONCursor) throws(PlanError) -> FormItem {
    let fields = try cursor.planFields(
      ["id", "text", "required", "visibleIf"] + SurveyReader.formatKeys + SurveyReader.formatExtras)
    let id = try fields.planRequired("id").planName()
    var visibility: AnswerPredicate?
    if let cursor = fields["visibleIf"] { visibility = try predicate(cursor) }
    return FormItem(
      id: id, text: try words(fields["text"]) ?? "", isRequired: try fields["required"]?.planBool() ?? false,
      format: try format(fields, of: cursor), visibility: visibility)
  }

  func words(_ cursor: JSONCursor?) throws(PlanError) -> String? {
    guard let cursor else { return nil }
    return try cursor.planWords().text(in: language)
  }
}

extension JSONCursor {
  func hasMember(_ key: String) -> Bool {
    guard case .object(let object) = value else { return false }
    return object[key] != nil
  }
}
