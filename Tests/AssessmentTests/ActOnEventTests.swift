import Care
import Foundation
import Testing

@testable import Assessment

@Suite struct `Acting on an event` {
  private func symptoms() async throws -> CareFixture {
    let fixture = try CareFixture()
    try await fixture.apply(CareFixture.shippedPlan("symptoms"))
    return fixture
  }

  private func complete(_ task: String, on day: String? = nil, _ fixture: CareFixture) async throws {
    let choice = EventChoice(task: task, day: day.flatMap { LocalDate($0) })
    _ = try await ActOnEvent.complete(choice, in: fixture.store, fixture.occasion)
  }

  /// The answers go to the event of the day, as `survey answer` gives them.
  private func answer(
    _ task: String, _ answers: [String: SurveyAnswer.Value], _ fixture: CareFixture,
    on occasion: Occasion? = nil, occurrence: Int? = nil
  ) async throws -> TaskFinish {
    let occasion = occasion ?? fixture.occasion
    let choice = EventChoice(task: task, day: occasion.today, occurrence: occurrence)
    let opened = try await ActOnEvent.open(choice, in: fixture.store, occasion)
    let survey = try #require(try opened.event.task.content.questions())
    var run = try SurveyRun.answering(survey, with: answers)
    return await opened.finish(
      .completed, result: try run.finish(.completed), in: fixture.store, occasion)
  }

  private func feed(_ fixture: CareFixture, on day: String? = nil) async throws -> DayFeed {
    let day = day.flatMap { LocalDate($0) } ?? fixture.occasion.today
    return try await DayFeed.load(day, from: fixture.store, fixture.occasion)
  }

  private let five: [String: SurveyAnswer.Value] = [
    "fever": .single(.double(36.8)), "tiredness": .single(.integer(3)), "musclePain": .single(.integer(2)),
    "headache": .single(.integer(1)),
  ]

