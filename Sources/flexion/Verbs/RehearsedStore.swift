import Care
import CareStore

/// A store that does everything and keeps nothing, for `--dry-run`: the transaction is given up at its end.
struct RehearsedStore: OutcomeStore {
  let base: SQLiteStore
  /// false: an ordinary store.
  let isRehearsal: Bool

  func read<Answer: Sendable>(_ body: @Sendable (any CareRecords) throws -> Answer) async throws -> Answer {
    try await base.read(body)
  }

  func write<Answer: Sendable>(
    as actor: String, at now: Instant, _ body: @Sendable (any CareLedger) throws -> Answer
  ) async throws -> Answer {
    guard isRehearsal else { return try await base.write(as: actor, at: now, body) }
    do {
      return try await base.write(as: actor, at: now) { ledger -> Answer in
        throw Rehearsed(answer: try body(ledger))
      }
    } catch let rehearsed as Rehearsed<Answer> {
      return rehearsed.answer
    }
  }

  func changeCount() async throws -> Int { try await base.changeCount() }

  /// Carries the answer out of the transaction that is given up.
  private struct Rehearsed<Answer: Sendable>: Error {
    let answer: Answer
  }
}
