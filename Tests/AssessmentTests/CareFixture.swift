import Assessment
import Care
import CareStore
import Foundation

/// A store in a folder of its own, a clock that stands still, and a plan applied to it.
final class CareFixture {
  let folder: String
  let store: SQLiteStore
  var occasion: Occasion

  /// Noon of 2 March 2026 in `zone`.
  init(zone: String = "Europe/Berlin") throws {
    let zone = Zone(zone)!
    let now = zone.instant(at: LocalTime(date: LocalDate("2026-03-02")!, milliseconds: 43_200_000))
    occasion = Occasion(actor: "tester", now: now, zone: zone)
    folder = FileManager.default.temporaryDirectory.path + "/flexion-" + UUID().uuidString
    store = try SQLiteStore("sqlite:\(folder)/store.db", as: "tester", at: now)
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func at(_ day: String) -> Occasion {
    var later = occasion
    later.now = occasion.zone.instant(at: LocalTime(date: LocalDate(day)!, milliseconds: 43_200_000))
    return later
  }

  /// The same file, opened once more.
  func reopened() throws -> SQLiteStore {
    try SQLiteStore("sqlite:\(folder)/store.db", .readWrite, as: "tester", at: occasion.now)
  }

  static func shippedPlan(_ name: String) throws -> [UInt8] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return [UInt8](try Data(contentsOf: URL(fileURLWithPath: "/\(root)/docs/plans/\(name).json")))
  }

  @discardableResult
  func apply(_ text: [UInt8], from day: String? = nil, on occasion: Occasion? = nil) async throws
    -> ApplyPlan.Report
  {
    try await ApplyPlan.apply(
      try PlanFile(text), from: day.flatMap { LocalDate($0) }, to: store, occasion ?? self.occasion)
  }

  func rowCount() async throws -> Int {
    try await store.read { try $0.taskVersions(of: .me, task: nil).count }
  }

  /// A measurement of the joint; `letter` makes it another recording.
  func record(
    _ letter: Character = "a", _ side: MeasuredSide = .left, range: Double? = 90, recordedAt: String? = nil
  ) -> MeasurementRecord {
    let numbers = RangeOfMotionResult(
      definition: .jointAngle, start: 2, finish: 3, minimum: range.map { _ in 1 },
      maximum: range.map { $0 + 1 },
      range: range)
    return MeasurementRecord(
      participant: .me, sha256: String(repeating: letter, count: 64),
      method: .init(name: "hinge", version: "1", parameterHash: "00"), side: side,
      recordedAt: recordedAt.flatMap { Instant(rfc3339: $0) }, numbers: numbers, source: "\(letter).csv")
  }

  func keep(
    _ record: MeasurementRecord, day: String? = nil, task: String? = nil, on occasion: Occasion? = nil
  ) async throws -> AttachMeasurement.Kept {
    let request = AttachMeasurement.Request(day: day.flatMap { LocalDate($0) }, task: task)
    return try await AttachMeasurement.keep([record], request, in: store, occasion ?? self.occasion)[0]
  }
}
