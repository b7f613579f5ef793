import Care
import DecimalText
import Inertial
import Testing

private func number(_ value: Double) -> SurveyAnswer.Value { .single(.double(value)) }
private func text(_ value: String) -> SurveyAnswer.Value { .single(.text(value)) }

@Suite struct `Scales` {
  private typealias Bounds = (Double, Double, Double)

  @Test func `of whole numbers need whole bounds, a step that divides them and one to thirteen steps`() throws
  {
    let good: [Bounds] = [
      (1, 10, 1), (0, 12, 1), (0, 13, 1), (0, 100, 10), (-10_000, 10_000, 2000), (-1, 0, 1),
    ]
    for (minimum, maximum, step) in good {
      let scale = try WholeScale(minimum: minimum, maximum: maximum, step: step)
      #expect(scale.steps == Int((maximum - minimum) / step))
      #expect(scale.grid.count == scale.steps + 1)
    }
    let bad: [Bounds] = [
      (10, 100, 0), (10, 100, -1), (50, 25, 10), (5, 5, 1), (0, 20_000, 2000), (-10_001, 0, 10_001),
      (0, 14, 1),
      (0, 10, 3), (0, 10, 20), (0.5, 10.5, 1), (0, 3, 1.5), (0, 10, 0.5), (.nan, 10, 1), (0, .infinity, 1),
      (0, 10, .nan),
    ]
    for (minimum, maximum, step) in bad {
      #expect(throws: CareError.self, "\(minimum) \(maximum) \(step)") {
        try WholeScale(minimum: minimum, maximum: maximum, step: step)
      }
    }
  }

  @Test func `name the field that is wrong`() {
    #expect(throws: CareError.invalidSurvey(field: "step", .stepDoesNotDivide)) {
      try WholeScale(minimum: 0, maximum: 10, step: 3)
    }
    #expect(throws: CareError.invalidSurvey(field: "step", .tooMany(most: 13))) {
      try WholeScale(minimum: 0, maximum: 14, step: 1)
    }
  }

  @Test func `that are continuous hold their digits to four and their bounds to those digits`() throws {
    for (digits, held, bound) in [
      (-1, 0, 100_000.0), (0, 0, 100_000), (1, 1, 10_000), (2, 2, 1000), (3, 3, 100), (4, 4, 10), (9, 4, 10),
    ] {
      let scale = try ContinuousScale(minimum: -bound, maximum: bound, digits: digits)
      #expect(scale.digits == held)
      #expect(throws: CareError.self) {
        try ContinuousScale(minimum: 0, maximum: bound.nextUp, digits: digits)
      }
      #expect(throws: CareError.self) {
        try ContinuousScale(minimum: (-bound).nextDown, maximum: 0, digits: digits)
      }
    }
    #expect(throws: CareError.self) { try ContinuousScale(minimum: 35, maximum: 35, digits: 2) }
    #expect(throws: CareError.self) { try ContinuousScale(minimum: .nan, maximum: 35, digits: 2) }
  }

  @Test func `take whole numbers on the grid only`() throws {
    let format = AnswerFormat(.scale(try WholeScale(minimum: 2, maximum: 8, step: 2)))
    #expect(try format.accept(whole(4)) == whole(4))
    #expect(try format.accept(number(4)) == whole(4))
    #expect(throws: AnswerProblem.offGrid(step: 2)) { try format.accept(whole(5)) }
    #expect(throws: AnswerProblem.notWhole) { try format.accept(number(4.5)) }
    #expect(throws: AnswerProblem.below(minimum: 2)) { try format.accept(whole(0)) }
    #expect(throws: AnswerProblem.above(maximum: 8)) { try format.accept(whole(10)) }
    #expect(throws: AnswerProblem.notANumber) { try format.accept(number(.nan)) }
    #expect(throws: AnswerProblem.notANumber) { try format.accept(number(.infinity)) }
    #expect(throws: AnswerProblem.wrongType(expected: "number")) { try format.accept(text("4")) }
    #expect(throws: AnswerProblem.self) { try format.accept(.single(.boolean(true))) }
    #expect(throws: AnswerProblem.self) { try format.accept(.several(["4"])) }
  }

  @Test func `of words take two to eight of them`() throws {
    for count in [0, 1, 9] {
      #expect(throws: CareError.self) { try TextScale((0..<count).map { Choice(id: "\($0)") }) }
    }
    for count in [2, 8] { _ = try TextScale((0..<count).map { Choice(id: "\($0)") }) }
    let format = AnswerFormat(
      .textScale(try TextScale([Choice(id: "low", text: "Low"), Choice(id: "high")])))
    #expect(try format.accept(text("low")) == text("low"))
    #expect(throws: AnswerProblem.notAChoice(allowed: ["low", "high"])) { try format.accept(text("Low")) }
    #expect(throws: CareError.invalidSurvey(field: "choices.a", .duplicate)) {
      try TextScale([Choice(id: "a"), Choice(id: "b"), Choice(id: "a")])
    }
  }
}

