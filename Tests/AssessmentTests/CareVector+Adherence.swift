import Care
import Foundation
import JSONText
import Testing

@testable import Assessment

extension CareVector {
  func adherenceDays() throws -> JSONValue {
    let fields = try input.fields(only: ["timeZone", "from", "to", "tasks"])
    let zone = try zone(fields["timeZone"]?.text())
    var completed: Set<EventKey> = []
    var chains: [TaskChain] = []
    for cursor in try fields.required("tasks").list() {
      let versions = try versions(cursor, in: zone, completed: &completed)
      chains.append(try #require(TaskChain(versions)))
    }
    let days = DayAdherence.days(
      touchedFrom: try instant(fields.required("from")), to: try instant(fields.required("to")), in: zone)
    let adherence = days.map { day in
      DayAdherence.day(day, of: chains, reader: zone) { completed.contains($0) }
    }
    return .object(["days": .array(adherence.map(CareVector.json))])
  }

  private func versions(_ cursor: JSONCursor, in zone: Zone, completed: inout Set<EventKey>) throws
    -> [CareTask]
  {
    let fields = try cursor.fields(only: ["id", "impactsAdherence", "elements", "outcomes", "versions"])
    let listed = try fields["versions"]?.list() ?? [cursor]
    return try listed.map { version in
      let one = try version.fields(only: ["id", "impactsAdherence", "effective", "elements", "outcomes"])
      let schedule = try CareVector.schedule(one.required("elements"), in: zone)
      var content = TaskContent(schedule: schedule)
      content.impactsAdherence = try fields["impactsAdherence"]?.bool() ?? true
      let uuid = UUID()
      for number in try one["outcomes"]?.list() ?? [] {
        completed.insert(EventKey(taskVersion: uuid, occurrence: try number.integer()))
      }
      let effective = try one["effective"].map(instant)
      return CareTask(
        participant: .me, id: try fields.required("id").text(), uuid: uuid, created: .earliest,
        effectiveDate: effective ?? EventSequence(schedule, ScheduleZones(reader: zone)).start, addedIn: zone,
        content: content)
    }
  }

  func adherenceDaysCount() throws -> JSONValue {
    let fields = try input.fields(only: ["timeZone", "from", "to"])
    let days = DayAdherence.days(
      touchedFrom: try instant(fields.required("from")), to: try instant(fields.required("to")),
      in: try zone(fields["timeZone"]?.text()))
    return .object(["count": .integer(days.count)])
  }

  private static func json(_ adherence: DayAdherence) -> JSONValue {
    switch adherence {
    case .noTasks: .string("noTasks")
    case .noEvents: .string("noEvents")
    case .share(let share): .number(share)
    }
  }

  func ringStates() throws -> JSONValue {
    let fields = try input.fields(only: ["days", "isFuture"])
    let days = try fields.required("days").list().map { cursor -> DayAdherence in
      switch cursor.value {
      case .string("noTasks"): .noTasks
      case .string("noEvents"): .noEvents
      default: .share(try cursor.number())
      }
    }
    let future = try fields.required("isFuture").list().map { cursor in try cursor.bool() }
    let states = zip(days, future).map { adherence, isFuture -> JSONValue in
      let state = RingState(adherence, isFuture: isFuture)
      if case .fraction(let share) = state { return .number(share) }
      return .string(state.name)
    }
    return .object(["states": .array(states)])
  }

  func ringStates4() throws -> JSONValue {
    let fractions = try input.fields(only: ["dayEvents"]).required("dayEvents").list()
      .map { cursor in try cursor.number() }
    switch DaySummary(fractions: fractions) {
    case .nothingDue: return .object(["state": .string("nothingDue")])
    case .fraction(let fraction): return .object(["fraction": .number(fraction)])
    }
  }

  func gateFuture() throws -> JSONValue {
    let fields = try input.fields(only: ["timeZone", "now", "dates"])
    let zone = try zone(fields["timeZone"]?.text())
    let now = try instant(fields.required("now"))
    let future = try fields.required("dates").list().map { cursor in
      FutureDays.isFuture(try instant(cursor), now: now, reader: zone)
    }
    return .object([
      "future": .array(future.map(JSONValue.bool)), "opacityFuture": .number(FutureDays.opacity),
    ])
  }
}
