import Care
import Foundation
import Testing

/// The rules of answers over every engine.
@Suite struct OutcomeRuleTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private var occasion: Occasion { fixture.occasion }

  private func value(_ number: Int) -> OutcomeValue {
    OutcomeValue(.integer(number), kind: "n", createdDate: fixture.now)
  }

  /// An open store with one daily task `k` of so many events a day; gives the version.
  private func store(_ engine: StoreEngine, perDay: Int = 1) async throws -> (any OutcomeStore, UUID) {
    let store = try engine.open(fixture)
    let content = TaskContent(schedule: try .perDay(perDay, from: LocalDate("2026-03-02")!))
    let task = try await store.write(as: "t", at: fixture.now) { [occasion] in
      try $0.addTask(TaskDraft(id: "k", content: content), occasion)
    }
    return (store, task.uuid)
  }

  private func write<Made: Sendable>(
    _ store: any OutcomeStore, _ body: @Sendable (any CareLedger) throws -> Made
  ) async throws -> Made {
    try await store.write(as: "t", at: fixture.now, body)
  }

  @Test(arguments: StoreEngine.allCases)
  func `undoing keeps or clears the last result, and the event is open either way`(engine: StoreEngine)
    async throws
  {
    let (store, version) = try await store(engine)
    let key = EventKey(taskVersion: version, occurrence: 0)
    let (occasion, values) = (occasion, [value(4)])
    for (last, kept) in [(LastResult.keep, values), (.clear, nil), (.keep, values)] {
      try await write(store) { ledger in
        _ = try ledger.addOutcome(to: key, values: values, occasion)
        try ledger.undo(key, last: last, occasion)
      }
      let (event, result) = try await store.read { records in
        (try records.event(key, occasion), try records.lastResult(of: key, .me))
      }
      #expect(event?.isCompleted == false)
      #expect(result?.values == kept)
    }
    #expect(try await store.read { try $0.history(of: key, .me) }.count == 6)
  }

  @Test(arguments: StoreEngine.allCases)
  func `the last result of an answered event is its answer, of an untouched one none`(engine: StoreEngine)
    async throws
  {
    let (store, version) = try await store(engine)
    let (occasion, values) = (occasion, [value(4)])
    let made = try await write(store) { ledger in
      try ledger.addOutcome(
        to: EventKey(taskVersion: version, occurrence: 0), values: values, notes: ["a", ""], occasion)
    }
    let results = try await store.read { records in
      try (0...1).map { number in
        try records.lastResult(of: EventKey(taskVersion: version, occurrence: number), .me)
      }
    }
    #expect(results == [made, nil])
    #expect(results[0]?.notes == ["a", ""])
  }

  @Test(arguments: StoreEngine.allCases)
  func `an open event cannot be undone`(engine: StoreEngine) async throws {
    let (store, version) = try await store(engine)
    let occasion = occasion
    await #expect(throws: CareError.unknownOutcome) {
      try await write(store) { try $0.undo(EventKey(taskVersion: version, occurrence: 0), occasion) }
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `a rule that binds the actor refuses every act, and nothing is stored`(engine: StoreEngine)
    async throws
  {
    let (store, version) = try await store(engine)
    let key = EventKey(taskVersion: version, occurrence: 0)
    let (occasion, day, value) = (occasion, LocalDate("2026-03-02")!, value(1))
    @Sendable func refuse(_ event: CareEvent) throws { throw CareError.notRetakable(task: event.task.id) }
    let acts: [@Sendable (any CareLedger) throws -> Void] = [
      { try $0.undo(key, occasion, allowed: refuse) }, { try $0.toggle(key, occasion, allowed: refuse) },
      { _ = try $0.appendValue(value, to: key, occasion, allowed: refuse) },
      { _ = try $0.answer(task: "k", on: day, values: [], occasion, allowed: refuse) },
    ]
    for (index, act) in acts.enumerated() {
      if index == 0 { _ = try await write(store) { try $0.addOutcome(to: key, values: [], occasion) } }
      await #expect(throws: CareError.notRetakable(task: "k")) { try await write(store, act) }
    }
    #expect(try await store.read { try $0.history(of: key, .me) }.count == 1)
  }

  @Test(arguments: StoreEngine.allCases)
  func `appending makes the outcome, then adds behind what is there, also behind a later row`(
    engine: StoreEngine
  ) async throws {
    let (store, version) = try await store(engine)
    let key = EventKey(taskVersion: version, occurrence: 0)
    let (occasion, numbers) = (occasion, (1...4).map { value($0) })
    let values = try await write(store) { ledger in
      for number in numbers[..<2] { _ = try ledger.appendValue(number, to: key, occasion) }
      // Effective tomorrow: what is appended today must still count.
      let made = try ledger.updateOutcome(
        ledger.liveOutcome(of: key, .me)!.id, values: Array(numbers[..<3]),
        effectiveDate: occasion.now.advanced(bySeconds: 86_400), occasion)
      _ = try ledger.appendValue(numbers[3], to: key, occasion)
      try ledger.deleteValue(at: 0, of: made.id, occasion)
      return try ledger.liveOutcome(of: key, .me)?.values
    }
    #expect(values == Array(numbers[1...]))
  }

  @Test(arguments: StoreEngine.allCases)
  func `removing the last value opens the event, and a wrong place is refused`(engine: StoreEngine)
    async throws
  {
    let (store, version) = try await store(engine)
    let key = EventKey(taskVersion: version, occurrence: 0)
    let (occasion, value) = (occasion, value(1))
    let id = try await write(store) { try $0.addOutcome(to: key, values: [value], occasion).id }
    for place in [-1, 1] {
      await #expect(throws: CareError.unknownOutcome) {
        try await write(store) { try $0.deleteValue(at: place, of: id, occasion) }
      }
    }
    try await write(store) { try $0.deleteValue(at: 0, of: id, occasion) }
    #expect(try await store.read { try $0.liveOutcome(of: key, .me) } == nil)
  }

  @Test(arguments: StoreEngine.allCases)
  func `a batch with two answers to one event adds none`(engine: StoreEngine) async throws {
    let (store, version) = try await store(engine)
    let drafts = [0, 1, 0].map {
      OutcomeDraft(event: EventKey(taskVersion: version, occurrence: $0), values: [])
    }
    let occasion = occasion
    let error = await #expect(throws: CareError.self) {
      try await write(store) { _ = try $0.addOutcomes(drafts, occasion) }
    }
    #expect(error?.code == "duplicateOutcome")
    #expect(try await store.read { try $0.outcomeVersions(OutcomeFilter(participant: .me)) }.isEmpty)
  }

  @Test(arguments: StoreEngine.allCases)
  func `five days in a row are answered by task and day, a second answer names the first`(engine: StoreEngine)
    async throws
  {
    let (store, _) = try await store(engine)
    let occasion = occasion
    let days = (0..<5).map { LocalDate("2026-03-02")!.adding(days: $0)! }
    let made = try await write(store) { ledger in
      try days.map { try ledger.answer(task: "k", on: $0, values: [], occasion) }
    }
    #expect(made.map(\.event.occurrence) == [0, 1, 2, 3, 4])
    await #expect(throws: CareError.duplicateOutcome(task: "k", occurrence: 2, existing: made[2].id)) {
      try await write(store) { _ = try $0.answer(task: "k", on: days[2], values: [], occasion) }
    }
    let before = LocalDate("2026-03-01")!
    await #expect(throws: CareError.nothingDue(task: "k", day: before)) {
      try await write(store) { _ = try $0.answer(task: "k", on: before, values: [], occasion) }
    }
    await #expect(throws: CareError.unknownTask(id: "x")) {
      try await write(store) { _ = try $0.answer(task: "x", on: before, values: [], occasion) }
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `two events of a day keep an answer each`(engine: StoreEngine) async throws {
    let (store, version) = try await store(engine, perDay: 2)
    let (occasion, day, second) = (occasion, LocalDate("2026-03-02")!, value(2))
    let made = try await write(store) { ledger in
      _ = try ledger.addOutcome(
        to: EventKey(taskVersion: version, occurrence: 1), values: [second], occasion)
      return try ledger.answer(task: "k", on: day, values: [], occasion).event.occurrence
    }
    #expect(made == 0)
    let values = try await store.read { try $0.events(on: day, occasion).map { $0.outcome?.values } }
    #expect(values == [[], [second]])
  }

  @Test(arguments: StoreEngine.allCases)
  func `outcomes are found by their details, and only by those of the current row`(engine: StoreEngine)
    async throws
  {
    let (store, version) = try await store(engine)
    let occasion = occasion
    func details(_ text: String) -> Detail { .map([.init("limb", .text(text)), .init("n", .integer(1))]) }
    let (left, right) = (details("left"), details("right"))
    try await write(store) { ledger in
      let made = try ledger.addOutcome(
        to: EventKey(taskVersion: version, occurrence: 0), values: [], details: left, occasion)
      try ledger.updateOutcome(made.id, values: [], details: right, occasion)
    }
    func count(_ text: String) async throws -> Int {
      let filter = OutcomeFilter(participant: .me, details: [.init("limb", .text(text))])
      return try await store.read { try $0.outcomes(filter).count }
    }
    #expect(try await count("right") == 1)
    #expect(try await count("left") == 0)
  }

  @Test(arguments: StoreEngine.allCases)
  func `whether a task was ever answered is known without its answers`(engine: StoreEngine) async throws {
    let (store, version) = try await store(engine)
    let key = EventKey(taskVersion: version, occurrence: 0)
    let occasion = occasion
    func isAnswered(_ id: String = "k") async throws -> Bool {
      try await store.read { try $0.hasLiveOutcome(of: .me, task: id) }
    }
    for expected in [true, false, true] {
      try await write(store) { try $0.toggle(key, occasion) }
      #expect(try await isAnswered() == expected)
    }
    #expect(try await !isAnswered("x"))
  }
}