@Suite struct `Defaults` {
  private func scale(_ minimum: Double, _ maximum: Double, _ step: Double, _ value: SurveyAnswer.Value)
    throws -> SurveyAnswer.Value?
  {
    let kind = AnswerFormat.Kind.scale(try WholeScale(minimum: minimum, maximum: maximum, step: step))
    return AnswerFormat(kind, defaultValue: value).effectiveDefault
  }

  @Test func `of a scale go to its grid, half up, and are none outside`() throws {
    #expect(try scale(0, 10, 5, whole(7)) == whole(5))
    #expect(try scale(0, 10, 5, number(7.5)) == whole(10))
    #expect(try scale(-10, 10, 5, number(-7.5)) == whole(-5))
    #expect(try scale(1, 10, 1, number(5.49)) == whole(5))
    #expect(try scale(2, 8, 2, whole(2)) == whole(2))
    #expect(try scale(2, 8, 2, whole(8)) == whole(8))
    #expect(try scale(2, 8, 2, whole(9)) == nil)
    #expect(try scale(2, 8, 2, number(1.99)) == nil)
    #expect(try scale(2, 8, 2, number(.nan)) == nil)
    #expect(try scale(2, 8, 2, text("4")) == nil)
  }

  @Test func `of a continuous scale stay unrounded`() throws {
    let kind = AnswerFormat.Kind.continuous(try ContinuousScale(minimum: 35, maximum: 42, digits: 2))
    #expect(AnswerFormat(kind, defaultValue: number(37.123)).effectiveDefault == number(37.123))
    #expect(AnswerFormat(kind, defaultValue: number(42.001)).effectiveDefault == nil)
  }

  @Test func `of other formats must be possible answers`() throws {
    let choice = AnswerFormat.Kind.choice(try ChoiceFormat([Choice(id: "a"), Choice(id: "b")]))
    #expect(AnswerFormat(choice, defaultValue: text("b")).effectiveDefault == text("b"))
    #expect(AnswerFormat(choice, defaultValue: text("c")).effectiveDefault == nil)
    #expect(AnswerFormat(.text(try TextFormat()), defaultValue: text("")).effectiveDefault == nil)
  }
}

@Suite struct `Continuous answers` {
  @Test func `are rounded to their digits on the decimal text, ties to even`() {
    let cases: [(Double, Int, Double)] = [
      (37.125, 2, 37.12), (37.135, 2, 37.14), (98.5, 0, 98), (99.5, 0, 100), (36.9984, 2, 37), (1.25, 1, 1.2),
      (1.35, 1, 1.4), (-37.125, 2, -37.12), (-0.4, 0, 0), (0.00005, 4, 0), (0.00015, 4, 0.0002),
      (6.9884, 0, 7),
      (1e-9, 4, 0), (9.99995, 4, 10), (2.5, -3, 2), (1.00005, 9, 1),
    ]
    for (raw, digits, stored) in cases {
      #expect(ContinuousScale.stored(raw, digits: digits) == stored, "\(raw) with \(digits) digits")
    }
    #expect(ContinuousScale.stored(-0.4, digits: 0).sign == .plus)
  }

