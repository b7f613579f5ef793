import Care

/// The check-ins of the scenarios.
enum SampleSurveys {
  static let checkin: Survey = {
    let items = [
      scale("checkin.form.pain", 1, 10, required: true),
      scale("checkin.form.sleep", 0, 12, required: true, unit: "h"),
    ]
    return try! Survey(
      id: "checkin", steps: [SurveyStep(id: "checkin.form", isOptional: false, items: items)])
  }()

  static let checkin5: Survey = {
    let fever = AnswerFormat(
      .continuous(try! ContinuousScale(minimum: 35, maximum: 42, digits: 2)), unit: "°C", isVertical: true,
      defaultValue: .single(.integer(37)))
    let items = [
      scale("tiredness", 0, 10, required: true, defaultValue: 5),
      scale("headache", 1, 10, required: true, defaultValue: 5),
      scale("musclePain", 1, 10, required: true, defaultValue: 5),
      FormItem(id: "fever", isRequired: true, format: fever),
      scale("nausea", 0, 5, required: false, defaultValue: 2),
    ]
    return try! Survey(id: "checkin5", steps: [SurveyStep(id: "form", isOptional: false, items: items)])
  }()

  static func scale(
    _ id: String, _ minimum: Double, _ maximum: Double, required: Bool, unit: String? = nil,
    defaultValue: Int? = nil
  ) -> FormItem {
    let scale = try! WholeScale(minimum: minimum, maximum: maximum, step: 1)
    let format = AnswerFormat(
      .scale(scale), unit: unit, defaultValue: defaultValue.map { .single(.integer($0)) })
    return FormItem(id: id, isRequired: required, format: format)
  }
}
