import Care
import Foundation
import Inertial
import Testing

@Suite struct TaskChainTests {
  private let zone = Zone("Europe/Berlin")!

  private func version(
    _ effective: Instant, kind: CareTask.Kind = .normal, from day: String = "2026-03-01", every: Int = 1,
    zone taskZone: Zone? = nil
  ) throws -> CareTask {
    let element = try ScheduleElement(
      extent: .allDay(first: LocalDate(day)!, last: nil), every: CalendarInterval([.day: every]))
    var content = TaskContent(schedule: try Schedule([element]))
    content.timeZone = taskZone
    return CareTask(
      participant: .me, id: "t", uuid: UUID(), created: effective, effectiveDate: effective, kind: kind,
      addedIn: zone, content: content)
  }

  private func midnight(_ day: String) -> Instant { zone.start(of: LocalDate(day)!) }

  @Test(arguments: 0..<40)
  func `versions effective in any order give each day one owner`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let versions = try (0..<Int.random(in: 2...12, using: &random)).map { _ in
      let hours = Int64.random(in: 0...(40 * 24), using: &random)
      return try version(midnight("2026-03-01").advanced(byMilliseconds: hours * 3_600_000))
    }
    let chain = try #require(TaskChain(versions))
    let from = versions.map(\.effectiveDate).min()!
    let events = chain.events(from: midnight("2026-03-01"), to: midnight("2026-04-15"), reader: zone)
    let days = events.map { $0.day(in: zone) }
    #expect(Set(days).count == days.count)
    #expect(days.sorted() == days.sorted().filter { zone.start(of: $0) >= from })
    let expected = (0..<45).compactMap { LocalDate("2026-03-01")!.adding(days: $0) }
      .filter { zone.start(of: $0) >= from }
    #expect(days.sorted() == expected)
    for event in events { #expect(chain.inForce(at: event.occurrence.ownedFrom)?.uuid == event.task.uuid) }
  }

  @Test func `a change exactly at the start shows the new version, inside an event the old one`() throws {
    let old = try version(midnight("2026-03-01"))
    for (change, owner) in [
      (midnight("2026-03-05"), 1), (midnight("2026-03-05").advanced(byMilliseconds: 1), 0),
    ] {
      let versions = [old, try version(change)]
      let events = try #require(TaskChain(versions)).events(on: LocalDate("2026-03-05")!, reader: zone)
      #expect(events.map(\.task.uuid) == [versions[owner].uuid])
    }
  }

  @Test func `readers in other zones see the same owner of an all-day event`() throws {
    let change = zone.start(of: LocalDate("2026-03-05")!)
    let versions = [
      try version(midnight("2026-03-01"), zone: zone), try version(change, zone: zone),
    ]
    let chain = try #require(TaskChain(versions))
    for name in ["Asia/Kolkata", "America/New_York", "Pacific/Auckland"] {
      let reader = try #require(Zone(name))
      #expect(
        chain.events(on: LocalDate("2026-03-04")!, reader: reader).map(\.task.uuid) == [versions[0].uuid])
      #expect(
        chain.events(on: LocalDate("2026-03-05")!, reader: reader).map(\.task.uuid) == [versions[1].uuid])
    }
  }

  @Test func `an end stops events and keeps the past, a tombstone hides everything`() throws {
    let first = try version(midnight("2026-03-01"))
    let ended = try #require(TaskChain([first, try version(midnight("2026-03-05"), kind: .ended)]))
    #expect(ended.events(on: LocalDate("2026-03-04")!, reader: zone).count == 1)
    #expect(ended.events(on: LocalDate("2026-03-05")!, reader: zone).isEmpty)
    let deleted = try #require(TaskChain([first, try version(midnight("2026-03-05"), kind: .tombstone)]))
    #expect(deleted.events(on: LocalDate("2026-03-04")!, reader: zone).isEmpty)
    #expect(deleted.version(on: LocalDate("2026-03-04")!, reader: zone) == nil)
    let reopened = try #require(
      TaskChain([
        first, try version(midnight("2026-03-05"), kind: .tombstone), try version(midnight("2026-03-08")),
      ]))
    let days = reopened.events(from: midnight("2026-03-03"), to: midnight("2026-03-10"), reader: zone)
      .map { "\($0.day(in: zone))" }.sorted()
    #expect(days == ["2026-03-03", "2026-03-04", "2026-03-08", "2026-03-09"])
  }
}
