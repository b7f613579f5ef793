import Care
import CareStore
import Foundation

/// Everything that keeps the promises of `OutcomeStore`; each runs the tests of the rules.
enum StoreEngine: CaseIterable {
  case sqlite

  func open(_ fixture: StoreFixture) throws -> any OutcomeStore {
    switch self {
    case .sqlite: try fixture.open()
    }
  }
}

/// A store in a folder of its own, removed at the end.
final class StoreFixture {
  let folder: String
  let zone = Zone("Europe/Berlin")!
  let now = Instant(rfc3339: "2026-03-02T12:00:00Z")!

  init() throws {
    folder = FileManager.default.temporaryDirectory.path + "/flexion-" + UUID().uuidString
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  deinit {
    chmod(folder, 0o700)
    try? FileManager.default.removeItem(atPath: folder)
  }

  var path: String { folder + "/store.db" }
  var occasion: Occasion { Occasion(actor: "tester", now: now, zone: zone) }

  func open(_ access: SQLiteStore.Access = .create, wait: Int32 = 10_000) throws -> SQLiteStore {
    try SQLiteStore("sqlite:" + path, access, as: "tester", at: now, waitMilliseconds: wait)
  }

  func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return (attributes[.posixPermissions] as? Int) ?? -1
  }

  /// All-day and daily, from 2 March 2026.
  func content(title: String? = nil, knee: Limb? = nil) throws -> TaskContent {
    let first = LocalDate("2026-03-02")!
    var content = TaskContent(title: title, schedule: try .perDay(1, from: first))
    content.knee = try knee.map { limb in try KneeTask(limb: limb) }
    content.timeZone = zone
    return content
  }

  func record(_ letter: Character, range: Double = 90, recordedAt: Instant? = nil) -> MeasurementRecord {
    MeasurementRecord(
      participant: .me, sha256: String(repeating: letter, count: 64),
      method: .init(name: "hinge", version: "1", parameterHash: "00"), side: .left, recordedAt: recordedAt,
      numbers: RangeOfMotionResult(
        definition: .jointAngle, start: 1.5, finish: 2, minimum: 0.25, maximum: 0.25 + range, range: range),
      repetitions: [.init(from: 1, to: 2.5, minimum: 0.25, maximum: 80, range: 79.75)],
      flags: [.init(code: "offAxis", effect: .warn, from: 1, to: nil, value: 0.3, text: "turn \"off\" axis")],
      importReport: #"[{"code":"gap"}]"#, source: "/data/a b.csv", sampleCount: 3000, rate: 100)
  }
}
