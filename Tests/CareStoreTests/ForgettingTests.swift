import Care
import Foundation
import Testing

@testable import CareStore

/// One participant goes, everything of all others stays.
@Suite struct ForgettingTests {
  let fixture: StoreFixture
  let gone: ParticipantID

  init() throws {
    fixture = try StoreFixture()
    gone = try ParticipantID("canary-pseudonym")
  }

  /// A plan, a task, an answer with a telling text, a measurement and its event, a calibration.
  private func fill(_ participant: ParticipantID, source: String) async throws {
    var occasion = fixture.occasion
    occasion.participant = participant
    var record = fixture.record("a")
    record.participant = participant
    record.source = source
    let content = try fixture.content(title: "of \(participant.text)", knee: .left)
    try await fixture.open().write(as: "t", at: occasion.now) { [occasion, record] ledger in
      let task = try ledger.addTask(TaskDraft(id: "k", content: content), occasion)
      let key = EventKey(taskVersion: task.uuid, occurrence: 0)
      let kept = try ledger.keep(record).stored
      try ledger.attach(
        kept,
        to: MeasurementAttachment(
          event: key, task: "k", day: LocalDate("2026-03-02")!, limb: .left, attachedAt: occasion.now))
      let text = OutcomeValue(.text("text of \(participant.text)"), createdDate: occasion.now)
      let made = try ledger.addOutcome(to: key, values: [text], occasion)
      try ledger.updateOutcome(made.id, values: [text, text], occasion)
      try ledger.append(
        PlanStart(
          plan: "p", firstDay: LocalDate("2026-03-02")!, appliedAt: occasion.now, zone: occasion.zone),
        of: participant)
      _ = try ledger.keep(
        CalibrationRecord(
          participant: participant, sha256: record.sha256, method: record.method, side: .left, sensors: ["a"],
          poseDegrees: [0], content: "{}", source: source))
    }
  }

  private func forget(dryRun: Bool = false) async throws -> ForgottenParticipant {
    try await fixture.open().forget(
      gone, hash: "the hash", dryRun: dryRun, as: "staff", at: fixture.now.advanced(bySeconds: 60))
  }

  private func bytes() -> Data {
    ["", "-wal"].reduce(Data()) { all, suffix in
      all + ((try? Data(contentsOf: URL(fileURLWithPath: fixture.path + suffix))) ?? Data())
    }
  }

  @Test func `removes every row and every trace in the files, and leaves one entry`() async throws {
    try await fill(gone, source: "gone.csv")
    try await fill(.me, source: "mine.csv")
    let before = try await fixture.open().read { try $0.outcomeVersions(OutcomeFilter(participant: .me)) }
    let counted = try await forget(dryRun: true)
    #expect(bytes().range(of: Data(gone.text.utf8)) != nil)
    let forgotten = try await forget()
    #expect(forgotten.tables == counted.tables)
    #expect(
      Dictionary(uniqueKeysWithValues: forgotten.tables.map { ($0.table, $0.rows) }) == [
        "outcomeValue": 3, "outcomeVersion": 2, "measurementEvent": 1, "measurement": 1, "calibration": 1,
        "taskVersion": 1, "planStart": 1, "participant": 1,
      ])
    #expect(forgotten.isLogEmpty)
    #expect(bytes().range(of: Data(gone.text.utf8)) == nil)
    let store = try fixture.open()
    let (after, last) = try await store.read { records in
      (
        try records.outcomeVersions(OutcomeFilter(participant: .me)),
        try records.auditEntries(newest: 1)
      )
    }
    #expect(after == before)
    #expect(last.map(\.action) == ["participant.forget"] && last.map(\.subject) == ["the hash"])
    #expect(try StoreVerification("sqlite:" + fixture.path).isWhole)
  }

  @Test func `names recordings of this participant alone, and backups made meanwhile`() async throws {
    try await fill(gone, source: "shared.csv")
    try await fill(.me, source: "shared.csv")
    #expect(try await forget(dryRun: true).recordings.isEmpty)
    let tools = CopyTools(sha256: { _ in "digest of the backup" })
    let target = fixture.folder + "/b.backup"
    _ = try SQLiteStore.backup("sqlite:" + fixture.path, to: target, as: "t", at: fixture.now, tools)
    let forgotten = try await forget()
    #expect(forgotten.olderCopies.map(\.subject) == ["digest of the backup"])
    #expect(forgotten.olderCopies.first?.path?.hasSuffix("/b.backup") == true)
  }

  @Test func `an unknown participant is refused, and rows cannot be removed afterwards`() async throws {
    try await fill(gone, source: "gone.csv")
    try await fill(.me, source: "mine.csv")
    _ = try await forget()
    await #expect(throws: CareError.unknownParticipant) { _ = try await forget() }
    let connection = try SQLiteConnection(path: fixture.path, .readWrite, waitMilliseconds: 0)
    for table in ParticipantTable.all {
      let error = #expect(throws: StoreFault.self) { try connection.execute("DELETE FROM \(table.name)") }
      #expect(error?.kind == .constraint)
    }
  }
}
