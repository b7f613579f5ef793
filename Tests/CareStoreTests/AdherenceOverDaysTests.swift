import Care
import Foundation
import TestSupport
import Testing

/// A year's adherence from one look is that of its days asked one by one.
@Suite struct AdherenceOverDaysTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  @Test(arguments: StoreEngine.allCases, ["Europe/Berlin", "America/Sao_Paulo", "Pacific/Apia"])
  func `of a window equals that of each day`(engine: StoreEngine, zoneName: String) async throws {
    let store = try engine.open(fixture)
    let zone = try #require(Zone(zoneName))
    let occasion = Occasion(actor: "t", now: fixture.now, zone: zone)
    let (first, last) = (LocalDate("2026-02-20")!, LocalDate("2026-04-20")!)
    try await fill(store, occasion)
    let (from, to) = (zone.start(of: first), zone.start(of: last))
    let (whole, single) = try await store.read { records in
      let whole = try records.adherence(from: from, to: to, occasion)
      let chains = try records.chains(of: .me)
      let single = try whole.map { day, _ in
        let done = Set(try records.events(on: day, occasion).filter(\.isCompleted).map(\.key))
        return DayAdherence.day(day, of: chains, reader: zone) { done.contains($0) }
      }
      return (whole.map(\.adherence), single)
    }
    #expect(whole == single)
    #expect(whole.count == 59)
    // Nothing is there before the first day, something half done later, and days without events at the end.
    #expect(whole.first == .noTasks && whole.contains(.share(0.5)) && whole.contains(.noEvents))
  }

  /// A task rescheduled from the tenth day on, one without weight, one that ends; every third event answered.
  private func fill(_ store: any OutcomeStore, _ occasion: Occasion) async throws {
    let start = LocalDate("2026-03-01")!
    try await store.write(as: "t", at: occasion.now) { ledger in
      let twice = try ledger.addTask(
        TaskDraft(id: "twice", content: TaskContent(schedule: try .perDay(2, from: start))), occasion)
      var light = TaskContent(schedule: try .perDay(1, from: start))
      light.impactsAdherence = false
      try ledger.addTask(TaskDraft(id: "light", content: light), occasion)
      for number in 0..<18 where number % 3 == 0 {
        let key = EventKey(taskVersion: twice.uuid, occurrence: number)
        try ledger.addOutcome(to: key, values: [], occasion)
      }
      let element = try ScheduleElement(
        extent: .allDay(first: start, last: nil), every: CalendarInterval([.day: 5]))
      try ledger.updateTask(
        TaskDraft(
          id: "twice", content: TaskContent(schedule: try Schedule([element])),
          effectiveDate: occasion.zone.start(of: start.adding(days: 10)!)), occasion)
    }
  }

  @Test(arguments: StoreEngine.allCases)
  func `a window that ends at midnight adds no day, an empty one has none, and a metric is asked`(
    engine: StoreEngine
  ) async throws {
    let store = try engine.open(fixture)
    let occasion = fixture.occasion
    try await fill(store, occasion)
    let midnight = occasion.zone.start(of: LocalDate("2026-03-01")!)
    let next = occasion.zone.start(of: LocalDate("2026-03-02")!)
    let (one, none, halves) = try await store.read { records in
      (
        try records.adherence(from: midnight, to: next, occasion).count,
        try records.adherence(from: next, to: midnight, occasion).count,
        try records.adherence(from: midnight, to: next, occasion) { _ in 0.5 }.map(\.adherence)
      )
    }
    #expect(one == 1 && none == 0)
    #expect(halves == [.share(0.25)])
  }
}
