import Assessment
import Care
import CareStore
import Foundation

/// A store with participants who have answered a daily task for years, in a folder of its own that goes with it.
final class GeneratedStore {
  /// What was asked of one participant, and what it took.
  struct Sample {
    var feedSeconds = 0.0
    var feedSteps = 0
    var adherenceSeconds = 0.0
    var adherenceSteps = 0
  }

  static let first = LocalDate("2016-01-01")!
  let years: Int
  private(set) var outcomes = 0
  private let folder: String
  private let zone = Zone("Europe/Berlin") ?? .utc

  init(in parent: String, years: Int) throws {
    self.years = years
    var name = Array("\(parent)/flexion-bench-XXXXXX".utf8CString)
    guard mkdtemp(&name) != nil else {
      throw Failure(
        "cannotCreate", "no folder can be made: \(Faults.text(of: errno))", exit: Faults.writing(errno),
        file: parent)
    }
    folder = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private var path: String { folder + "/store.db" }
  /// The last day that is answered.
  private var last: LocalDate {
    LocalDate(year: 2016 + years, month: 1, day: 1)?.adding(days: -1) ?? Self.first
  }

  var bytes: Int {
    ["", "-wal"].reduce(0) { sum, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
      return sum + ((attributes?[.size] as? Int) ?? 0)
    }
  }

  private func occasion(_ number: Int) throws -> Occasion {
    Occasion(
      participant: try ParticipantID("p\(number)"), actor: "bench",
      now: zone.start(of: last).advanced(bySeconds: 43_200), zone: zone)
  }

  func open() throws -> SQLiteStore {
    try SQLiteStore("sqlite:" + path, .create, as: "bench", at: occasion(0).now)
  }

  /// Adds one participant: a daily check-in, all days answered but each seventh.
  func add(_ number: Int, to store: SQLiteStore) async throws {
    let occasion = try occasion(number)
    let content = TaskContent(title: "Check-in", schedule: try .perDay(1, from: Self.first))
    let days = last.daysSince1970 - Self.first.daysSince1970 + 1
    outcomes += try await store.write(as: occasion.actor, at: occasion.now) { ledger in
      let task = try ledger.addTask(TaskDraft(id: "checkin", content: content), occasion)
      let zone = occasion.zone
      let answered = (0..<days).filter { $0 % 7 != 3 }
      for day in answered {
        guard let date = Self.first.adding(days: day) else { continue }
        let start = zone.start(of: date)
        let id = UUID()
        let value = OutcomeValue(.double(Double(day % 11)), kind: "pain", createdDate: start)
        try ledger.append(
          Outcome(
            participant: occasion.participant, id: id, uuid: id, task: task.id,
            event: EventKey(taskVersion: task.uuid, occurrence: day), eventStart: start,
            eventEnd: start.advanced(bySeconds: 86_399), eventDate: date, values: [value],
            effectiveDate: start, created: occasion.now))
      }
      return answered.count
    }
  }

  /// The feed of the last day and the adherence of the last year, checked: a fast wrong answer is none.
  func sample(_ number: Int, of store: SQLiteStore) async throws -> Sample {
    let occasion = try occasion(number)
    var sample = Sample()
    let before = await store.steps()
    var start = WallClock.monotonic()
    let feed = try await DayFeed.load(last, from: store, occasion)
    sample.feedSeconds = WallClock.monotonic() - start
    let between = await store.steps()
    sample.feedSteps = between - before
    let (from, to) = (zone.start(of: last.adding(days: -364) ?? last), zone.bounds(of: last).next)
    start = WallClock.monotonic()
    let year = try await store.read { try $0.adherence(from: from, to: to, occasion).map(\.adherence) }
    sample.adherenceSeconds = WallClock.monotonic() - start
    sample.adherenceSteps = await store.steps() - between
    let done = year.count { $0 == .share(1) }
    guard feed.due == 1, year.count == 365, [312, 313].contains(done) else {
      throw Failure("programFault", "the store gave a wrong answer", exit: .programFault)
    }
    return sample
  }
}