  @Test func `the check-in appears after onboarding and vaccination, and keeps four or five values in order`()
    async throws
  {
    let fixture = try await symptoms()
    #expect(try await feed(fixture).cards.map(\.task) == ["onboarding"])
    try await complete("onboarding", fixture)
    #expect(try await feed(fixture).cards.map(\.task) == ["vaccinationCheck"])
    await #expect(throws: CareError.gateClosed(task: "checkIn")) {
      _ = try await answer("checkIn", five, fixture)
    }
    _ = try await answer("vaccinationCheck", ["vaccinated": .single(.boolean(true))], fixture)
    #expect(try await feed(fixture).cards.map(\.task) == ["vaccinationCheck", "checkIn"])
    guard case .saved(let outcome) = try await answer("checkIn", five, fixture) else {
      return #expect(Bool(false))
    }
    #expect(outcome.values.map(\.kind) == ["tiredness", "headache", "musclePain", "fever"])
    #expect(outcome.values.map(\.datum) == [.double(3), .double(1), .double(2), .double(36.8)])
    let day = try await feed(fixture)
    #expect(day.ring == .fraction(1))
    #expect(day.cards.flatMap(\.events).map(\.state.label) == [.completed, .completed])
  }

  @Test func `a default that nobody touched is no answer to a required item`() async throws {
    let fixture = try await symptoms()
    try await complete("onboarding", fixture)
    _ = try await answer("vaccinationCheck", ["vaccinated": .single(.boolean(false))], fixture)
    await #expect(throws: CareError.self) {
      _ = try await answer("checkIn", ["fever": .single(.double(37))], fixture)
    }
    #expect(try await feed(fixture).done == 1)
  }

  @Test func `tomorrow is shown, dimmed, and refused; at midnight it opens`() async throws {
    let fixture = try await symptoms()
    try await complete("onboarding", fixture)
    let tomorrow = try await feed(fixture, on: "2026-03-03")
    #expect(tomorrow.isFuture)
    let events = tomorrow.cards.flatMap(\.events)
    #expect(!events.isEmpty && events.allSatisfy { $0.state.opacity == 0.4 && $0.state.tap == nil })
    #expect(events.map { $0.state.refusal?.code } == ["futureEvent"])
    for (clock, isOpen) in [("2026-03-02T23:59:59+01:00", false), ("2026-03-03T00:00:00+01:00", true)] {
      fixture.occasion.now = try #require(Instant(rfc3339: clock))
      let choice = EventChoice(task: "vaccinationCheck", day: LocalDate("2026-03-03"))
      if isOpen {
        _ = try await ActOnEvent.open(choice, in: fixture.store, fixture.occasion)
      } else {
        await #expect(throws: CareError.futureEvent(task: "vaccinationCheck", occurrence: 1)) {
          _ = try await ActOnEvent.open(choice, in: fixture.store, fixture.occasion)
        }
      }
    }
  }

  @Test func `two events of a day keep answers of their own, undone ones stay readable`() async throws {
    let fixture = try CareFixture()
    try await fixture.apply(CareFixture.shippedPlan("three-buttons"))
    for (day, count) in [("2026-02-27", 2), ("2026-03-02", 2), ("2026-02-26", 0)] {
      #expect(try await feed(fixture, on: day).cards.flatMap(\.events).count == count, "\(day)")
    }
    let first = try await tap(["Button One": 3, "Button Three": 1], fixture)
    #expect(first.values.map(\.datum) == [.integer(4)])
    #expect(first.values[0].kind == "taps" && first.values[0].units == "taps")
    #expect(
      first.details
        == .map([
          .init("Button One", .integer(3)), .init("Button Two", .integer(0)),
          .init("Button Three", .integer(1)),
        ]))
    let second = try await tap([:], fixture)
    #expect(second.event.occurrence == first.event.occurrence + 1)
    #expect(try await feed(fixture).ring == .fraction(1))
    for last in [LastResult.keep, .clear] {
      let choice = EventChoice(task: "TapThreeButtons", day: nil, occurrence: first.event.occurrence)
      _ = try await ActOnEvent.undo(choice, last: last, in: fixture.store, fixture.occasion)
      let event = try #require(try await feed(fixture).cards.first?.events.first)
      #expect(event.state.label == .begin)
      #expect(event.lastResult.map(\.datum) == (last == .keep ? [.integer(4)] : []))
      if last == .keep { _ = try await tap(["Button One": 4], fixture) }
    }
  }

  private func tap(_ counts: [String: Int], _ fixture: CareFixture) async throws -> Outcome {
    let choice = EventChoice(task: "TapThreeButtons", day: fixture.occasion.today)
    let opened = try await ActOnEvent.open(choice, in: fixture.store, fixture.occasion)
    guard case .taps(let panel) = opened.extractor else { throw CareError.unknownOutcome }
    var taps = ButtonTaps(panel)
    for (button, count) in counts { try taps.tap(button, times: count) }
    let finish = await opened.finish(
      .completed, result: taps.result(of: choice.task), in: fixture.store, fixture.occasion)
    guard case .saved(let outcome) = finish else { throw CareError.unknownOutcome }
    return outcome
  }

  @Test func `a tick on a panel, a survey or a knee is refused`() async throws {
    let fixture = try CareFixture()
    try await fixture.apply(CareFixture.shippedPlan("recover"))
    for (task, kind) in [("checkin", CardKind.survey), ("rangeOfMotion", .knee)] {
      await #expect(throws: ActOnEvent.OpensFirst(task: task, kind: kind)) {
        try await complete(task, fixture)
      }
    }
  }

  @Test func `answering the same day again is a new version, five days are five outcomes`() async throws {
    let fixture = try CareFixture()
    try await fixture.apply(CareFixture.shippedPlan("recover"))
    func given(_ pain: Int, on day: String) async throws -> Outcome? {
      let answers: [String: SurveyAnswer.Value] = [
        "checkin.form.sleep": .single(.integer(11)), "checkin.form.pain": .single(.integer(pain)),
      ]
      guard case .saved(let outcome) = try await answer("checkin", answers, fixture, on: fixture.at(day))
      else {
        return nil
      }
      return outcome
    }
    var outcomes: [UUID] = []
    for day in 2...6 { outcomes.append(try #require(try await given(4, on: "2026-03-0\(day)")).id) }
    #expect(Set(outcomes).count == 5)
    let again = try #require(try await given(5, on: "2026-03-06"))
    #expect(again.id == outcomes[4])
    #expect(again.values.map(\.datum) == [.double(5), .double(11)])
    #expect(again.values.map(\.kind) == ["checkin.form.pain", "checkin.form.sleep"])
  }

  @Test func `a participant deletes a response of today, not of yesterday`() async throws {
    let fixture = try CareFixture()
    try await fixture.apply(CareFixture.shippedPlan("recover"))
    let answers: [String: SurveyAnswer.Value] = [
      "checkin.form.sleep": .single(.integer(11)), "checkin.form.pain": .single(.integer(4)),
    ]
    for day in ["2026-03-02", "2026-03-03"] {
      _ = try await answer("checkin", answers, fixture, on: fixture.at(day))
    }
    let now = fixture.at("2026-03-03")
    await #expect(throws: CareError.notDeletable(task: "checkin")) {
      _ = try await ActOnEvent.undo(
        EventChoice(task: "checkin", day: LocalDate("2026-03-02")), last: .keep, in: fixture.store, now)
    }
    _ = try await ActOnEvent.undo(
      EventChoice(task: "checkin", day: LocalDate("2026-03-03")), last: .keep, in: fixture.store, now)
  }

  @Test func `number and day name an event, other ones are refused`() async throws {
    let fixture = try CareFixture()
    try await fixture.apply(CareFixture.shippedPlan("recover"))
    func open(_ task: String, _ day: String?, _ number: Int?) async throws -> Int {
      let choice = EventChoice(task: task, day: day.flatMap { LocalDate($0) }, occurrence: number)
      let now = fixture.at("2026-04-20")
      return try await ActOnEvent.open(choice, in: fixture.store, now).event.occurrence.number
    }
    #expect(try await open("rangeOfMotion", nil, 7) == 7)
    #expect(try await open("rangeOfMotion", "2026-03-09", nil) == 7)
    await #expect(throws: CareError.noSuchOccurrence(task: "rangeOfMotion", occurrence: 11)) {
      _ = try await open("rangeOfMotion", nil, 11)
    }
    await #expect(throws: CareError.noSuchOccurrence(task: "rangeOfMotion", occurrence: 3)) {
      _ = try await open("rangeOfMotion", "2026-03-09", 3)
    }
    await #expect(throws: CareError.nothingDue(task: "rangeOfMotion", day: LocalDate("2026-03-10")!)) {
      _ = try await open("rangeOfMotion", "2026-03-10", nil)
    }
    await #expect(throws: CareError.unknownTask(id: "zz")) { _ = try await open("zz", nil, nil) }
  }
}

