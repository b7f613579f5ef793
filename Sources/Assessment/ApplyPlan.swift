import Care
import Foundation

/// Brings a participant's tasks to what a plan says. Applying it again changes nothing.
public enum ApplyPlan {
  /// What became of one task.
  public struct Row: Equatable, Sendable {
    public enum Action: String, Hashable, Sendable {
      case created, unchanged
      /// A new version, from the next local midnight or the date that the plan names.
      case versioned
      /// The task was ended; the plan does not revive it.
      case ended
    }

    public var task: String
    public var title: String?
    public var action: Action
    /// From when the newest version rules.
    public var effectiveDate: Instant
    /// Field by field what the new version says otherwise than the one before; empty for new and unchanged tasks.
    public var changes: [FieldChange] = []

    public init(task: String, title: String?, action: Action, effectiveDate: Instant) {
      self.task = task
      self.title = title
      self.action = action
      self.effectiveDate = effectiveDate
    }
  }

  public struct Report: Equatable, Sendable {
    public var plan: String
    /// What `D` means.
    public var firstDay: LocalDate
    public var rows: [Row]
    /// Tasks of the participant that the plan does not name; they stay as they are.
    public var others: [String]

    public func count(_ action: Row.Action) -> Int { rows.count { $0.action == action } }
  }

  /// Creates what is missing, versions what changed, leaves the rest; all or nothing.
  ///
  /// - Parameters:
  ///   - firstDay: what `D` means. nil: as when the plan was first applied, else today.
  ///   - dryRun: same checks and the same report, and nothing is kept.
  public static func apply(
    _ plan: PlanFile, from firstDay: LocalDate? = nil, dryRun: Bool = false, to store: some OutcomeStore,
    _ occasion: Occasion
  ) async throws -> Report {
    do {
      return try await store.write(as: occasion.actor, at: occasion.now) { ledger in
        let report = try ledger.apply(plan, from: firstDay, occasion)
        if dryRun { throw Rehearsed(report: report) }
        return report
      }
    } catch let rehearsed as Rehearsed {
      return rehearsed.report
    }
  }

  /// Ends the transaction of a dry run.
  private struct Rehearsed: Error { var report: Report }
}

extension CareLedger {
  fileprivate func apply(_ plan: PlanFile, from firstDay: LocalDate?, _ occasion: Occasion) throws
    -> ApplyPlan.Report
  {
    let start = try start(of: plan, from: firstDay, occasion)
    let chains = try chains(of: occasion.participant)
    let drafts = try plan.drafts(start)
    let rows = try drafts.map { draft in
      try bring(chains.first { $0.id == draft.id }, to: draft, start.zone, occasion)
    }
    let others = chains.filter { chain in
      !chain.isDeleted && !drafts.contains { $0.id == chain.id }
    }
    return ApplyPlan.Report(
      plan: plan.name, firstDay: start.firstDay, rows: rows, others: others.map(\.id))
  }

  /// `D`, `today` and the zone are fixed by the first time, so that the next day's run changes nothing.
  private func start(of plan: PlanFile, from firstDay: LocalDate?, _ occasion: Occasion) throws -> PlanStart {
    let known = try planStart(of: occasion.participant, plan: plan.name)
    if let known, firstDay.map({ $0 == known.firstDay }) ?? true { return known }
    let start = PlanStart(
      plan: plan.name, firstDay: firstDay ?? occasion.today, appliedAt: known?.appliedAt ?? occasion.now,
      zone: known?.zone ?? plan.zone ?? occasion.zone)
    try append(start, of: occasion.participant)
    return start
  }

  private func bring(
    _ chain: TaskChain?, to draft: TaskDraft, _ zone: Zone, _ occasion: Occasion
  ) throws -> ApplyPlan.Row {
    func row(_ action: ApplyPlan.Row.Action, _ version: CareTask) -> ApplyPlan.Row {
      ApplyPlan.Row(
        task: draft.id, title: draft.content.title, action: action, effectiveDate: version.effectiveDate)
    }
    guard let chain else { return row(.created, try addTask(draft, occasion)) }
    if chain.newest.kind == .ended { return row(.ended, chain.newest) }
    if chain.newest.content == draft.content, !chain.isDeleted { return row(.unchanged, chain.newest) }
    var draft = draft
    let taskZone = draft.content.timeZone ?? zone
    draft.effectiveDate = draft.effectiveDate ?? taskZone.bounds(of: taskZone.date(at: occasion.now)).next
    var versioned = row(.versioned, try updateTask(draft, occasion))
    versioned.changes = FieldChange.between(chain.newest.content.planJSON, draft.content.planJSON)
    return versioned
  }
}
