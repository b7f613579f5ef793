import Care
import Foundation
import Testing

@Suite struct `What may be done with an event` {
  private let berlin = Zone("Europe/Berlin")!

  private func at(_ text: String) -> Instant { Instant(rfc3339: text)! }

  /// The daily event of a day.
  private func event(
    _ day: String, isCompleted: Bool = false, _ change: (inout TaskContent) -> Void = { _ in }
  ) throws -> CareEvent {
    let first = LocalDate("2026-03-01")!
    var content = TaskContent(schedule: try Schedule.perDay(1, from: first))
    change(&content)
    let task = CareTask(
      participant: .me, id: "t", uuid: UUID(), created: .earliest, effectiveDate: .earliest, addedIn: berlin,
      content: content)
    let chain = try #require(TaskChain([task]))
    var event = try #require(chain.events(on: LocalDate(day)!, reader: berlin).first)
    if isCompleted {
      event.outcome = Outcome(
        participant: .me, id: UUID(), uuid: UUID(), task: "t", event: event.key,
        eventStart: event.occurrence.start, eventEnd: event.occurrence.end, effectiveDate: .earliest,
        created: .earliest)
    }
    return event
  }

  private func now(_ text: String, role: ActingRole = .participant, gate: () throws -> Bool = { true })
    -> EventCircumstances
  {
    EventCircumstances(now: at(text), reader: berlin, role: role, requirement: gate)
  }