  /// Shown 7, stored 6.9884: what is shown reads back as what is stored, and is within half a digit of what was given.
  @Test(arguments: 0...4)
  func `are shown as they are stored`(digits: Int) throws {
    var random = SplitMix64(seed: UInt64(834 + digits))
    let bound: Double = [100_000, 10_000, 1000, 100, 10][digits]
    let unit: Double = [1, 0.1, 0.01, 0.001, 0.0001][digits]
    let format = AnswerFormat(
      .continuous(try ContinuousScale(minimum: -bound, maximum: bound, digits: digits)))
    for _ in 0..<1000 {
      let raw = Double.random(in: -bound...bound, using: &random)
      let stored = try format.accept(number(raw))
      guard case .single(.double(let value)) = stored else {
        Issue.record("\(stored)")
        return
      }
      let shown = format.shown(stored)
      #expect(DecimalText.parse(shown) == value, "\(raw) is shown as \(shown)")
      #expect(try format.value(typed: shown) == stored)
      #expect(abs(value - raw) <= unit / 2 * 1.000_001, "\(raw)")
      #expect(try format.accept(stored) == stored, "rounding twice changes nothing")
    }
  }

  @Test func `outside the bounds are refused, on them they are taken`() throws {
    let format = AnswerFormat(.continuous(try ContinuousScale(minimum: 35, maximum: 42, digits: 2)))
    #expect(try format.accept(number(35)) == number(35))
    #expect(try format.accept(whole(42)) == number(42))
    #expect(throws: AnswerProblem.above(maximum: 42)) { try format.accept(number(42.001)) }
    #expect(throws: AnswerProblem.below(minimum: 35)) { try format.accept(number(34.999)) }
    #expect(throws: AnswerProblem.notANumber) { try format.accept(number(.nan)) }
  }
}

@Suite struct `Other answers` {
  @Test func `that are numbers keep to inclusive bounds and to their style`() throws {
    let open = AnswerFormat(.numeric(try NumericFormat(.decimal)))
    #expect(try open.accept(number(-1e9)) == number(-1e9))
    let decimal = AnswerFormat(.numeric(try NumericFormat(.decimal, minimum: -5, maximum: 5)))
    #expect(try decimal.accept(whole(-5)) == number(-5))
    #expect(throws: AnswerProblem.above(maximum: 5)) { try decimal.accept(number(5.5)) }
    #expect(throws: AnswerProblem.notANumber) { try open.accept(number(.nan)) }
    #expect(throws: AnswerProblem.notANumber) { try open.accept(number(-.infinity)) }
    let integer = AnswerFormat(.numeric(try NumericFormat(.integer)))
    #expect(try integer.accept(number(7)) == whole(7))
    #expect(throws: AnswerProblem.notWhole) { try integer.accept(number(7.5)) }
    #expect(throws: AnswerProblem.notWhole) { try integer.accept(number(1e300)) }
    #expect(throws: CareError.self) { try NumericFormat(.decimal, minimum: 5, maximum: 4) }
    #expect(throws: CareError.self) { try NumericFormat(.decimal, minimum: .nan) }
  }

  @Test func `that are booleans are nothing else`() throws {
    let format = AnswerFormat(.boolean)
    #expect(try format.accept(.single(.boolean(false))) == .single(.boolean(false)))
    #expect(throws: AnswerProblem.self) { try format.accept(whole(1)) }
    #expect(throws: AnswerProblem.self) { try format.accept(text("true")) }
  }

