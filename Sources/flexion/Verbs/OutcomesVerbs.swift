import Assessment
import Care
import CareStore
import JSONText

/// `outcomes list`: answered events, and measurements that belong to none.
enum OutcomesListVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    let setting = try CareSetting(call)
    let filter = OutcomeListing.Filter(
      task: call.request.text("task"), kind: call.request.text("kind"),
      limb: call.request.text("side").flatMap { Limb(rawValue: $0) }, days: try days(setting))
    let store = try setting.open(.readOnly)
    let listing = try await OutcomeListing.load(filter, from: store, setting.occasion)
    let outcomes = listing.rows.map(\.json)
    let unattached = listing.unattached.map(\.json)
    return Answer(
      text: text(listing),
      json: ["outcomes": .array(outcomes), "unattached": .array(unattached)], lines: outcomes + unattached)
  }

  private static func days(_ setting: CareSetting) throws -> ClosedRange<LocalDate>? {
    let (from, to) = (setting.day("from"), setting.day("to"))
    guard from != nil || to != nil else { return nil }
    guard let first = from ?? LocalDate("0001-01-01"), let last = to ?? LocalDate("9999-12-31") else {
      return nil
    }
    guard first <= last else {
      throw UsageError.contradiction("`--from` lies after `--to`", hint: "exchange the two days")
    }
    return first...last
  }

  private static func text(_ listing: OutcomeListing) -> String {
    var table = ResultTable(columns: [
      .init("day", "day"), .init("task", "task"), .init("side", "side"), .init("values", "values"),
    ])
    table.rows = listing.rows.map { row in
      [
        .words("\(row.day)"), .words(row.outcome.task), .optional(row.limb?.rawValue),
        .words(row.outcome.values.map(\.printed).joined(separator: ", ")),
      ]
    }
    var text = listing.rows.isEmpty ? "no outcomes\n" : table.text
    guard !listing.unattached.isEmpty else { return text }
    var kept = ResultTable(columns: [
      .init("measurement", "number"), .init("side", "side"), .init("definition", "definition"),
      .init("range_deg", "range [deg]"), .init("source", "source"),
    ])
    kept.rows = listing.unattached.map { stored in
      [
        .count(stored.number), .words(stored.record.side.rawValue), .words(stored.record.definition.rawValue),
        .optional(stored.record.numbers.range), .words(stored.record.source),
      ]
    }
    text += "\nKept, but attached to no event (`flexion outcomes attach NUMBER`):\n" + kept.text
    return text
  }
}

/// `outcomes attach`: gives a kept measurement to the event of a day.
enum OutcomesAttachVerb {
  static func run(_ call: Invocation) async throws -> Answer {
    guard let number = Int(call.request.arguments[0]), number > 0 else {
      throw UsageError.contradiction(
        "`\(call.request.arguments[0])` is no number of a measurement",
        hint: "`flexion outcomes list` shows them")
    }
    let setting = try CareSetting(call)
    let isDry = call.request.has("dry-run")
    let store = RehearsedStore(base: try setting.open(.readWrite), isRehearsal: isDry)
    let request = AttachMeasurement.Request(
      day: call.request.has("day") ? setting.day("day") : nil, task: call.request.text("task"),
      limb: call.request.text("side").flatMap { Limb(rawValue: $0) }, dayGoesFirst: call.request.has("day"))
    let kept = try await AttachMeasurement.attach(number: number, request, in: store, setting.occasion)
    guard kept.unattached == nil else {
      throw Failure(
        kept.unattached?.code ?? "unattached", "measurement \(number) was not attached: \(kept.sentence)",
        exit: .dataRefused)
    }
    return Answer(
      text: "measurement \(number) \(isDry ? "would be " : "")\(kept.sentence)\n",
      json: [
        "dry_run": .bool(isDry),
        "measurement": kept.measurement.json, "attached": kept.attachedJSON,
        "values": .array(kept.outcome?.values.map(\.shortJSON) ?? []),
      ])
  }
}
