import Care
import JSONText

extension SurveyReader {
  /// Exactly one of these says how an item is answered.
  static let formatKeys = [
    "scale", "continuous", "textScale", "numeric", "boolean", "choices", "textAnswer", "date",
  ]
  static let formatExtras = ["digits", "multiple", "default", "unit", "minLabel", "maxLabel", "vertical"]

  func format(_ fields: JSONFields, of item: JSONCursor) throws(PlanError) -> AnswerFormat {
    let present = SurveyReader.formatKeys.filter { fields[$0] != nil }
    guard let key = present.first, let cursor = fields[key] else {
      throw .invalid(path: item.path, .lacksOneOf(SurveyReader.formatKeys))
    }
    if let other = present.dropFirst().first {
      throw .invalid(path: "\(item.path).\(other)", .duplicate(key))
    }
    try check(fields, suit: key)
    var defaultValue: SurveyAnswer.Value?
    if let cursor = fields["default"] {
      guard let value = SurveyAnswer.Value(json: cursor.value) else {
        throw .invalid(path: cursor.path, .noAnswer)
      }
      defaultValue = value
    }
    return AnswerFormat(
      try kind(key, cursor, fields), minimumLabel: try words(fields["minLabel"]),
      maximumLabel: try words(fields["maxLabel"]), unit: try fields["unit"]?.planText(),
      isVertical: try fields["vertical"]?.planBool() ?? false, defaultValue: defaultValue)
  }

  /// What belongs to one format is refused beside another: it would be ignored.
  private func check(_ fields: JSONFields, suit key: String) throws(PlanError) {
    for (extra, owner) in [("digits", "continuous"), ("multiple", "choices")] where key != owner {
      if let cursor = fields[extra] { throw .invalid(path: cursor.path, .onlyBeside(owner)) }
    }
  }

  private func kind(_ key: String, _ cursor: JSONCursor, _ fields: JSONFields) throws(PlanError)
    -> AnswerFormat.Kind
  {
    switch key {
    case "scale":
      let numbers = try numbers(cursor, count: 3)
      return try obey(cursor, ["minimum": 0, "maximum": 1, "step": 2]) { () throws(CareError) in
        .scale(try WholeScale(minimum: numbers[0], maximum: numbers[1], step: numbers[2]))
      }
    case "continuous":
      let numbers = try numbers(cursor, count: 2)
      let digits = try fields["digits"]?.planInteger() ?? 2
      return try obey(cursor, ["minimum": 0, "maximum": 1]) { () throws(CareError) in
        .continuous(try ContinuousScale(minimum: numbers[0], maximum: numbers[1], digits: digits))
      }
    case "textScale":
      let choices = try choices(cursor)
      return try cursor.obey { () throws(CareError) in .textScale(try TextScale(choices)) }
    case "choices":
      let choices = try choices(cursor)
      let allowsSeveral = try fields["multiple"]?.planBool() ?? false
      return try cursor.obey { () throws(CareError) in
        .choice(try ChoiceFormat(choices, allowsSeveral: allowsSeveral))
      }
    case "numeric": return try numeric(cursor)
    case "textAnswer": return try text(cursor)
    case "date": return try date(cursor)
    default:
      try mustBeTrue(cursor)
      return .boolean
    }
  }

  /// `"integer"`, `"decimal"`, or an object with `style`, `min`, `max`.
  private func numeric(_ cursor: JSONCursor) throws(PlanError) -> AnswerFormat.Kind {
    if case .string = cursor.value { return .numeric(try numeric(cursor, nil)) }
    let fields = try cursor.planFields(["style", "min", "max"])
    return .numeric(try numeric(try fields.planRequired("style"), fields))
  }

  private func numeric(_ style: JSONCursor, _ fields: JSONFields?) throws(PlanError) -> NumericFormat {
    let kind = try style.planChoice(NumericFormat.Style.self)
    let (minimum, maximum) = (try fields?["min"]?.planNumber(), try fields?["max"]?.planNumber())
    return try (fields?["max"] ?? style).obey { () throws(CareError) in
      try NumericFormat(kind, minimum: minimum, maximum: maximum)
    }
  }

  /// `true`, or an object with `maxLength` in characters and `multiline`.
  private func text(_ cursor: JSONCursor) throws(PlanError) -> AnswerFormat.Kind {
    var longest: Int?
    var isMultiline = false
    if case .object = cursor.value {
      let fields = try cursor.planFields(["maxLength", "multiline"])
      longest = try fields["maxLength"]?.planInteger()
      isMultiline = try fields["multiline"]?.planBool() ?? false
    } else {
      try mustBeTrue(cursor)
    }
    return try cursor.obey { () throws(CareError) in
      guard let longest else { return .text(try TextFormat(isMultiline: isMultiline)) }
      return .text(try TextFormat(maximumLength: longest, isMultiline: isMultiline))
    }
  }

  /// `true`, `"date"`, `"dateTime"`, or an object with `style`, `earliest`, `latest`.
  private func date(_ cursor: JSONCursor) throws(PlanError) -> AnswerFormat.Kind {
    var style = DateFormat.Style.date
    var (earliest, latest): (LocalDate?, LocalDate?)
    switch cursor.value {
    case .object:
      let fields = try cursor.planFields(["style", "earliest", "latest"])
      style = try fields["style"]?.planChoice(DateFormat.Style.self) ?? .date
      earliest = try bound(fields["earliest"])
      latest = try bound(fields["latest"])
    case .string: style = try cursor.planChoice(DateFormat.Style.self)
    default: try mustBeTrue(cursor)
    }
    return try cursor.obey { () throws(CareError) in
      .date(try DateFormat(style, earliest: earliest, latest: latest))
    }
  }

  private func bound(_ cursor: JSONCursor?) throws(PlanError) -> LocalDate? {
    guard let cursor else { return nil }
    guard let date = LocalDate(try cursor.planText()) else { throw .invalid(path: cursor.path, .noDate) }
    return date
  }

  /// Texts, or objects with `id` and `text`.
  private func choices(_ cursor: JSONCursor) throws(PlanError) -> [Choice] {
    var choices: [Choice] = []
    for cursor in try cursor.planList() {
      if case .string = cursor.value {
        choices.append(Choice(id: try cursor.planName()))
      } else {
        let fields = try cursor.planFields(["id", "text"])
        let text = try words(fields["text"])
        choices.append(Choice(id: try fields.planRequired("id").planName(), text: text))
      }
    }
    return choices
  }

  private func numbers(_ cursor: JSONCursor, count: Int) throws(PlanError) -> [Double] {
    let list = try cursor.planList()
    if list.count != count { throw .invalid(path: cursor.path, .mustHave(count: count)) }
    var numbers: [Double] = []
    for cursor in list { numbers.append(try cursor.planNumber()) }
    return numbers
  }

  private func mustBeTrue(_ cursor: JSONCursor) throws(PlanError) {
    if try !cursor.planBool() { throw .invalid(path: cursor.path, .notOneOf(["true"])) }
  }

  /// Runs a rule of care; a refused bound is named by its place in the list.
  private func obey<Value>(
    _ cursor: JSONCursor, _ places: [String: Int], _ rule: () throws(CareError) -> Value
  ) throws(PlanError) -> Value {
    do { return try rule() } catch {
      let place = error.field.flatMap { places[$0] }.map { "[\($0)]" } ?? ""
      throw .refused(path: cursor.path + place, error)
    }
  }
}
