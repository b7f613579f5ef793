import Care
import CareStore
import Foundation
import Testing

@Suite struct SQLiteStoreTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  @Test func `a task version survives a restart with every field`() async throws {
    var content = try fixture.content(title: "Knee, left", knee: .left)
    content.text = "Bend \"slowly\""
    content.instructions = "Sit."
    content.groupIdentifier = "g"
    content.tags = ["b", "a"]
    content.type = .intervention
    content.completionMode = .custom
    content.resultResettable = false
    content.impactsAdherence = false
    content.survey = "s"
    content.isOnboarding = true
    content.requirement = TaskRequirement(task: "other", scope: .sameDay)
    content.knee = try KneeTask(
      limb: .right, options: [.excludeConclusion], appended: [.init(id: "end", title: "Done", text: nil)],
      extract: [.range, .start], selection: .median)
    content.details = .map([.init("z", .list([.integer(4), .double(4), .none])), .init("a", .text("x"))])
    let target = OutcomeValue(.double(4), kind: "k", units: "deg", createdDate: fixture.now)
    content.schedule = try Schedule([
      ScheduleElement(
        label: "clock",
        extent: .timed(
          .clockTime(hour: 8, minute: 30, weekday: 2, from: fixture.now),
          end: fixture.now.advanced(bySeconds: 1e7), seconds: 90.5),
        every: CalendarInterval([.week: 1, .hour: 2]), text: "t", targets: [target],
        timeZone: Zone("Asia/Kolkata")),
      ScheduleElement(
        extent: .allDay(first: LocalDate("2026-03-02")!, last: LocalDate("2026-04-01")!),
        every: CalendarInterval([.month: 1, .day: 3])),
    ])
    let draft = TaskDraft(id: "knee", content: content)
    let added = try await fixture.open().write(as: "a", at: fixture.now) { [occasion = fixture.occasion] in
      try $0.addTask(draft, occasion)
    }
    let read = try await fixture.open().read { try $0.taskVersions(of: .me, task: nil) }
    #expect(read == [added])
    #expect(read.first?.content == content)
  }

  @Test func `a measurement survives a restart with every field`() async throws {
    let record = fixture.record("a", recordedAt: Instant(rfc3339: "2026-03-02T09:00:00.25+01:00"))
    let kept = try await fixture.open().write(as: "a", at: fixture.now) { try $0.keep(record) }
    #expect(kept.isNew)
    let read = try await fixture.open().read { try $0.measurements(MeasurementFilter(participant: .me)) }
    #expect(read.map(\.record) == [record])
    #expect(read.first?.attachment == nil)
  }

  @Test func `an outcome survives a restart with types, order, kinds, units and dates`() async throws {
    let created = Instant(rfc3339: "2026-03-02T11:00:00.125Z")!
    let values = [
      OutcomeValue(.double(4), kind: "z", units: "deg", createdDate: created),
      OutcomeValue(.integer(4), createdDate: created), OutcomeValue(.boolean(false), createdDate: created),
      OutcomeValue(.text("ä\"\n"), kind: "a", createdDate: created),
      OutcomeValue(.binary([0, 255, 0]), createdDate: created),
      OutcomeValue(.binary([]), createdDate: created),
      OutcomeValue(.date(created), createdDate: created), OutcomeValue(.double(-0.1), createdDate: created),
    ]
    let details = Detail.map([.init("limb", .text("left")), .init("list", .list([.boolean(true)]))])
    let (store, key) = try await storeWithTask()
    let added = try await store.write(as: "a", at: fixture.now) { [occasion = fixture.occasion] in
      try $0.addOutcome(to: key, values: values, details: details, occasion)
    }
    let read = try await fixture.open().read { try $0.outcomes(OutcomeFilter(participant: .me)) }
    #expect(read == [added])
    #expect(read.first?.values == values)
  }

  @Test func `the same measurement twice is one row`() async throws {
    let store = try fixture.open()
    let record = fixture.record("a")
    for isNew in [true, false] {
      let kept = try await store.write(as: "a", at: fixture.now) { try $0.keep(record) }
      #expect(kept.isNew == isNew)
    }
    let count = try await store.read { try $0.measurements(MeasurementFilter(participant: .me)).count }
    #expect(count == 1)
  }

  @Test func `another method, side, definition or participant is another measurement`() async throws {
    let record = fixture.record("a")
    var others = Array(repeating: record, count: 5)
    others[1].method.parameterHash = "01"
    others[2].side = .right
    others[3].numbers.definition = .shinInclination
    others[4].participant = try ParticipantID("p2")
    let numbers = try await fixture.open().write(as: "a", at: fixture.now) { [others] ledger in
      try others.map { try ledger.keep($0).stored.number }
    }
    #expect(Set(numbers).count == 5)
  }

  @Test func `a refused step undoes everything of its transaction`() async throws {
    let store = try fixture.open()
    let record = fixture.record("a")
    let draft = TaskDraft(id: "knee", content: try fixture.content())
    let (occasion, now) = (fixture.occasion, fixture.now)
    let failing = { @Sendable (ledger: any CareLedger) in
      _ = try ledger.keep(record)
      try ledger.addTask(draft, occasion)
      try ledger.addTask(TaskDraft(id: "knee", content: draft.content), occasion)
    }
    await #expect(throws: CareError.duplicateTask(id: "knee")) {
      try await store.write(as: "a", at: now, failing)
    }
    let empty = try await store.read { records in
      try records.participants().isEmpty && records.measurements(MeasurementFilter(participant: .me)).isEmpty
    }
    #expect(empty)
  }

  func storeWithTask() async throws -> (SQLiteStore, EventKey) {
    let store = try fixture.open()
    let draft = TaskDraft(id: "knee", content: try fixture.content(knee: .left))
    let task = try await store.write(as: "a", at: fixture.now) { [occasion = fixture.occasion] in
      try $0.addTask(draft, occasion)
    }
    return (store, EventKey(taskVersion: task.uuid, occurrence: 0))
  }

  @Test func `versions of several outcomes keep their own values`() async throws {
    let (store, key) = try await storeWithTask()
    let occasion = fixture.occasion
    let read = try await store.write(as: "a", at: fixture.now) { ledger in
      func value(_ number: Int) -> [OutcomeValue] {
        [OutcomeValue(.integer(number), createdDate: occasion.now)]
      }
      let first = try ledger.addOutcome(to: key, values: value(1), occasion)
      let other = EventKey(taskVersion: key.taskVersion, occurrence: 1)
      let second = try ledger.addOutcome(to: other, values: value(2) + value(3), occasion)
      try ledger.updateOutcome(first.id, values: [], occasion)
      try ledger.updateOutcome(first.id, values: value(4), occasion)
      return (
        try ledger.outcomeVersions(OutcomeFilter(participant: .me)),
        try ledger.outcomes(OutcomeFilter(participant: .me, outcome: second.id))
      )
    }
    #expect(
      read.0.map { $0.values.map(\.datum) } == [
        [.integer(1)], [.integer(2), .integer(3)], [], [.integer(4)],
      ])
    #expect(read.1.map(\.event.occurrence) == [1])
  }
}
