/// Who did what to which record, when, with which outcome.
public struct AuditEntry: Hashable, Sendable {
  /// What was done: `outcome.add`, `task.end`, `store.backup`.
  public var action: String
  /// Key of the record, such as the uuid of a row; never a participant.
  public var subject: String
  /// `done`, or the code of a refusal.
  public var outcome: String
  /// Names of fields and keys, never values.
  public var detail: String
  /// Given by the store.
  public var at: Instant
  public var actor: String

  public init(
    action: String, subject: String, outcome: String = "done", detail: String = "", at: Instant,
    actor: String
  ) {
    self.action = action
    self.subject = subject
    self.outcome = outcome
    self.detail = detail
    self.at = at
    self.actor = actor
  }
}
