import Care
import CareStore
import Foundation
import JSONText
import Testing

@testable import Assessment

extension CareVector {
  private static let pain: Survey = try! Survey(
    id: "s", steps: [SurveyStep(id: "f", items: [SampleSurveys.scale("pain", 0, 10, required: true)])])

  /// Opens the survey of one event of today, answers it and leaves it; the store is that of the event unless said.
  private func finish(
    _ reason: FinishReason, occurrence: Int? = nil, in fixture: CareFixture, saving: SQLiteStore? = nil
  ) async throws -> TaskFinish {
    let occasion = fixture.occasion
    let events = try await fixture.store.read { try $0.events(on: occasion.today, occasion) }
    let event = try #require(events.first { $0.occurrence.number == occurrence ?? $0.occurrence.number })
    let opened = try OpenedEvent(
      event, extractor: .answers(CareVector.pain),
      EventCircumstances(now: occasion.now, reader: occasion.zone))
    var run = try SurveyRun.answering(CareVector.pain, with: ["pain": .single(.integer(3))])
    let result = try run.finish(reason) ?? run.result
    return await opened.finish(reason, result: result, in: saving ?? fixture.store, occasion)
  }

  private func daily() async throws -> CareFixture {
    let fixture = try CareFixture(zone: "UTC")
    let plan = #"{"plan":"p","tasks":[{"id":"t","schedule":{"perDay":1,"startDay":"D"}}]}"#
    try await fixture.apply(Array(plan.utf8))
    return fixture
  }

  private func stored(_ fixture: CareFixture) async throws -> [Outcome] {
    let filter = OutcomeFilter(participant: fixture.occasion.participant)
    return try await fixture.store.read { try $0.outcomes(filter) }
  }

  func surveyFinish() async throws -> JSONValue {
    var saved: [JSONValue] = []
    for cursor in try input.fields(only: ["reasons"]).required("reasons").list() {
      let reason = try #require(FinishReason(rawValue: try cursor.text()))
      let fixture = try await daily()
      _ = try await finish(reason, in: fixture)
      saved.append(.bool(try await !stored(fixture).isEmpty))
    }
    return .object(["saved": .array(saved)])
  }

  func surveyFinishError() async throws -> JSONValue {
    let fixture = try await daily()
    let fails = try input.fields(only: ["storeError"]).required("storeError").bool()
    let other =
      try fails
      ? SQLiteStore("sqlite:\(fixture.folder)/store.db", .readOnly, as: "t", at: fixture.occasion.now) : nil
    let callback = try await finish(.completed, in: fixture, saving: other).callback
    #expect(try await stored(fixture).isEmpty == fails)
    return .object(["callbacks": .array(callback.map { [.string($0.rawValue)] } ?? [])])
  }

  func surveyFinishEvent() async throws -> JSONValue {
    let fields = try input.fields(only: ["eventsOfDay", "finishedFor"])
    let numbers = try fields.required("eventsOfDay").list().map { cursor in try cursor.integer() }
    let first = try #require(numbers.first)
    let fixture = try await busyDay(after: first, events: numbers.count)
    let occasion = fixture.occasion
    let today = try await fixture.store.read { try $0.events(on: occasion.today, occasion) }
    try #require(today.map(\.occurrence.number) == numbers)
    let wanted = try fields.required("finishedFor").integer()
    _ = try await finish(.completed, occurrence: wanted, in: fixture)
    let outcomes = try await stored(fixture)
    try #require(outcomes.count <= 1)
    return .object(["savedOccurrence": outcomes.first.map { .integer($0.event.occurrence) } ?? .null])
  }

  /// A task with so many events before today and so many today.
  private func busyDay(after earlier: Int, events: Int) async throws -> CareFixture {
    let fixture = try CareFixture(zone: "UTC")
    let midnight = fixture.occasion.zone.start(of: fixture.occasion.today)
    func element(_ count: Int, from start: Instant) -> [String] {
      let end = start.advanced(bySeconds: Double(count) * 60).rfc3339
      return count == 0
        ? [] : [#"{"start":"\#(start.rfc3339)","end":"\#(end)","every":{"minute":1},"duration":30}"#]
    }
    let elements =
      element(earlier, from: midnight.advanced(bySeconds: -86_400 * 2)) + element(events, from: midnight)
    let list = elements.joined(separator: ",")
    let plan = #"{"plan":"p","tasks":[{"id":"t","schedule":{"elements":[\#(list)]}}]}"#
    try await fixture.apply(Array(plan.utf8))
    return fixture
  }
}
