import Care
import Foundation
import Testing

/// The rules of tasks over every engine.
@Suite struct TaskRuleTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  /// 2 March 2026, 12:00 UTC, and so many days later.
  private func occasion(_ days: Double = 0) -> Occasion {
    Occasion(actor: "tester", now: fixture.now.advanced(bySeconds: days * 86_400), zone: fixture.zone)
  }

  private func add(_ id: String, to store: any OutcomeStore) async throws -> CareTask {
    let draft = TaskDraft(id: id, content: try fixture.content())
    return try await store.write(as: "t", at: fixture.now) { [occasion = occasion()] in
      try $0.addTask(draft, occasion)
    }
  }

  private func days(_ store: any OutcomeStore) async throws -> [String] {
    let occasion = occasion()
    return try await store.read { records in
      let from = occasion.zone.start(of: LocalDate("2026-03-01")!)
      let to = occasion.zone.start(of: LocalDate("2026-03-09")!)
      return try records.events(from: from, to: to, occasion).map { "\($0.day(in: occasion.zone))" }
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `an end keeps the past and gives nothing from then on`(engine: StoreEngine) async throws {
    let store = try engine.open(fixture)
    _ = try await add("k", to: store)
    try await store.write(as: "t", at: fixture.now) { [occasion = occasion(2)] in
      _ = try $0.endTask("k", occasion)
    }
    #expect(try await days(store) == ["2026-03-02", "2026-03-03", "2026-03-04"])
    #expect(try await store.read { try $0.task("k", of: .me) }?.kind == .ended)
  }

  @Test(arguments: StoreEngine.allCases)
  func `an end at or before an outcome is refused, and behind it taken`(engine: StoreEngine) async throws {
    let store = try engine.open(fixture)
    let task = try await add("k", to: store)
    let third = EventKey(taskVersion: task.uuid, occurrence: 2)
    let start = fixture.zone.start(of: LocalDate("2026-03-04")!)
    let occasion = occasion()
    try await store.write(as: "t", at: fixture.now) { _ = try $0.addOutcome(to: third, values: [], occasion) }
    await #expect(throws: CareError.coversOutcome(task: "k", occurrence: 2)) {
      try await store.write(as: "t", at: occasion.now) { _ = try $0.endTask("k", at: start, occasion) }
    }
    try await store.write(as: "t", at: fixture.now) {
      _ = try $0.endTask("k", at: start.advanced(byMilliseconds: 1), occasion)
    }
    #expect(try await days(store).count == 3)
  }

  @Test(arguments: StoreEngine.allCases, [true, false])
  func `an ended or deleted task takes no add and no update, and comes back when reopened`(
    engine: StoreEngine, isDeleted: Bool
  ) async throws {
    let store = try engine.open(fixture)
    _ = try await add("k", to: store)
    let (later, back) = (occasion(2), occasion(4))
    let draft = TaskDraft(id: "k", content: try fixture.content(title: "new"))
    try await store.write(as: "t", at: later.now) { ledger in
      if isDeleted { try ledger.deleteTask("k", later) } else { _ = try ledger.endTask("k", later) }
    }
    let expected: CareError = isDeleted ? .deletedTask(id: "k") : .endedTask(id: "k")
    await #expect(throws: expected) {
      try await store.write(as: "t", at: later.now) { _ = try $0.updateTask(draft, later) }
    }
    let added: CareError = isDeleted ? .deletedTask(id: "k") : .duplicateTask(id: "k")
    await #expect(throws: added) {
      try await store.write(as: "t", at: later.now) { _ = try $0.addTask(draft, later) }
    }
    #expect(try await days(store).count == (isDeleted ? 0 : 3))
    try await store.write(as: "t", at: back.now) { _ = try $0.reopenTask("k", back) }
    // The day on which it was ended stays; 5 March has nothing; all-day events begin at midnight.
    #expect(
      try await days(store) == [
        "2026-03-02", "2026-03-03", "2026-03-04", "2026-03-07", "2026-03-08",
      ])
    await #expect(throws: CareError.notEnded(task: "k")) {
      try await store.write(as: "t", at: back.now) { _ = try $0.reopenTask("k", back) }
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `reopening before an outcome is refused, and an unknown task is named`(engine: StoreEngine)
    async throws
  {
    let store = try engine.open(fixture)
    let task = try await add("k", to: store)
    let key = EventKey(taskVersion: task.uuid, occurrence: 1)
    let occasion = occasion()
    try await store.write(as: "t", at: fixture.now) { ledger in
      _ = try ledger.addOutcome(to: key, values: [], occasion)
      try ledger.deleteTask("k", occasion)
    }
    await #expect(throws: CareError.coversOutcome(task: "k", occurrence: 1)) {
      try await store.write(as: "t", at: occasion.now) { _ = try $0.reopenTask("k", occasion) }
    }
    await #expect(throws: CareError.unknownTask(id: "x")) {
      try await store.write(as: "t", at: occasion.now) { _ = try $0.reopenTask("x", occasion) }
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `an ended task can be deleted, a deleted one only once`(engine: StoreEngine) async throws {
    let store = try engine.open(fixture)
    _ = try await add("k", to: store)
    let occasion = occasion(1)
    try await store.write(as: "t", at: occasion.now) { ledger in
      _ = try ledger.endTask("k", occasion)
      try ledger.deleteTask("k", occasion)
    }
    #expect(try await days(store).isEmpty)
    await #expect(throws: CareError.deletedTask(id: "k")) {
      try await store.write(as: "t", at: occasion.now) { try $0.deleteTask("k", occasion) }
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `a batch with two tasks of one id adds none`(engine: StoreEngine) async throws {
    let store = try engine.open(fixture)
    let occasion = occasion()
    let content = try fixture.content()
    let drafts = ["a", "b", "a"].map { TaskDraft(id: $0, content: content) }
    await #expect(throws: CareError.duplicateTask(id: "a")) {
      try await store.write(as: "t", at: occasion.now) { _ = try $0.addTasks(drafts, occasion) }
    }
    #expect(try await store.read { try $0.taskVersions(of: .me, task: nil) }.isEmpty)
  }

  @Test(arguments: StoreEngine.allCases)
  func `a uuid is given once, also between participants`(engine: StoreEngine) async throws {
    let store = try engine.open(fixture)
    let task = try await add("k", to: store)
    let other = Occasion(
      participant: try ParticipantID("p2"), actor: "tester", now: fixture.now, zone: fixture.zone)
    let draft = TaskDraft(id: "x", uuid: task.uuid, content: task.content)
    await #expect(throws: CareError.invalidTask(field: "uuid")) {
      try await store.write(as: "t", at: other.now) { _ = try $0.addTask(draft, other) }
    }
    let key = EventKey(taskVersion: task.uuid, occurrence: 0)
    await #expect(throws: CareError.unknownTask(id: task.uuid.uuidString)) {
      try await store.write(as: "t", at: other.now) { _ = try $0.addOutcome(to: key, values: [], other) }
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `tasks are found by remote id and by details, and a page below zero is empty`(engine: StoreEngine)
    async throws
  {
    let store = try engine.open(fixture)
    let occasion = occasion()
    var content = try fixture.content()
    content.remoteID = "r"
    content.details = .map([.init("outer", .map([.init("colour", .text("red"))]))])
    let drafts = [TaskDraft(id: "a", content: content), TaskDraft(id: "b", content: try fixture.content())]
    try await store.write(as: "t", at: occasion.now) { _ = try $0.addTasks(drafts, occasion) }
    func found(_ query: TaskQuery) async throws -> [String] {
      try await store.read { try $0.tasks(on: LocalDate("2026-03-02")!, query, occasion).map(\.id) }
    }
    var queries = Array(repeating: TaskQuery(), count: 6)
    queries[0].remoteIDs = ["r", "s"]
    queries[1].details = [.init("colour", .text("red"))]
    queries[2].details = [.init("colour", .text("blue"))]
    queries[3].offset = -3
    queries[4].limit = -1
    queries[5].offset = 1
    var answers: [[String]] = []
    for query in queries { answers.append(try await found(query)) }
    #expect(answers == [["a"], ["a"], [], ["b", "a"], [], ["a"]])
  }
}
