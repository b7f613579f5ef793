import Care
import Foundation
import Inertial

extension CareLedger {
  /// Side, day, event, outcome, in this order; the first that is missing is the reason.
  func attach(
    _ stored: StoredMeasurement, isNew: Bool, _ request: AttachMeasurement.Request, _ occasion: Occasion
  ) throws -> AttachMeasurement.Kept {
    var kept = AttachMeasurement.Kept(measurement: stored, isNew: isNew, unattached: nil, outcome: nil)
    if let attachment = stored.attachment {
      kept.outcome =
        try liveOutcome(of: attachment.event, occasion.participant)
        ?? answerAgain(attachment, occasion)
      kept.flags = try trialFlags(attachment.event, occasion)
      return kept
    }
    do {
      let limb = try limb(of: stored.record, request)
      let day = try day(of: stored.record, request, occasion)
      let event = try event(for: limb, on: day, request, occasion)
      let attachment = MeasurementAttachment(
        event: event.key, task: event.task.id, day: day, limb: limb, attachedAt: occasion.now)
      try attach(stored, to: attachment)
      kept.measurement.attachment = attachment
      kept.outcome = try answer(event, occasion)
      kept.flags = try trialFlags(event.key, occasion)
    } catch let end as Unattachable {
      kept.unattached = end.reason
    }
    return kept
  }

  private func limb(of record: MeasurementRecord, _ request: AttachMeasurement.Request) throws -> Limb {
    if let recorded = record.side.limb, let asked = request.limb, recorded != asked {
      throw Unattachable(reason: .sideContradicts(recorded: recorded))
    }
    guard let limb = record.side.limb ?? request.limb else { throw Unattachable(reason: .unspecifiedSide) }
    if let flag = record.stoppedBy { throw Unattachable(reason: .stopped(by: flag)) }
    return limb
  }

  private func day(
    of record: MeasurementRecord, _ request: AttachMeasurement.Request, _ occasion: Occasion
  ) throws -> LocalDate {
    let recorded = record.recordedAt.map { occasion.zone.date(at: $0) }
    let day = request.dayGoesFirst ? request.day ?? recorded : recorded ?? request.day
    guard let day else { throw Unattachable(reason: .noDay) }
    if day > occasion.today { throw Unattachable(reason: .futureDay(day)) }
    return day
  }
}

extension CareLedger {
  /// An outcome that was undone is made anew by processing its recording once more.
  private func answerAgain(_ attachment: MeasurementAttachment, _ occasion: Occasion) throws -> Outcome? {
    guard let chain = try chain(of: occasion.participant, task: attachment.task), !chain.isDeleted,
      let event = chain.event(attachment.event, reader: occasion.zone)
    else { return nil }
    return try answer(event, occasion)
  }

  private func trialFlags(_ event: EventKey, _ occasion: Occasion) throws -> [QualityFlag] {
    let filter = MeasurementFilter(participant: occasion.participant, event: event)
    return TrialSpread(of: try measurements(filter)).flags
  }

  /// Makes or updates the outcome of an event from the measurements that are attached to it.
  private func answer(_ event: CareEvent, _ occasion: Occasion) throws -> Outcome? {
    guard let knee = event.task.content.knee else { return nil }
    let filter = MeasurementFilter(participant: occasion.participant, event: event.key)
    let measured = try measurements(filter)
    guard let counted = knee.selection.choose(from: measured) else { return nil }
    let result = TaskResult(of: event.task, knee: knee, measured: counted.record)
    let extractor = MotionExtractor(numbers: knee.extract)
    guard let values = extractor.values(from: result, createdDate: occasion.now) else { return nil }
    let details = Detail(counted: counted, of: measured, knee)
    if let existing = try liveOutcome(of: event.key, occasion.participant) {
      return try updateOutcome(existing.id, values: values, details: details, occasion)
    }
    return try addOutcome(to: event.key, values: values, details: details, occasion)
  }
}

extension CareRecords {
  /// Whether the task that must come first has been done.
  func isMet(_ requirement: TaskRequirement, on day: LocalDate, _ occasion: Occasion) throws -> Bool {
    if requirement.scope == .ever {
      let task = try task(requirement.task, of: occasion.participant)
      return try task != nil && hasLiveOutcome(of: occasion.participant, task: requirement.task)
    }
    let filter = OutcomeFilter(
      participant: occasion.participant, task: requirement.task, days: day...day, reader: occasion.zone)
    return try !outcomes(filter).isEmpty
  }
}

extension KneeTask.Selection {
  /// Only measurements of one definition are compared: those of the joint where there are any.
  func choose(from measured: [StoredMeasurement]) -> StoredMeasurement? {
    let usable = measured.filter { $0.record.stoppedBy == nil }
    let joint = usable.filter { $0.record.definition == .jointAngle }
    let candidates = joint.isEmpty ? usable : joint
    let byRange = candidates.sorted { ($0.record.numbers.range ?? 0) < ($1.record.numbers.range ?? 0) }
    switch self {
    case .best: return byRange.last
    case .median: return byRange.isEmpty ? nil : byRange[(byRange.count - 1) / 2]
    case .last:
      let isDated = candidates.allSatisfy { $0.record.recordedAt != nil }
      return candidates.max { a, b in
        let (first, second) = (a.record.recordedAt ?? a.keptAt, b.record.recordedAt ?? b.keptAt)
        let (orderA, orderB) = (a.attachment?.attachedAt ?? a.keptAt, b.attachment?.attachedAt ?? b.keptAt)
        return isDated ? (first, a.number) < (second, b.number) : (orderA, a.number) < (orderB, b.number)
      }
    }
  }
}

extension Detail {
  /// What makes a stored number traceable: definition, flags, method, input, and which measurements there were.
  fileprivate init(counted: StoredMeasurement, of measured: [StoredMeasurement], _ knee: KneeTask) {
    let record = counted.record
    let flags = record.flags.map(\.code) + TrialSpread(of: measured).flags.map(\.code.rawValue)
    self = .map([
      Entry("definition", .text(record.definition.rawValue)),
      Entry("limb", .text(knee.limb.rawValue)),
      Entry("flagged", .boolean(!flags.isEmpty)),
      Entry("flags", .list(flags.map { .text($0) })),
      Entry("sampleCount", record.sampleCount.map(Detail.integer) ?? .none),
      Entry("rate", .optional(record.rate)),
      Entry("method", .text(record.method.text)),
      Entry("sha256", .text(record.sha256)),
      Entry("source", .text(record.source)),
      Entry("measurement", .integer(counted.number)),
      Entry("selection", .text(knee.selection.rawValue)),
      Entry("measurements", .list(measured.map { .integer($0.number) })),
    ])
  }
}