@Suite struct `The study of a knee, day by day` {
  @Test func `is due daily for a week, then weekly to the end of the month, then never`() async throws {
    let fixture = try CareFixture()
    try await fixture.apply(CareFixture.shippedPlan("recover"))
    var numbers: [String: [Int]] = [:]
    for offset in 0..<90 {
      let day = try #require(LocalDate("2026-03-02")?.adding(days: offset))
      let rows = try await ActOnEvent.list(
        on: day, task: "rangeOfMotion", in: fixture.store, fixture.occasion)
      if !rows.isEmpty { numbers["\(day)"] = rows.map(\.event.occurrence.number) }
    }
    #expect(
      numbers == [
        "2026-03-02": [0], "2026-03-03": [1], "2026-03-04": [2], "2026-03-05": [3], "2026-03-06": [4],
        "2026-03-07": [5], "2026-03-08": [6], "2026-03-09": [7], "2026-03-16": [8], "2026-03-23": [9],
        "2026-03-30": [10],
      ])
  }
}

@Suite struct `A plan that changed` {
  private func text(_ question: String) -> [UInt8] {
    Array(
      #"""
      {"plan":"p","tasks":[{"id":"t","survey":"s","schedule":{"dailyAtTime":"08:00","start":"D"}}],
      "surveys":[{"id":"s","steps":[{"form":"f","items":[{"id":"a","text":"\#(question)","boolean":true}]}]}]}
      """#.utf8)
  }

  @Test func `versions the task of a changed survey from the next midnight, and says what changed`()
    async throws
  {
    let fixture = try CareFixture()
    try await fixture.apply(text("Well?"))
    let again = try await fixture.apply(text("Well?"))
    #expect(again.rows.map(\.action) == [.unchanged])
    #expect(try await fixture.rowCount() == 1)
    let changed = try await fixture.apply(text("Very well?"))
    #expect(changed.rows.map(\.action) == [.versioned])
    #expect(changed.rows[0].effectiveDate.rfc3339(in: fixture.occasion.zone) == "2026-03-03T00:00:00+01:00")
    #expect(
      changed.rows[0].changes == [
        FieldChange(
          field: "survey.steps[0].items[0].text", before: .string("Well?"), after: .string("Very well?"))
      ])
    // Today is still asked the old way.
    for (day, question) in [("2026-03-02", "Well?"), ("2026-03-03", "Very well?")] {
      let survey = try await ActOnEvent.questions(
        of: "t", on: try #require(LocalDate(day)), in: .english, store: fixture.store, fixture.occasion)
      #expect(survey.steps[0].items[0].text == question)
    }
  }
}