  @Test func `that are choices come out of the list, each once, in its order`() throws {
    let list = [Choice(id: "a", text: "Ache"), Choice(id: "b"), Choice(id: "c")]
    let single = AnswerFormat(.choice(try ChoiceFormat(list)))
    #expect(try single.accept(text("a")) == text("a"))
    #expect(throws: AnswerProblem.self) { try single.accept(.several(["a"])) }
    let several = AnswerFormat(.choice(try ChoiceFormat(list, allowsSeveral: true)))
    #expect(try several.accept(.several(["c", "a"])) == .several(["a", "c"]))
    #expect(try several.accept(text("b")) == .several(["b"]))
    #expect(throws: AnswerProblem.takenTwice("a")) { try several.accept(.several(["a", "a"])) }
    #expect(throws: AnswerProblem.self) { try several.accept(.several(["a", "d"])) }
    #expect(throws: CareError.self) { try ChoiceFormat([]) }
    #expect(throws: CareError.self) { try ChoiceFormat([Choice(id: "a"), Choice(id: "a")]) }
    #expect(throws: CareError.self) { try ChoiceFormat([Choice(id: "")]) }
  }

  @Test func `that are texts keep to their length`() throws {
    let format = AnswerFormat(.text(try TextFormat(maximumLength: 3)))
    #expect(try format.accept(text("äöü")) == text("äöü"))
    #expect(throws: AnswerProblem.tooLong(limit: 3)) { try format.accept(text("abcd")) }
    #expect(throws: CareError.self) { try TextFormat(maximumLength: 0) }
  }

  @Test func `that are dates exist, keep to their bounds and have no zone`() throws {
    let day = AnswerFormat(
      .date(try DateFormat(earliest: LocalDate("2026-01-01"), latest: LocalDate("2026-12-31"))))
    #expect(try day.accept(text("2026-03-02")) == text("2026-03-02"))
    #expect(throws: AnswerProblem.noDate) { try day.accept(text("2026-02-30")) }
    #expect(throws: AnswerProblem.noDate) { try day.accept(text("yesterday")) }
    #expect(throws: AnswerProblem.before("2026-01-01")) { try day.accept(text("2025-12-31")) }
    #expect(throws: AnswerProblem.after("2026-12-31")) { try day.accept(text("2027-01-01")) }
    let moment = AnswerFormat(.date(try DateFormat(.dateTime)))
    let noon = Instant(rfc3339: "2026-03-02T12:00:00Z")!
    #expect(try moment.accept(text("2026-03-02T13:00:00+01:00")) == .single(.date(noon)))
    #expect(throws: AnswerProblem.noDate) { try moment.accept(text("2026-03-02")) }
  }

  @Test func `may be typed`() throws {
    let fever = AnswerFormat(.continuous(try ContinuousScale(minimum: 35, maximum: 42, digits: 2)))
    #expect(try fever.value(typed: " 37,2 ") == number(37.2))
    #expect(try fever.value(typed: "37.2") == number(37.2))
    #expect(try fever.value(typed: "  ") == nil)
    #expect(throws: AnswerProblem.wrongType(expected: "number")) { try fever.value(typed: "nan") }
    #expect(throws: AnswerProblem.self) { try fever.value(typed: "1,234.5") }
    #expect(try AnswerFormat(.boolean).value(typed: "Yes") == .single(.boolean(true)))
    #expect(throws: AnswerProblem.self) { try AnswerFormat(.boolean).value(typed: "perhaps") }
    let list = [Choice(id: "a", text: "Ache, dull"), Choice(id: "b", text: "Burning")]
    let several = AnswerFormat(.choice(try ChoiceFormat(list, allowsSeveral: true)))
    #expect(try several.accept(#require(try several.value(typed: "burning, a"))) == .several(["a", "b"]))
    #expect(try several.accept(#require(try several.value(typed: "Ache, dull"))) == .several(["a"]))
    #expect(several.shown(.several(["a", "b"])) == "Ache, dull, Burning")
  }
}
