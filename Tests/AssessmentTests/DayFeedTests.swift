import Assessment
import Care
import JSONText
import Testing

@Suite struct DayFeedTests {
  private func feed(_ fixture: CareFixture, _ day: String) async throws -> DayFeed {
    try await DayFeed.load(try #require(LocalDate(day)), from: fixture.store, fixture.occasion)
  }

  @Test(arguments: ["Europe/Berlin", "Asia/Kolkata", "America/New_York"])
  func `a day has its cards in every zone, also on the day of a clock change`(zone: String) async throws {
    let fixture = try CareFixture(zone: zone)
    try await fixture.apply(CareFixture.shippedPlan("demo"))
    for day in ["2026-03-02", "2026-03-08", "2026-03-29", "2026-10-25", "2026-11-01"] {
      let feed = try await feed(fixture, day)
      #expect(feed.cards.map(\.task) == ["knee.left", "knee.right"], "\(day)")
      #expect(feed.cards.allSatisfy { $0.events.count == 1 })
      #expect(feed.isFuture == (day > "2026-03-02"))
    }
    #expect(try await feed(fixture, "2026-03-01").cards.isEmpty)
  }

  @Test func `onboarding stands alone until it is done`() async throws {
    let fixture = try CareFixture()
    try await fixture.apply(CareFixture.shippedPlan("recover"))
    let before = try await feed(fixture, "2026-03-02")
    #expect(before.cards.map(\.task) == ["onboarding"])
    #expect(before.due == 2)
    let occasion = fixture.occasion
    try await fixture.store.write(as: "t", at: occasion.now) { ledger in
      let event = try ledger.events(on: occasion.today, occasion).first { $0.task.id == "onboarding" }
      try ledger.toggle(#require(event).key, occasion)
    }
    let after = try await feed(fixture, "2026-03-03")
    #expect(after.cards.map(\.task) == ["rangeOfMotion", "checkin"])
  }

  @Test func `until onboarding is done no other card shows, also on days without it`() async throws {
    let fixture = try CareFixture()
    let weekly = #"{"allDay":true,"start":"D","every":{"week":1}}"#
    let daily = #"{"allDay":true,"start":"D","every":{"day":1}}"#
    let onboarding = #"{"id":"o","gate":"first","schedule":\#(weekly)}"#
    let plan = #"{"plan":"p","tasks":[\#(onboarding),{"id":"t","schedule":\#(daily)}]}"#
    try await fixture.apply(Array(plan.utf8))
    #expect(try await feed(fixture, "2026-03-02").cards.map(\.task) == ["o"])
    #expect(try await feed(fixture, "2026-03-03").cards.isEmpty)
  }

  @Test func `a task that nothing can present gets no card`() async throws {
    let fixture = try CareFixture()
    let daily = #"{"allDay":true,"start":"D","every":{"day":1}}"#
    let custom = #"{"id":"c","completionMode":"custom","schedule":\#(daily)}"#
    let plan = #"{"plan":"p","tasks":[\#(custom),{"id":"t","schedule":\#(daily)}]}"#
    try await fixture.apply(Array(plan.utf8))
    #expect(try await feed(fixture, "2026-03-02").cards.map(\.task) == ["t"])
  }

  @Test func `a day without anything due is neither empty nor full`() async throws {
    let fixture = try CareFixture()
    try await fixture.apply(
      kneePlan("", schedule: #"{"allDay":true,"start":"D","every":{"week":1}}"#))
    #expect(try await feed(fixture, "2026-03-01").ring == .dimmed)
    #expect(try await feed(fixture, "2026-03-02").ring == .zero)
    #expect(try await feed(fixture, "2026-03-03").ring == .empty)
    #expect(try await feed(fixture, "2026-03-09").ring == .empty)
  }

  @Test func `JSON and text of a day`() async throws {
    let fixture = try CareFixture()
    try await fixture.apply(CareFixture.shippedPlan("demo"))
    _ = try await fixture.keep(fixture.record("a", range: 88.456), day: "2026-03-02")
    let feed = try await feed(fixture, "2026-03-02")
    let json = JSONValue.object(feed.json).compactText
    let start = #""start":"2026-03-02T00:00:00+01:00","end":"2026-03-02T23:59:59+01:00","all_day":true"#
    let range = #"{"kind":"flexionRange","type":"double","value":88.46,"units":"deg"}"#
    let minimum = #"{"kind":"flexionMinimum","type":"double","value":1.00,"units":"deg"}"#
    let maximum = #"{"kind":"flexionMaximum","type":"double","value":89.46,"units":"deg"}"#
    for part in [
      #"{"participant":"me","day":"2026-03-02","future":false,"ring":{"state":"fraction","fraction":0.5000,"#,
      #"{"task":"knee.left","title":"Left knee","kind":"knee","limb":"left","#,
      #""events":[{"occurrence":0,\#(start),"completed":true,"label":"COMPLETED","action":"undo","#,
      #""values":[\#(range),\#(minimum),\#(maximum)],"last_result":[]}]},"#,
      #""completed":false,"label":"BEGIN","action":"knee","refused":null,"opacity":1.0,"outcome":null,"values":[]"#,
    ] { #expect(json.contains(part), "\(part)") }
    let page = feed.page().split(separator: "\n").map { $0.dropFirst(14) }
    #expect(
      page.filter { $0.hasPrefix("   ") }.map { String($0.dropFirst(3)) } == [
        "2026-03-02  1 of 2 tasks done", "● Left knee                  COMPLETED",
        "    flexionRange 88.46 deg, flexionMinimum 1.00 deg, flexionMaximum 89.46 deg",
        "○ Right knee                 BEGIN",
      ])
    #expect(!feed.page().contains("\u{1B}"))
    #expect(feed.page(hasColour: true).contains("\u{1B}[32m●\u{1B}[0m"))
  }

  @Test func `order of values, kinds and details survive a restart`() async throws {
    let fixture = try CareFixture()
    try await fixture.apply(CareFixture.shippedPlan("demo"))
    let kept = try await fixture.keep(fixture.record(), day: "2026-03-02")
    let listing = try await OutcomeListing.load(from: try fixture.reopened(), fixture.occasion)
    #expect(listing.rows.map(\.outcome) == [kept.outcome])
    #expect(listing.rows[0].outcome.details["sha256"] == .text(String(repeating: "a", count: 64)))
    #expect(listing.rows[0].limb == .left)
  }

  @Test func `listings can be asked by kind, side, task and days`() async throws {
    let fixture = try CareFixture()
    try await fixture.apply(CareFixture.shippedPlan("demo"))
    _ = try await fixture.keep(fixture.record("a", .left), day: "2026-03-02")
    _ = try await fixture.keep(fixture.record("b", .right), day: "2026-03-02")
    _ = try await fixture.keep(fixture.record("c", .unspecified), day: "2026-03-02")
    func tasks(_ filter: OutcomeListing.Filter) async throws -> [String] {
      try await OutcomeListing.load(filter, from: fixture.store, fixture.occasion).rows.map(\.outcome.task)
    }
    let (first, second) = (LocalDate("2026-03-02")!, LocalDate("2026-03-03")!)
    #expect(try await tasks(.init()) == ["knee.left", "knee.right"])
    #expect(try await tasks(.init(limb: .right)) == ["knee.right"])
    #expect(try await tasks(.init(task: "knee.left")) == ["knee.left"])
    #expect(try await tasks(.init(kind: "flexionRange")).count == 2)
    #expect(try await tasks(.init(kind: "range")).isEmpty)
    #expect(try await tasks(.init(days: first...first)).count == 2)
    #expect(try await tasks(.init(days: second...second)).isEmpty)
    let open = try await OutcomeListing.load(from: fixture.store, fixture.occasion).unattached
    #expect(open.map(\.record.side) == [.unspecified])
  }
}

@Suite struct TaskResultJSONTests {
  @Test(arguments: [
    #"{"identifier":"t","results":[{"identifier":"leaf","answer":4}]}"#, #"{"identifier":"t"}"#, #"[]"#,
    #"{"results":[]}"#, #"{"identifier":"t","results":[{"identifier":"s","results":[4]}]}"#,
    #"{"identifier":"t","results":[{"identifier":"s","results":[{"identifier":"m","type":"rangeOfMotion","range":"x"}]}]}"#,
    #"{"identifier":"t","results":[{"identifier":"s","results":[{"identifier":"m","type":7}]}]}"#,
    #"{"identifier":"t","results":[{"identifier":"s","results":[{"identifier":"m","answer":[]}]}]}"#,
  ])
  func `a tree with a leaf below the task, a missing layer or a wrong leaf is malformed`(text: String) throws
  {
    let json = try JSONValue(parsing: text)
    let error = #expect(throws: CareError.self) { try TaskResult(json: json) }
    #expect(error?.code == "malformedResult")
  }

  @Test func `a tree survives as JSON`() throws {
    let motion = RangeOfMotionResult(definition: .jointAngle, start: 1, range: 90)
    let leaves = [
      LeafResult(identifier: "f", content: .file(path: "a.csv", sha256: "00")),
      LeafResult(identifier: "m", content: .motion(motion)),
      LeafResult(identifier: "q", content: .answer(SurveyAnswer(.single(.integer(4))))),
      LeafResult(identifier: "u", content: .answer(nil)),
    ]
    let inner = StepResult(identifier: "inner", leaves: leaves)
    let result = TaskResult(
      identifier: "t",
      steps: [StepResult(identifier: "a"), StepResult(identifier: "b", items: [.step(inner)])])
    #expect(try TaskResult(json: JSONValue(parsing: result.json.compactText)) == result)
  }
}
