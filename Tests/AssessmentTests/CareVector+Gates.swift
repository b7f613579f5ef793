import Care
import CareStore
import Foundation
import JSONText
import Testing

@testable import Assessment

extension CareVector {
  private static func task(_ id: String, _ more: String = "") -> String {
    #"{"id":"\#(id)",\#(more)"schedule":{"allDay":true,"start":"2000-01-01","every":{"day":1}}}"#
  }

  private func fixture(_ tasks: [String]) async throws -> CareFixture {
    let fixture = try CareFixture(zone: "UTC")
    try await fixture.apply(Array(#"{"plan":"p","tasks":[\#(tasks.joined(separator: ","))]}"#.utf8))
    return fixture
  }

  private static let onboarding = task("onboarding", #""gate":"first","#)

  private func complete(_ task: String, on day: LocalDate, in fixture: CareFixture) async throws {
    let occasion = fixture.occasion
    try await fixture.store.write(as: "t", at: occasion.now) { ledger in
      let event = try ledger.events(on: day, occasion).first { $0.task.id == task }
      try ledger.addOutcome(to: try #require(event?.key, "\(task)"), values: [], occasion)
    }
  }

  private func cards(on day: LocalDate, _ fixture: CareFixture) async throws -> [String] {
    try await DayFeed.load(day, from: fixture.store, fixture.occasion).cards.map(\.task)
  }

  func gateFeed() async throws -> JSONValue {
    let fields = try input.fields(only: ["onboarded", "tasks"])
    let tasks = try fields.required("tasks").list().map { cursor in try cursor.text() }
    let fixture = try await fixture([CareVector.onboarding] + tasks.map { CareVector.task($0) })
    let today = fixture.occasion.today
    if try fields.required("onboarded").bool() { try await complete("onboarding", on: today, in: fixture) }
    return .object(["cards": .array(try await cards(on: today, fixture).map(JSONValue.string))])
  }

  func gateOnboarded() async throws -> JSONValue {
    let fields = try input.fields(only: ["outcomes", "today", "error"])
    let outcomes = try fields["outcomes"]?.list().map { cursor -> (task: String, day: LocalDate) in
      let outcome = try cursor.fields(only: ["task", "day"])
      return (try outcome.required("task").text(), try #require(LocalDate(outcome.required("day").text())))
    }
    let others = Set(outcomes?.map(\.task) ?? []).subtracting(["onboarding"]).sorted()
    let fixture = try await fixture([CareVector.onboarding] + others.map { CareVector.task($0) })
    for outcome in outcomes ?? [] { try await complete(outcome.task, on: outcome.day, in: fixture) }
    let fails = try fields["error"]?.bool() ?? false
    let participant = fixture.occasion.participant
    let isOnboarded = try await fixture.store.read { records in
      FeedGates(onboarding: ["onboarding"]) { id in
        if fails { throw StoreFault(.inputOutput, path: "") }
        return try !records.outcomes(OutcomeFilter(participant: participant, task: id)).isEmpty
      }.isOnboarded
    }
    return .object(["onboarded": .bool(isOnboarded)])
  }

  func gateCheckin() async throws -> JSONValue {
    var shown: [JSONValue] = []
    for cursor in try input.fields(only: ["vaccinationComplete"]).required("vaccinationComplete").list() {
      let fixture = try await fixture([
        CareVector.task("vaccinationCheck"), CareVector.task("checkIn", #""requires":"vaccinationCheck","#),
      ])
      let today = fixture.occasion.today
      if try cursor.bool() { try await complete("vaccinationCheck", on: today, in: fixture) }
      shown.append(.bool(try await cards(on: today, fixture).contains("checkIn")))
    }
    return .object(["checkInShown": .array(shown)])
  }

  func gateDelete() throws -> JSONValue {
    let fields = try input.fields(only: ["timeZone", "now", "eventStarts"])
    let zone = try zone(fields["timeZone"]?.text())
    let now = try instant(fields.required("now"))
    let allowed = try fields.required("eventStarts").list().map { cursor in
      JSONValue.bool(EventRules.canDelete(eventStart: try instant(cursor), now: now, reader: zone))
    }
    return .object(["allowed": .array(allowed)])
  }

  func cardLabel() throws -> JSONValue {
    let labels = try input.fields(only: ["outcome"]).required("outcome").list().map { cursor -> JSONValue in
      guard cursor.value != .null else { return .string(CardState.Label(nil).rawValue) }
      let values = try cursor.fields(only: ["values"]).required("values").list().map { cursor in
        OutcomeValue(try .init(literal: cursor), createdDate: .earliest)
      }
      let (event, now) = (EventKey(taskVersion: UUID(), occurrence: 0), Instant.earliest)
      let outcome = Outcome(
        participant: .me, id: UUID(), uuid: UUID(), task: "t", event: event, eventStart: now, eventEnd: now,
        values: values, effectiveDate: now, created: now)
      return .string(CardState.Label(outcome).rawValue)
    }
    return .object(["label": .array(labels)])
  }
}
