import Assessment
import Care
import Testing

@Suite struct AttachMeasurementTests {
  let fixture: CareFixture

  init() async throws {
    fixture = try CareFixture()
    try await fixture.apply(CareFixture.shippedPlan("demo"))
  }

  @Test func `a measurement of today becomes the outcome of today's task of its side`() async throws {
    let kept = try await fixture.keep(fixture.record(), day: "2026-03-02")
    #expect(kept.unattached == nil)
    #expect(kept.measurement.attachment?.task == "knee.left")
    #expect(kept.outcome?.values.map(\.kind) == ["flexionRange", "flexionMinimum", "flexionMaximum"])
    #expect(kept.outcome?.values.map(\.datum) == [.double(90), .double(1), .double(91)])
    let feed = try await DayFeed.load(fixture.occasion.today, from: fixture.store, fixture.occasion)
    #expect(feed.ring == .fraction(0.5))
    #expect(feed.cards.map { $0.events.map(\.isCompleted) } == [[true], [false]])
  }

  @Test func `the same recording again adds no row`() async throws {
    let first = try await fixture.keep(fixture.record(), day: "2026-03-02")
    let second = try await fixture.keep(fixture.record(), day: "2026-03-02")
    #expect(!second.isNew)
    #expect(second.outcome == first.outcome)
    let versions = try await fixture.store.read { try $0.outcomeVersions(OutcomeFilter(participant: .me)) }
    #expect(versions.count == 1)
  }

  @Test func `trials of one event that differ by over ten degrees are flagged, in the outcome too`()
    async throws
  {
    let first = try await fixture.keep(fixture.record("a", range: 90), day: "2026-03-02")
    #expect(first.flags.isEmpty)
    let near = try await fixture.keep(fixture.record("b", range: 99), day: "2026-03-02")
    #expect(near.flags.isEmpty)
    let far = try await fixture.keep(fixture.record("c", range: 78), day: "2026-03-02")
    #expect(far.flags.map(\.code) == [.trialSpread])
    #expect(abs((far.flags.first?.printedValue ?? .nan) - 21) < 1e-9)
    let details = try #require(far.outcome?.details.json.compactText)
    #expect(details.contains(#""flagged":true,"flags":["trialSpread"]"#))
  }

  @Test func `the recording's own time goes before the day that was asked`() async throws {
    let record = fixture.record(recordedAt: "2026-03-01T23:30:00Z")
    let kept = try await fixture.keep(record, day: "2026-03-01")
    #expect(kept.measurement.attachment?.day == LocalDate("2026-03-02"))
  }

  @Test(arguments: [
    (Optional<String>.none, AttachMeasurement.Unattached.noDay),
    ("2026-03-03", .futureDay(LocalDate("2026-03-03")!)),
    ("2026-03-01", .noTask(LocalDate("2026-03-01")!, nearest: [LocalDate("2026-03-02")!])),
  ])
  func `a day that does not fit keeps the measurement unattached`(
    day: String?, reason: AttachMeasurement.Unattached
  ) async throws {
    let kept = try await fixture.keep(fixture.record(), day: day)
    #expect(kept.unattached == reason)
    #expect(kept.isNew)
    let open = try await OutcomeListing.load(from: fixture.store, fixture.occasion)
    #expect(open.rows.isEmpty)
    #expect(open.unattached.map(\.record) == [fixture.record()])
  }

  @Test func `an unspecified side stays unattached until somebody names it`() async throws {
    let kept = try await fixture.keep(fixture.record("a", .unspecified), day: "2026-03-02")
    #expect(kept.unattached == .unspecifiedSide)
    #expect(kept.sentence.contains("flexion outcomes attach \(kept.measurement.number) --side"))
    let request = AttachMeasurement.Request(day: LocalDate("2026-03-02"), limb: .right)
    let later = try await AttachMeasurement.attach(
      number: kept.measurement.number, request, in: fixture.store, fixture.occasion)
    #expect(later.measurement.attachment?.limb == .right)
    #expect(later.measurement.record.side == .unspecified)
    #expect(later.outcome?.task == "knee.right")
  }

  @Test func `a number stopped by a flag is kept and attached nowhere`() async throws {
    var record = fixture.record("a", .left, range: nil)
    record.flags = [.init(code: "notAHinge", effect: .stop, text: "residual too large")]
    let kept = try await fixture.keep(record, day: "2026-03-02")
    #expect(kept.unattached == .stopped(by: "notAHinge"))
    #expect(kept.outcome == nil)
  }

  @Test func `of several measurements of one event the best counts and all are named`() async throws {
    _ = try await fixture.keep(fixture.record("a", range: 80), day: "2026-03-02")
    _ = try await fixture.keep(fixture.record("b", range: 95), day: "2026-03-02")
    let last = try await fixture.keep(fixture.record("c", range: 85), day: "2026-03-02")
    #expect(last.outcome?.values.number(ofKind: "flexionRange") == 95)
    #expect(last.outcome?.details["measurements"] == .list([.integer(1), .integer(2), .integer(3)]))
    let live = try await fixture.store.read { try $0.outcomes(OutcomeFilter(participant: .me)) }
    #expect(live.count == 1)
  }

