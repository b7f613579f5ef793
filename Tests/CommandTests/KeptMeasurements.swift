import Care
import CareStore
import Foundation

/// A store with a daily knee task and kept measurements, so that the program has something to answer events with:
/// `outcomes attach N --day DAY` makes the outcome of that day.
enum KeptMeasurements {
  static let first = LocalDate("2026-03-02")!
  static let now = Instant(rfc3339: "2026-06-30T12:00:00Z")!
  static let clock = ["FLEXION_NOW": "2026-06-30T12:00:00Z"]

  static func day(_ number: Int) -> String { "\(first.adding(days: number)!)" }

  /// - Parameter resettable: false lets one measurement an event count and refuses every other.
  static func make(
    _ count: Int, in folder: TestFolder, resettable: Bool = true, participant: ParticipantID = .me
  ) async throws {
    let occasion = Occasion(participant: participant, actor: "test", now: now, zone: .utc)
    let store = try SQLiteStore("sqlite:" + folder.file("s/knee.db"), as: "test", at: now)
    try await store.write(as: "test", at: now) { ledger in
      var content = TaskContent(title: "Left knee", schedule: try .perDay(1, from: first))
      content.knee = try KneeTask(limb: .left)
      content.resultResettable = resettable
      if try ledger.task("knee", of: participant) == nil {
        try ledger.addTask(TaskDraft(id: "knee", content: content), occasion)
      }
      for number in 0..<count { _ = try ledger.keep(record(number, participant)) }
    }
  }

  private static func record(_ number: Int, _ participant: ParticipantID) -> MeasurementRecord {
    let digits = String(number, radix: 16)
    return MeasurementRecord(
      participant: participant, sha256: String(repeating: "0", count: 64 - digits.count) + digits,
      method: .init(name: "m", version: "1", parameterHash: "0"), side: .left,
      numbers: RangeOfMotionResult(
        definition: .jointAngle, start: 0, finish: 0, minimum: 0, maximum: 90, range: Double(number)),
      source: "raw-\(number).csv")
  }

  /// Days that are answered in the store, and how many live outcomes each has.
  static func answered(in folder: TestFolder, participant: ParticipantID = .me) async throws -> [String: Int]
  {
    let store = try SQLiteStore("sqlite:" + folder.file("s/knee.db"), .readOnly, as: "test", at: now)
    let outcomes = try await store.read { try $0.outcomes(OutcomeFilter(participant: participant)) }
    return Dictionary(grouping: outcomes) { "\($0.day(in: .utc))" }.mapValues(\.count)
  }
}
