import Care
import JSONText

/// What is stored for one participant: outcomes with their values, and measurements.
public struct OutcomeListing: Hashable, Sendable {
  public struct Filter: Hashable, Sendable {
    public var task: String?
    /// Only outcomes that have a value of this kind.
    public var kind: String?
    public var limb: Limb?
    public var days: ClosedRange<LocalDate>?

    public init(
      task: String? = nil, kind: String? = nil, limb: Limb? = nil, days: ClosedRange<LocalDate>? = nil
    ) {
      self.task = task
      self.kind = kind
      self.limb = limb
      self.days = days
    }
  }

  /// One answered event.
  public struct Row: Hashable, Sendable {
    public var day: LocalDate
    public var outcome: Outcome
    /// Of a knee task.
    public var limb: Limb?
  }

  public var rows: [Row]
  /// Kept measurements that belong to no event, oldest first.
  public var unattached: [StoredMeasurement]

  /// Outcomes by day, task and occurrence.
  public static func load(_ filter: Filter = Filter(), from store: some OutcomeStore, _ occasion: Occasion)
    async throws -> OutcomeListing
  {
    try await store.read { try $0.listing(filter, occasion) }
  }
}

extension CareRecords {
  fileprivate func listing(_ filter: OutcomeListing.Filter, _ occasion: Occasion) throws -> OutcomeListing {
    let found = try outcomes(
      OutcomeFilter(
        participant: occasion.participant, task: filter.task, days: filter.days, reader: occasion.zone))
    let limbs = Dictionary(
      try taskVersions(of: occasion.participant, task: nil).map { ($0.uuid, $0.content.knee?.limb) },
      uniquingKeysWith: { first, _ in first })
    let rows = found.map { outcome in
      OutcomeListing.Row(
        day: outcome.day(in: occasion.zone), outcome: outcome, limb: limbs[outcome.event.taskVersion] ?? nil)
    }
    let unattached = try measurements(
      MeasurementFilter(participant: occasion.participant, unattached: true))
    return OutcomeListing(
      rows: rows.filter { $0.fits(filter) }.sorted(by: OutcomeListing.Row.precedes),
      unattached: unattached.filter { $0.fits(filter) })
  }
}

extension OutcomeListing.Row {
  fileprivate func fits(_ filter: OutcomeListing.Filter) -> Bool {
    (filter.limb.map { $0 == limb } ?? true)
      && (filter.kind.map { kind in outcome.values.contains { $0.kind == kind } } ?? true)
  }

  fileprivate static func precedes(_ a: OutcomeListing.Row, _ b: OutcomeListing.Row) -> Bool {
    (a.day, a.outcome.eventStart, a.outcome.task, a.outcome.event.occurrence)
      < (b.day, b.outcome.eventStart, b.outcome.task, b.outcome.event.occurrence)
  }

  public var json: JSONValue {
    .object([
      "day": .string("\(day)"), "task": .string(outcome.task), "limb": .optional(limb?.rawValue),
      "occurrence": .integer(outcome.event.occurrence), "recorded": .string(outcome.created.rfc3339),
      "values": .array(outcome.values.map(\.shortJSON)), "details": outcome.details.json,
    ])
  }
}

extension StoredMeasurement {
  fileprivate func fits(_ filter: OutcomeListing.Filter) -> Bool {
    let kinds = RangeOfMotionResult.Number.allCases.filter { record.numbers[$0] != nil }
      .map { $0.kind(in: record.definition) }
    return filter.task == nil && (filter.limb.map { $0 == record.side.limb } ?? true)
      && (filter.kind.map(kinds.contains) ?? true)
  }

  /// What `outcomes list` and `outcomes attach` print of it.
  public var json: JSONValue {
    .object([
      "measurement": .integer(number), "side": .string(record.side.rawValue),
      "definition": .string(record.definition.rawValue),
      "range_deg": .optional(record.numbers.range, decimals: 2),
      "recorded": .optional(record.recordedAt?.rfc3339), "kept": .string(keptAt.rfc3339),
      "flags": .array(record.flags.map { .string($0.code) }), "source": .string(record.source),
      "sha256": .string(record.sha256),
    ])
  }
}