  @Test(arguments: [(KneeTask.Selection.best, 95.0), (.median, 75), (.last, 70)])
  func `the plan says which of several measurements counts`(
    selection: KneeTask.Selection, counted: Double
  ) async throws {
    let fixture = try CareFixture()
    try await fixture.apply(kneePlan(#""measurements":"\#(selection.rawValue)","#))
    var outcome: Outcome?
    for (letter, range) in [("a", 80.0), ("b", 95), ("c", 75), ("d", 70)] {
      outcome = try await fixture.keep(fixture.record(Character(letter), range: range), day: "2026-03-02")
        .outcome
    }
    #expect(outcome?.values.number(ofKind: "flexionRange") == counted)
  }

  @Test func `a task that may not be retaken keeps its first measurement`() async throws {
    let fixture = try CareFixture()
    try await fixture.apply(kneePlan(#""resultResettable":false,"#))
    _ = try await fixture.keep(fixture.record("a", range: 80), day: "2026-03-02")
    let second = try await fixture.keep(fixture.record("b", range: 95), day: "2026-03-02")
    #expect(second.unattached == .notRetakable(task: "k"))
    let live = try await fixture.store.read { try $0.outcomes(OutcomeFilter(participant: .me)) }
    #expect(live.map { $0.values.number(ofKind: "flexionRange") } == [80])
  }

  @Test func `two tasks of one side need a task, and unfit tasks are named`() async throws {
    let fixture = try CareFixture()
    let two = kneePlan(
      "", id: "k1", more: kneeTask("k2", "") + #",{"id":"tap","schedule":{"perDay":1,"startDay":"D"}}"#)
    try await fixture.apply(two)
    let day = LocalDate("2026-03-02")!
    let kept = try await fixture.keep(fixture.record(), day: "2026-03-02")
    #expect(kept.unattached == .severalTasks(day, ["k1", "k2"]))
    let number = kept.measurement.number
    for (task, reason) in [
      ("tap", AttachMeasurement.Unattached.notAKneeTask("tap")), ("x", .unknownTask("x")),
    ] {
      let request = AttachMeasurement.Request(day: day, task: task)
      let tried = try await AttachMeasurement.attach(
        number: number, request, in: fixture.store, fixture.occasion)
      #expect(tried.unattached == reason)
    }
    let request = AttachMeasurement.Request(day: day, task: "k2")
    let attached = try await AttachMeasurement.attach(
      number: number, request, in: fixture.store, fixture.occasion)
    #expect(attached.outcome?.task == "k2")
  }

  @Test func `two events of one task on a day are answered one after the other`() async throws {
    let fixture = try CareFixture()
    try await fixture.apply(kneePlan("", schedule: #"{"perDay":2,"startDay":"D"}"#))
    for (letter, occurrence) in [("a", 0), ("b", 1), ("c", 1)] {
      let kept = try await fixture.keep(fixture.record(Character(letter)), day: "2026-03-02")
      #expect(kept.measurement.attachment?.event.occurrence == occurrence)
    }
    let feed = try await DayFeed.load(fixture.occasion.today, from: fixture.store, fixture.occasion)
    #expect(feed.ring == .fraction(1))
  }

  @Test func `a task waits for the one that it requires`() async throws {
    let fixture = try CareFixture()
    let plan = kneePlan(
      #""requires":"first","#, more: #"{"id":"first","schedule":{"perDay":1,"startDay":"D"}}"#)
    try await fixture.apply(plan)
    let kept = try await fixture.keep(fixture.record(), day: "2026-03-02")
    #expect(kept.unattached == .gateClosed(task: "k", requires: "first"))
    let feed = try await DayFeed.load(fixture.occasion.today, from: fixture.store, fixture.occasion)
    #expect(feed.cards.map(\.task) == ["first"])
  }

  @Test func `an undone outcome is made anew by processing the recording again`() async throws {
    let kept = try await fixture.keep(fixture.record(), day: "2026-03-02")
    let id = try #require(kept.outcome?.id)
    try await fixture.store.write(as: "t", at: fixture.occasion.now) { [occasion = fixture.occasion] in
      try $0.deleteOutcome(id, occasion)
    }
    let again = try await fixture.keep(fixture.record(), day: "2026-03-02")
    #expect(again.outcome?.values.map(\.datum) == kept.outcome?.values.map(\.datum))
    #expect(again.outcome?.id != id)
  }

  @Test func `the numbers of the two definitions have different kinds and never replace each other`()
    async throws
  {
    _ = try await fixture.keep(fixture.record("a", range: 60), day: "2026-03-02")
    var shin = fixture.record("b", range: 95)
    shin.numbers.definition = .shinInclination
    let kept = try await fixture.keep(shin, day: "2026-03-02")
    #expect(kept.outcome?.values.number(ofKind: "flexionRange") == 60)
    #expect(kept.outcome?.values.number(ofKind: "range") == nil)
  }
}

func kneeTask(_ id: String, _ keys: String, schedule: String? = nil) -> String {
  let daily = #"{"allDay":true,"start":"D","every":{"day":1}}"#
  return #"{"id":"\#(id)",\#(keys)"knee":{"limb":"left"},"schedule":\#(schedule ?? daily)}"#
}

func kneePlan(_ keys: String, id: String = "k", more: String? = nil, schedule: String? = nil) -> [UInt8] {
  let tasks = [kneeTask(id, keys, schedule: schedule), more].compactMap { $0 }.joined(separator: ",")
  return Array(#"{"plan":"p","tasks":[\#(tasks)]}"#.utf8)
}
