import Care
import Foundation
import Testing

@testable import CareStore

/// What is broken by hand is found by name.
@Suite struct VerificationTests {
  let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private func broken() throws -> [String] {
    try StoreVerification("sqlite:" + fixture.path).checks.filter { !$0.holds }.map(\.name)
  }

  /// Three answered events, one of them updated, another undone and answered again.
  private func fill() async throws {
    let writer = try StoreWriter(fixture.path)
    for number in 0..<3 { try await writer.write(number) }
    try await writer.store.write(as: "t", at: fixture.now) { [occasion = writer.occasion] ledger in
      let all = try ledger.outcomes(OutcomeFilter(participant: .me))
      try ledger.updateOutcome(all[0].id, values: all[0].values + all[1].values, occasion)
      try ledger.deleteOutcome(all[1].id, occasion)
      try ledger.addOutcome(to: all[1].event, values: all[1].values, occasion)
    }
  }

  private func without(_ triggers: [String], _ sql: String) throws {
    let connection = try SQLiteConnection(path: fixture.path, .readWrite, waitMilliseconds: 1000)
    let kept = try triggers.map { name in
      try connection.text("SELECT sql FROM sqlite_schema WHERE name = '\(name)'") ?? ""
    }
    for name in triggers { try connection.execute("DROP TRIGGER \(name)") }
    try connection.execute(sql)
    for text in kept { try connection.execute(text) }
  }

  @Test func `a store that only the rules have written is whole`() async throws {
    try await fill()
    #expect(try broken() == [])
  }

  @Test(arguments: [
    ("DELETE FROM outcomeValue WHERE outcomeVersion = 1", "values are complete and in order"),
    (
      "DELETE FROM outcomeValue WHERE outcomeVersion = 4 AND position = 0", "values are complete and in order"
    ),
    ("UPDATE outcomeValue SET doubleValue = NULL WHERE outcomeVersion = 1", "values fit their types"),
    (
      "UPDATE outcomeVersion SET kind = 'normal' WHERE kind = 'tombstone'", "one live answer an event"
    ),
    (
      "UPDATE outcomeVersion SET predecessors = uuid WHERE version = 1",
      "each version of an answer follows the one before"
    ),
    ("UPDATE outcomeVersion SET task = 'x' WHERE number = 1", "answers belong to a version of their task"),
    ("UPDATE outcomeVersion SET eventStart = 'x' WHERE number = 1", "every row can be read"),
    ("UPDATE taskVersion SET content = '{}'", "every row can be read"),
    (
      "UPDATE taskVersion SET predecessors = '00000000-0000-0000-0000-000000000000'",
      "each version of a task follows earlier ones"
    ),
    ("UPDATE measurementEvent SET task = 'x'", "measurements are attached to events of their participant"),
  ])
  func `a change past the rules is found`(sql: String, name: String) async throws {
    try await fill()
    let table = sql.split(separator: " ")[sql.hasPrefix("DELETE") ? 2 : 1]
    try without(["\(table)Update", "\(table)Delete"], sql)
    let found = try broken()
    #expect(found.contains(name), "\(found)")
  }

  @Test func `a row that points to nothing and a missing trigger are found`() async throws {
    try await fill()
    try without(["participantDelete"], "PRAGMA foreign_keys = OFF; DELETE FROM participant")
    let found = try StoreVerification("sqlite:" + fixture.path)
    #expect(found.isDamaged && found.checks.map(\.name) == ["pages, indices and keys"])
  }

  @Test func `a trigger that is missing is named`() async throws {
    try await fill()
    try SQLiteConnection(path: fixture.path, .readWrite, waitMilliseconds: 1000)
      .execute("DROP TRIGGER outcomeVersionDelete")
    let checks = try StoreVerification("sqlite:" + fixture.path).checks.filter { !$0.holds }
    #expect(checks.map(\.found) == [["trigger outcomeVersionDelete is missing"]])
  }

  @Test func `a summary counts rows, participants and the newest row`() async throws {
    try await fill()
    let summary = try StoreSummary("sqlite:" + fixture.path)
    #expect(summary.participants == 1 && summary.isCurrent)
    #expect(summary.newest == fixture.now)
    #expect(summary.tables.contains(TableSize(table: "outcomeVersion", rows: 6)))
    #expect(summary.size > 4096)
  }
}
