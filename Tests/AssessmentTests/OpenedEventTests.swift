import Assessment
import Care
import CareStore
import Testing

@Suite struct `An event that was opened` {
  private let survey = try! Survey(
    id: "s", steps: [SurveyStep(id: "f", items: [SampleSurveys.scale("pain", 0, 10, required: true)])])

  private func result(_ pain: Int) throws -> TaskResult {
    try SurveyRun.answering(survey, with: ["pain": .single(.integer(pain))]).result
  }

  private func fixture(_ more: String = "", perDay: Int = 1) async throws -> CareFixture {
    let fixture = try CareFixture()
    let schedule = #"{"perDay":\#(perDay),"startDay":"D"}"#
    try await fixture.apply(Array(#"{"plan":"p","tasks":[{"id":"t",\#(more)"schedule":\#(schedule)}]}"#.utf8))
    return fixture
  }

  private func open(_ number: Int = 0, in fixture: CareFixture) async throws -> OpenedEvent {
    let occasion = fixture.occasion
    let events = try await fixture.store.read { try $0.events(on: occasion.today, occasion) }
    let event = try #require(events.first { $0.occurrence.number == number })
    return try OpenedEvent(
      event, extractor: .answers(survey), EventCircumstances(now: occasion.now, reader: occasion.zone))
  }

  private func outcomes(_ fixture: CareFixture) async throws -> [Outcome] {
    try await fixture.store.read { try $0.outcomes(OutcomeFilter(participant: .me)) }
  }

  @Test func `keeps its answer, and another event of the day its own`() async throws {
    let fixture = try await fixture(perDay: 2)
    let (first, second) = (try await open(0, in: fixture), try await open(1, in: fixture))
    _ = await second.finish(.completed, result: try result(2), in: fixture.store, fixture.occasion)
    _ = await first.finish(.completed, result: try result(1), in: fixture.store, fixture.occasion)
    let stored = try await outcomes(fixture).map { ($0.event.occurrence, $0.values.map(\.datum)) }
    #expect(stored.map(\.0) == [1, 0])
    #expect(stored.map(\.1) == [[.double(2)], [.double(1)]])
  }

  @Test func `that is taken again gets a new version of its outcome`() async throws {
    let fixture = try await fixture()
    for pain in [3, 7] {
      let end = await (try open(in: fixture))
        .finish(.completed, result: try result(pain), in: fixture.store, fixture.occasion)
      #expect(end.callback == .success)
    }
    let stored = try await outcomes(fixture)
    #expect(stored.map(\.values.first?.datum) == [.double(7)])
    #expect(stored.first?.predecessors.count == 1)
  }

  @Test func `and answered elsewhere meanwhile is a failure told once`() async throws {
    let fixture = try await fixture()
    let (one, other) = (try await open(in: fixture), try await open(in: fixture))
    _ = await one.finish(.completed, result: try result(1), in: fixture.store, fixture.occasion)
    let end = await other.finish(.completed, result: try result(2), in: fixture.store, fixture.occasion)
    guard case .failed(let error as CareError) = end else {
      Issue.record("\(end)")
      return
    }
    #expect(error.code == "duplicateOutcome" && end.callback == .failure)
    #expect(try await outcomes(fixture).map(\.values.first?.datum) == [.double(1)])
  }

  @Test func `stores nothing where there is nothing to store`() async throws {
    let fixture = try await fixture()
    let opened = try await open(in: fixture)
    let empty = TaskResult(identifier: "s", steps: [])
    let end = await opened.finish(.completed, result: empty, in: fixture.store, fixture.occasion)
    guard case .noOutcome = end else {
      Issue.record("\(end)")
      return
    }
    #expect(end.callback == nil)
    #expect(try await outcomes(fixture).isEmpty)
  }

  @Test func `keeps whether an answer was touched through a restart`() async throws {
    let fixture = try await fixture()
    _ = await (try open(in: fixture))
      .finish(.completed, result: try result(4), in: fixture.store, fixture.occasion)
    let again = try fixture.reopened()
    let stored = try await again.read { try $0.outcomes(OutcomeFilter(participant: .me)) }
    guard case .list(let answers)? = stored.first?.details["answers"] else {
      Issue.record("no details")
      return
    }
    #expect(answers.first?["touched"] == .boolean(true))
  }

  @Test func `is refused when its result may not be reset`() async throws {
    let fixture = try await fixture(#""resultResettable":false,"#)
    _ = await (try open(in: fixture))
      .finish(.completed, result: try result(4), in: fixture.store, fixture.occasion)
    await #expect(throws: CareError.notRetakable(task: "t")) { try await open(in: fixture) }
  }
}
