import Care
import Foundation
import Testing

@testable import CareStore

@Suite struct `A stored calibration` {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private func record(_ letter: Character, poses: [Double] = [0, 90]) -> CalibrationRecord {
    CalibrationRecord(
      participant: .me, sha256: String(repeating: letter, count: 64),
      method: .init(name: "hinge", version: "1", parameterHash: "0\(poses.count)"), side: .left,
      sensors: ["thigh \"l\"", "shank"], poseDegrees: poses,
      recordedAt: Instant(rfc3339: "2026-03-02T09:00:00Z"), content: #"{"side":"left"}"#,
      source: "/data/a b.csv")
  }

  private func keep(_ record: CalibrationRecord) async throws -> (stored: StoredCalibration, isNew: Bool) {
    try await fixture.open().write(as: "a", at: fixture.now) { try $0.keep(record) }
  }

  @Test func `survives a restart with every field`() async throws {
    let kept = try await keep(record("a"))
    #expect(kept.isNew && kept.stored.number == 1)
    let read = try await fixture.open(.readOnly).read { try $0.calibrations(of: .me) }
    #expect(read == [kept.stored])
    #expect(read.first?.record == record("a"))
  }

  @Test func `of the same recording, poses and leg is the same one`() async throws {
    _ = try await keep(record("a"))
    let again = try await keep(record("a"))
    #expect(!again.isNew && again.stored.number == 1)
    #expect(try await keep(record("a", poses: [0])).stored.number == 2)
    #expect(try await keep(record("b")).stored.number == 3)
  }

  @Test func `belongs to its participant`() async throws {
    _ = try await keep(record("a"))
    let other = try ParticipantID("other")
    #expect(try await fixture.open().read { try $0.calibrations(of: other) } == [])
  }

  @Test func `finds room in a store that was made before there were any`() async throws {
    try older()
    let before = try await fixture.open().read {
      try $0.measurements(MeasurementFilter(participant: .me))
    }
    #expect(before.map(\.record.sha256) == [String(repeating: "c", count: 64)])
    #expect(before.first?.record.zero == nil)
    #expect(try await keep(record("a")).isNew)
  }

  @Test func `is not looked for in an older store that is only read`() throws {
    try older()
    #expect(throws: StoreFault.self) { try fixture.open(.readOnly) }
  }

  /// A store as the first version left it, with one measurement.
  private func older() throws {
    let isMade = FileManager.default.createFile(
      atPath: fixture.path, contents: nil, attributes: [.posixPermissions: 0o600])
    try #require(isMade)
    let connection = try SQLiteConnection(path: fixture.path, .readWrite, waitMilliseconds: 1000)
    let sha = String(repeating: "c", count: 64), now = fixture.now.sortableText
    try connection.execute(
      careRecordsSchema + """
        INSERT INTO migration (name, at, actor) VALUES ('1 care records', '\(now)', 'a');
        INSERT INTO participant (id, at, actor) VALUES ('me', '\(now)', 'a');
        INSERT INTO measurement (participant, sha256, methodName, methodVersion, parameterHash, side, definition,
          repetitions, flags, importReport, source, at, actor)
        VALUES ('me', '\(sha)', 'hinge', '1', '00', 'left', 'jointAngle', '[]', '[]', '[]', 'a', '\(now)', 'a');
        PRAGMA application_id = \(SQLiteConnection.applicationID); PRAGMA user_version = 1;
        """)
  }
}

@Suite struct `A stored measurement` {
  @Test func `keeps where its zero comes from`() async throws {
    let fixture = try StoreFixture()
    var record = fixture.record("a")
    record.zero = "calibrated"
    record.neutralZero = NeutralZero("5-0-130")
    let wanted = record
    _ = try await fixture.open().write(as: "a", at: fixture.now) { try $0.keep(wanted) }
    let read = try await fixture.open().read { try $0.measurements(MeasurementFilter(participant: .me)) }
    #expect(read.map(\.record) == [record])
  }
}
