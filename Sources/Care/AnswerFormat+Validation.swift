import DecimalText

extension AnswerFormat {
  /// The answer as it is stored and shown: whole numbers as integers, continuous ones rounded to their digits, choices in
  /// the order of the definition.
  public func accept(_ value: SurveyAnswer.Value) throws(AnswerProblem) -> SurveyAnswer.Value {
    try kind.accept(value)
  }
}

extension AnswerFormat.Kind {
  func accept(_ value: SurveyAnswer.Value) throws(AnswerProblem) -> SurveyAnswer.Value {
    switch self {
    case .scale(let scale): .single(.integer(try scale.accept(try value.number())))
    case .continuous(let scale): .single(.double(try scale.accept(try value.number())))
    case .textScale(let scale): .single(.text(try value.choice(of: scale.choices)))
    case .numeric(let numeric): .single(try numeric.accept(try value.number()))
    case .boolean: .single(.boolean(try value.boolean()))
    case .choice(let format) where format.allowsSeveral: .several(try value.choices(of: format.choices))
    case .choice(let format): .single(.text(try value.choice(of: format.choices)))
    case .text(let format): .single(.text(try format.accept(try value.text())))
    case .date(let format): .single(try format.accept(value))
    }
  }

  /// A scale moves a default inside to its grid, half up; a continuous one keeps it unrounded.
  func effectiveDefault(_ value: SurveyAnswer.Value) -> SurveyAnswer.Value? {
    switch self {
    case .scale(let scale):
      guard let number = try? value.number() else { return nil }
      return scale.nearest(to: number).map { .single(.integer($0)) }
    case .continuous(let scale):
      guard let number = try? value.number(), (try? scale.accept(number)) != nil else { return nil }
      return .single(.double(number))
    default: return (try? accept(value)).flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}

extension WholeScale {
  func accept(_ number: Double) throws(AnswerProblem) -> Int {
    guard number >= Double(minimum) else { throw .below(minimum: Double(minimum)) }
    guard number <= Double(maximum) else { throw .above(maximum: Double(maximum)) }
    guard number == number.rounded() else { throw .notWhole }
    guard (Int(number) - minimum) % step == 0 else { throw .offGrid(step: step) }
    return Int(number)
  }

  /// nil outside the bounds.
  func nearest(to number: Double) -> Int? {
    guard Double(minimum) <= number, number <= Double(maximum) else { return nil }
    let steps = (number - Double(minimum)) / Double(step) + 0.5
    return minimum + Int(steps.rounded(.down)) * step
  }

  /// Every answer there is, rising.
  public var grid: [Int] { Array(stride(from: minimum, through: maximum, by: step)) }
}

extension ContinuousScale {
  func accept(_ number: Double) throws(AnswerProblem) -> Double {
    guard number >= minimum else { throw .below(minimum: minimum) }
    guard number <= maximum else { throw .above(maximum: maximum) }
    return stored(number)
  }

  /// Rounded to the digits on the shortest decimal text, ties to the even digit.
  func stored(_ number: Double) -> Double { DecimalText.roundedToEven(number, decimals: digits) }

  /// What a raw number becomes; digits beyond 0...4 are held to them.
  public static func stored(_ raw: Double, digits: Int) -> Double {
    DecimalText.roundedToEven(raw, decimals: held(digits))
  }
}

extension NumericFormat {
  func accept(_ number: Double) throws(AnswerProblem) -> OutcomeValue.Datum {
    if let minimum, number < minimum { throw .below(minimum: minimum) }
    if let maximum, number > maximum { throw .above(maximum: maximum) }
    guard style == .integer else { return .double(number) }
    guard let whole = Int(exactly: number) else { throw .notWhole }
    return .integer(whole)
  }
}

extension TextFormat {
  func accept(_ text: String) throws(AnswerProblem) -> String {
    guard text.count <= maximumLength else { throw .tooLong(limit: maximumLength) }
    return text
  }
}

extension DateFormat {
  func accept(_ value: SurveyAnswer.Value) throws(AnswerProblem) -> OutcomeValue.Datum {
    if style == .dateTime, case .single(.date(let instant)) = value {
      try check(Zone.utc.date(at: instant))
      return .date(instant)
    }
    let text = try value.text()
    guard style == .dateTime else {
      guard let date = LocalDate(text) else { throw .noDate }
      try check(date)
      return .text("\(date)")
    }
    guard let instant = Instant(rfc3339: text), let date = LocalDate(String(text.prefix(10))) else {
      throw .noDate
    }
    try check(date)
    return .date(instant)
  }

  private func check(_ date: LocalDate) throws(AnswerProblem) {
    if let earliest, date < earliest { throw .before("\(earliest)") }
    if let latest, date > latest { throw .after("\(latest)") }
  }
}

extension SurveyAnswer.Value {
  /// Never NaN or infinite.
  fileprivate func number() throws(AnswerProblem) -> Double {
    guard case .single(let datum) = self, let number = datum.number else {
      throw .wrongType(expected: "number")
    }
    guard number.isFinite else { throw .notANumber }
    return number
  }

  fileprivate func boolean() throws(AnswerProblem) -> Bool {
    guard case .single(.boolean(let value)) = self else { throw .wrongType(expected: "boolean") }
    return value
  }

  fileprivate func text() throws(AnswerProblem) -> String {
    guard case .single(.text(let text)) = self else { throw .wrongType(expected: "text") }
    return text
  }

  fileprivate func choice(of choices: [Choice]) throws(AnswerProblem) -> String {
    let id = try text()
    guard choices.contains(where: { $0.id == id }) else { throw .notAChoice(allowed: choices.map(\.id)) }
    return id
  }

  /// A single text is a list of one.
  fileprivate func choices(of choices: [Choice]) throws(AnswerProblem) -> [String] {
    let known = choices.map(\.id)
    let taken: [String]
    if case .several(let ids) = self { taken = ids } else { taken = [try text()] }
    for (place, id) in taken.enumerated() {
      guard known.contains(id) else { throw .notAChoice(allowed: known) }
      if taken[..<place].contains(id) { throw .takenTwice(id) }
    }
    return known.filter(taken.contains)
  }
}
