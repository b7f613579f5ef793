import Care

/// A date as plans write it: a date, an instant, or `D`, `today`, `now` with steps such as `+1week` or `-3`.
struct PlanDate: Hashable, Sendable {
  enum Base: Hashable, Sendable {
    /// The first day of the plan.
    case firstDay
    /// The day on which the plan was first applied.
    case today
    /// The moment at which it was.
    case now
    case date(LocalDate)
    case instant(Instant)
  }

  struct Step: Hashable, Sendable {
    enum Unit: String, CaseIterable { case day, week, month, year }
    var count: Int
    var unit: Unit
  }

  var base: Base
  var steps: [Step]

  /// nil if the text is none of these.
  init?(_ text: String) {
    if let date = LocalDate(text) {
      self.init(base: .date(date), steps: [])
    } else if let instant = Instant(rfc3339: text) {
      self.init(base: .instant(instant), steps: [])
    } else {
      let names: [(String, Base)] = [("D", .firstDay), ("today", .today), ("now", .now)]
      guard let (name, base) = names.first(where: { text.hasPrefix($0.0) }),
        let steps = PlanDate.steps(text.dropFirst(name.count))
      else { return nil }
      self.init(base: base, steps: steps)
    }
  }

  private init(base: Base, steps: [Step]) {
    self.base = base
    self.steps = steps
  }

  /// Zero or more of sign, digits, unit; no unit means days, an `s` at the end is allowed.
  private static func steps(_ text: Substring) -> [Step]? {
    var rest = text
    var steps: [Step] = []
    while let sign = rest.first {
      guard sign == "+" || sign == "-" else { return nil }
      rest = rest.dropFirst()
      let digits = rest.prefix { $0.isASCII && $0.isNumber }
      guard let count = Int(digits), count <= 100_000 else { return nil }
      rest = rest.dropFirst(digits.count)
      var word = rest.prefix { $0.isLetter }
      rest = rest.dropFirst(word.count)
      if word.count > 1, word.last == "s" { word = word.dropLast() }
      guard let unit = word.isEmpty ? Step.Unit.day : Step.Unit(rawValue: String(word)) else { return nil }
      steps.append(Step(count: sign == "-" ? -count : count, unit: unit))
    }
    return steps
  }

  /// The date meant in a zone; nil past the calendar.
  func date(_ start: PlanStart, in zone: Zone) -> LocalDate? {
    let first: LocalDate =
      switch base {
      case .firstDay: start.firstDay
      case .today, .now: zone.date(at: start.appliedAt)
      case .date(let date): date
      case .instant(let instant): zone.date(at: instant)
      }
    return steps.reduce(first as LocalDate?) { date, step in
      switch step.unit {
      case .day: date?.adding(days: step.count)
      case .week: date?.adding(days: 7 * step.count)
      case .month: date?.adding(months: step.count)
      case .year: date?.adding(months: 12 * step.count)
      }
    }
  }

  /// The moment meant: the first one of the date, or the instant itself where the plan names one.
  func instant(_ start: PlanStart, in zone: Zone) -> Instant? {
    switch (base, steps.isEmpty) {
    case (.instant(let instant), true): return instant
    case (.now, true): return start.appliedAt
    default: return date(start, in: zone).map(zone.start(of:))
    }
  }
}