  @Test(arguments: [
    ("2026-03-03", "2026-03-02T23:59:59+01:00", "2026-03-03T00:00:00+01:00"),
    ("2026-03-29", "2026-03-28T23:59:59+01:00", "2026-03-29T00:00:00+01:00"),
    ("2026-03-30", "2026-03-29T23:59:59+02:00", "2026-03-30T00:00:00+02:00"),
    ("2026-10-25", "2026-10-24T23:59:59+02:00", "2026-10-25T00:00:00+02:00"),
    ("2026-10-26", "2026-10-25T23:59:59+01:00", "2026-10-26T00:00:00+01:00"),
  ])
  func `tomorrow's event is closed until midnight, also over a clock change`(
    day: String, before: String, midnight: String
  ) throws {
    let event = try event(day)
    let number = event.occurrence.number
    #expect(throws: CareError.futureEvent(task: "t", occurrence: number)) {
      try EventAction.tap(event, now(before))
    }
    #expect(try EventAction.tap(event, now(midnight)) == .complete)
    let card = CardState(event, now(before))
    #expect(card.opacity == 0.4 && card.tap == nil && card.label == .begin)
    #expect(card.refusal == .futureEvent(task: "t", occurrence: number))
    #expect(CardState(event, now(midnight)).opacity == 1)
  }

  @Test func `staff are not bound`() throws {
    let staff = now("2026-03-02T12:00:00Z", role: .staff, gate: { false })
    #expect(
      try EventAction.tap(event("2026-03-09") { $0.requirement = TaskRequirement(task: "x") }, staff)
        == .complete)
    let done = try event("2026-03-01", isCompleted: true) { $0.resultResettable = false }
    #expect(try EventAction.tap(done, staff) == .undo)
  }

  @Test func `past days stay usable unless the plan closes them`() throws {
    let noon = now("2026-03-05T12:00:00Z")
    #expect(try EventAction.tap(event("2026-03-02"), noon) == .complete)
    let closed = try event("2026-03-02") { $0.isUsableAfterwards = false }
    #expect(throws: CareError.pastEvent(task: "t", occurrence: 1)) { try EventAction.tap(closed, noon) }
    let today = try event("2026-03-05") { $0.isUsableAfterwards = false }
    #expect(try EventAction.tap(today, noon) == .complete)
  }

  @Test func `a gate is closed while the other task is open, and when nobody can tell`() throws {
    struct Broken: Error {}
    let event = try event("2026-03-02") { $0.requirement = TaskRequirement(task: "x") }
    let noon = "2026-03-02T12:00:00Z"
    #expect(throws: CareError.gateClosed(task: "t")) {
      try EventAction.tap(event, now(noon, gate: { false }))
    }
    #expect(throws: CareError.gateClosed(task: "t")) {
      try EventAction.tap(event, now(noon, gate: { throw Broken() }))
    }
    #expect(try EventAction.tap(event, now(noon)) == .complete)
  }

  @Test func `a done event is undone by a tap and may be taken again, unless its result stays`() throws {
    let noon = now("2026-03-02T12:00:00Z")
    let done = try event("2026-03-02", isCompleted: true)
    #expect(try EventAction.tap(done, noon) == .undo)
    #expect(try EventAction.answer(done, noon) == .complete)
    let final = try event("2026-03-02", isCompleted: true) { $0.resultResettable = false }
    #expect(throws: CareError.notRetakable(task: "t")) { try EventAction.tap(final, noon) }
    #expect(throws: CareError.notRetakable(task: "t")) { try EventAction.answer(final, noon) }
    let open = try event("2026-03-02") { $0.resultResettable = false }
    #expect(try EventAction.tap(open, noon) == .complete)
  }

  @Test func `responses of past days may not be undone, ticks may`() throws {
    let noon = now("2026-03-05T12:00:00Z")
    #expect(try EventAction.tap(event("2026-03-02", isCompleted: true), noon) == .undo)
    let response = try event("2026-03-02", isCompleted: true) { $0.survey = "s" }
    #expect(throws: CareError.notDeletable(task: "t")) { try EventAction.tap(response, noon) }
    #expect(try EventAction.tap(event("2026-03-05", isCompleted: true) { $0.survey = "s" }, noon) == .undo)
    let (start, now) = (at("2026-03-04T23:59:59+01:00"), at("2026-03-05T00:00:00+01:00"))
    #expect(!EventRules.canDelete(eventStart: start, now: now, reader: berlin))
    #expect(EventRules.canDelete(eventStart: start, now: now, reader: berlin, role: .staff))
  }

  @Test func `what a task has decides what a tap starts`() throws {
    let noon = now("2026-03-02T12:00:00Z")
    let knee = try KneeTask(limb: .left)
    let buttons = Detail.map([.init("custom", .map([.init("buttons", .list([.text("a")]))]))])
    #expect(try EventAction.tap(event("2026-03-02") { $0.survey = "s" }, noon) == .start(.survey))
    #expect(try EventAction.tap(event("2026-03-02") { $0.knee = knee }, noon) == .start(.knee))
    #expect(try EventAction.tap(event("2026-03-02") { $0.details = buttons }, noon) == .start(.buttons))
    let nothing = try event("2026-03-02") { $0.completionMode = .custom }
    #expect(CardKind(nothing.task.content) == nil)
    #expect(throws: CareError.self) { try EventAction.tap(nothing, noon) }
  }
}

@Suite struct `The gates of a feed` {
  private struct Broken: Error {}

  @Test func `show onboarding alone until it is done, and then not any more`() {
    let before = FeedGates(onboarding: ["onboarding"]) { _ in false }
    #expect(before.shows("onboarding") && !before.shows("checkin"))
    let after = FeedGates(onboarding: ["onboarding"]) { _ in true }
    #expect(!after.shows("onboarding") && after.shows("checkin"))
    #expect(FeedGates(onboarding: []) { _ in false }.shows("checkin"))
  }

  @Test func `count a look-up that fails as not done`() {
    let broken = FeedGates(onboarding: ["onboarding"]) { _ in throw Broken() }
    #expect(!broken.isOnboarded && broken.shows("onboarding"))
    let done = FeedGates(onboarding: ["onboarding"]) { _ in true }
    #expect(!done.shows("checkin") { throw Broken() })
    #expect(!done.shows("checkin") { false })
  }
}
