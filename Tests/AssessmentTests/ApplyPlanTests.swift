import Assessment
import Care
import Testing

@Suite struct ApplyPlanTests {
  let fixture: CareFixture

  init() throws { fixture = try CareFixture() }

  private func plan(_ title: String, schedule: String = #"{"allDay":true,"start":"D","every":{"day":1}}"#)
    -> [UInt8]
  {
    Array(#"{"plan":"p","tasks":[{"id":"t","title":"\#(title)","schedule":\#(schedule)}]}"#.utf8)
  }

  @Test(arguments: ["recover", "demo"])
  func `a plan applied twice makes no rows, also the next day`(name: String) async throws {
    let text = try CareFixture.shippedPlan(name)
    let first = try await fixture.apply(text)
    #expect(first.count(.created) == first.rows.count)
    let rows = try await fixture.rowCount()
    for day in ["2026-03-02", "2026-03-03", "2027-03-02"] {
      let again = try await fixture.apply(text, on: fixture.at(day))
      #expect(again.count(.unchanged) == again.rows.count)
      #expect(again.firstDay == LocalDate("2026-03-02"))
    }
    #expect(try await fixture.rowCount() == rows)
  }

  @Test func `a plan read in another zone changes nothing`() async throws {
    let text = try CareFixture.shippedPlan("recover")
    try await fixture.apply(text)
    var abroad = fixture.occasion
    abroad.zone = Zone("America/New_York")!
    let again = try await fixture.apply(text, on: abroad)
    #expect(again.count(.unchanged) == 3)
  }

  @Test func `a change rules from the next local midnight and leaves today as it was`() async throws {
    try await fixture.apply(plan("old"))
    let report = try await fixture.apply(plan("new"))
    #expect(report.rows.map(\.action) == [.versioned])
    #expect(report.rows[0].effectiveDate.rfc3339(in: fixture.occasion.zone) == "2026-03-03T00:00:00+01:00")
    for (day, title) in [("2026-03-02", "old"), ("2026-03-03", "new")] {
      let feed = try await DayFeed.load(LocalDate(day)!, from: fixture.store, fixture.occasion)
      #expect(feed.cards.map(\.title) == [title])
    }
  }

  @Test func `three changes keep every outcome with its event`() async throws {
    for (index, day) in ["2026-03-02", "2026-03-03", "2026-03-04"].enumerated() {
      let occasion = fixture.at(day)
      try await fixture.apply(kneePlan(#""title":"\#(index)","#), on: occasion)
      let letter = Character(String(index))
      let kept = try await fixture.keep(fixture.record(letter), day: day, on: occasion)
      #expect(kept.unattached == nil)
    }
    try await fixture.apply(kneePlan(#""title":"last","#), on: fixture.at("2026-03-04"))
    for day in ["2026-03-02", "2026-03-03", "2026-03-04"] {
      let feed = try await DayFeed.load(LocalDate(day)!, from: fixture.store, fixture.at("2026-03-05"))
      #expect(feed.ring == .fraction(1), "\(day)")
    }
    let listing = try await OutcomeListing.load(from: fixture.store, fixture.at("2026-03-05"))
    #expect(listing.rows.map(\.day.description) == ["2026-03-02", "2026-03-03", "2026-03-04"])
  }

  @Test func `a change that would take an outcome from its version is refused as a whole`() async throws {
    try await fixture.apply(kneePlan(""))
    _ = try await fixture.keep(fixture.record(), day: "2026-03-02")
    let rows = try await fixture.rowCount()
    let changed = kneePlan(#""title":"new","effective":"2026-03-02","#, more: kneeTask("other", ""))
    await #expect(throws: CareError.coversOutcome(task: "k", occurrence: 0)) {
      try await fixture.apply(changed)
    }
    #expect(try await fixture.rowCount() == rows)
  }

  @Test func `another first day is a change, and holds from then on`() async throws {
    let text = plan("x")
    try await fixture.apply(text)
    let moved = try await fixture.apply(text, from: "2026-03-10")
    #expect(moved.count(.versioned) == 1)
    #expect(try await fixture.apply(text).count(.unchanged) == 1)
    let feed = try await DayFeed.load(LocalDate("2026-03-05")!, from: fixture.store, fixture.occasion)
    #expect(feed.cards.isEmpty)
    #expect(feed.ring == .dimmed)
  }

  @Test func `a dry run reports the same and keeps nothing`() async throws {
    let plan = try PlanFile(plan("x"))
    let dry = try await ApplyPlan.apply(plan, dryRun: true, to: fixture.store, fixture.occasion)
    #expect(dry.count(.created) == 1)
    #expect(try await fixture.rowCount() == 0)
    let real = try await ApplyPlan.apply(plan, to: fixture.store, fixture.occasion)
    #expect(real == dry)
  }

  @Test func `tasks of another plan stay and are named`() async throws {
    try await fixture.apply(CareFixture.shippedPlan("demo"))
    let report = try await fixture.apply(plan("x"))
    #expect(report.others == ["knee.left", "knee.right"])
  }

  @Test func `a deleted task is not revived by a plan`() async throws {
    try await fixture.apply(plan("x"))
    try await fixture.store.write(as: "t", at: fixture.occasion.now) { [occasion = fixture.occasion] in
      try $0.deleteTask("t", occasion)
    }
    await #expect(throws: CareError.deletedTask(id: "t")) { try await fixture.apply(plan("x")) }
  }

  @Test func `a plan belongs to one participant`() async throws {
    try await fixture.apply(plan("x"))
    var other = fixture.occasion
    other.participant = try ParticipantID("p2")
    let feed = try await DayFeed.load(other.today, from: fixture.store, other)
    #expect(feed.ring == .dimmed)
    #expect(try await fixture.apply(plan("x"), on: other).count(.created) == 1)
  }
}
