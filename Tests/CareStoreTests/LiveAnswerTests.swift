import Care
import Foundation
import Synchronization
import Testing

/// Changes are seen, also those of another process.
@Suite struct LiveAnswerTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private static func toggle(_ store: any OutcomeStore, _ key: EventKey, _ occasion: Occasion) async throws {
    try await store.write(as: "t", at: occasion.now) { try $0.toggle(key, occasion) }
  }

  private func task(_ store: any OutcomeStore) async throws -> EventKey {
    let draft = TaskDraft(id: "k", content: try fixture.content())
    return try await store.write(as: "t", at: fixture.now) { [occasion = fixture.occasion] in
      EventKey(taskVersion: try $0.addTask(draft, occasion).uuid, occurrence: 0)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `the count moves with own and foreign changes and with nothing else`(engine: StoreEngine) async throws
  {
    let (store, other) = (try engine.open(fixture), try engine.open(fixture))
    let key = try await task(store)
    var seen = [try await store.changeCount()]
    _ = try await store.read { try $0.participants() }
    #expect(try await store.changeCount() == seen[0])
    for writer in [store, other] {
      try await Self.toggle(writer, key, fixture.occasion)
      seen.append(try await store.changeCount())
    }
    #expect(Set(seen).count == 3)
    #expect(try await store.changeCount() == seen[2])
  }

  @Test(arguments: StoreEngine.allCases)
  func `a live query gives a new answer when another process changes it, and only then`(engine: StoreEngine)
    async throws
  {
    let (store, other) = (try engine.open(fixture), try engine.open(fixture))
    let key = try await task(store)
    let occasion = fixture.occasion
    let day = LocalDate("2026-03-02")!
    let pauses = Mutex(0)
    let content = try fixture.content()
    let answers = LiveAnswers(
      of: store,
      pause: {
        // Something else changes first, which is no new answer; then the event.
        let pause = pauses.withLock { count in
          count += 1
          return count
        }
        if pause == 1 {
          let draft = TaskDraft(id: "x", content: content)
          _ = try await other.write(as: "t", at: occasion.now) { ledger in
            try ledger.addTask(draft, occasion)
            try ledger.deleteTask("x", occasion)
          }
        }
        if pause == 3 { try await Self.toggle(other, key, occasion) }
        if pause == 5 { throw CancellationError() }
      }
    ) { try $0.events(on: day, occasion).map(\.isCompleted) }
    var given: [[Bool]] = []
    await #expect(throws: CancellationError.self) {
      for try await answer in answers { given.append(answer) }
    }
    #expect(given == [[false], [true]])
  }
}
