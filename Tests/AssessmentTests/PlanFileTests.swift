import Care
import Testing

@testable import Assessment

@Suite struct PlanFileTests {
  private let zone = Zone("Europe/Berlin")!
  private var occasion: Occasion {
    Occasion(actor: "t", now: Instant(rfc3339: "2026-03-02T12:00:00Z")!, zone: zone)
  }

  private func drafts(_ text: String, from day: String = "2026-03-02") throws -> [TaskDraft] {
    try PlanFile(text).drafts(occasion, from: LocalDate(day))
  }

  private func plan(_ task: String) -> String { #"{"plan":"p","tasks":[\#(task)]}"# }

  private func scheduled(_ schedule: String) throws -> EventSequence {
    let content = try drafts(plan(#"{"id":"t","schedule":\#(schedule)}"#))[0].content
    return EventSequence(content.schedule, ScheduleZones(reader: zone, task: content.timeZone))
  }

  @Test func `the study has seven daily events, then weekly ones to the end of the month, then none`() throws
  {
    let text = String(decoding: try CareFixture.shippedPlan("recover"), as: UTF8.self)
    let drafts = try drafts(text)
    #expect(drafts.map(\.id) == ["onboarding", "checkin", "rangeOfMotion"])
    let knee = drafts[2].content
    #expect(
      knee.knee?.steps.map(\.id) == [
        "instruction", "touch.anywhere", "knee.range.of.motion", "rom.completion",
      ])
    let sequence = EventSequence(knee.schedule, ScheduleZones(reader: zone, task: knee.timeZone))
    let events = sequence.first(100)
    #expect(
      events.map { zone.date(at: $0.start) }.map(\.description) == [
        "2026-03-02", "2026-03-03", "2026-03-04", "2026-03-05", "2026-03-06", "2026-03-07", "2026-03-08",
        "2026-03-09", "2026-03-16", "2026-03-23", "2026-03-30",
      ])
    #expect(events.map(\.label) == Array(repeating: "daily", count: 7) + Array(repeating: "weekly", count: 4))
  }

  @Test func `a task keeps the zone of the plan, else of the person, unless it names its own`() throws {
    let tasks =
      #"{"id":"a","schedule":{"dailyAtTime":"08:00","start":"D"}},"#
      + #"{"id":"b","timeZone":"Asia/Kolkata","schedule":{"dailyAtTime":"08:00","start":"D"}}"#
    let own = try drafts(plan(tasks))
    #expect(own.map(\.content.timeZone?.name) == ["Europe/Berlin", "Asia/Kolkata"])
    let named = try drafts(#"{"plan":"p","timeZone":"America/New_York","tasks":[\#(tasks)]}"#)
    #expect(named.map(\.content.timeZone?.name) == ["America/New_York", "Asia/Kolkata"])
    let start = EventSequence(
      own[1].content.schedule, ScheduleZones(reader: zone, task: Zone("Asia/Kolkata"))
    ).start
    #expect(start == Instant(rfc3339: "2026-03-02T08:00:00+05:30"))
  }

  @Test func `all schedule forms are read`() throws {
    let weekly = try scheduled(#"{"weeklyAtTime":"09:30","weekday":2,"start":"2026-03-05","duration":60}"#)
    #expect(weekly.first(1).map { $0.start.rfc3339(in: zone) } == ["2026-03-09T09:30:00+01:00"])
    #expect(weekly.first(1).map { $0.end.rfc3339(in: zone) } == ["2026-03-09T09:31:00+01:00"])
    let past = try scheduled(#"{"perDay":2,"startDay":"today-3","endDay":"today"}"#)
    #expect(past.first(100).count == 8)
    let single = try scheduled(#"{"start":"now","every":{"hour":36},"duration":{"seconds":90}}"#)
    #expect(single.start == occasion.now)
    let allDay = try scheduled(#"{"duration":"allDay","start":"D","end":"D+2","every":{"day":1}}"#)
    #expect(allDay.first(100).count == 2)
  }

  @Test(arguments: [
    ("D", "2026-03-02"), ("D+1week", "2026-03-09"), ("D+1month", "2026-04-02"), ("D-2weeks", "2026-02-16"),
    ("today-3", "2026-02-27"), ("D+1month-1day", "2026-04-01"), ("D+1year", "2027-03-02"),
    ("now", "2026-03-02"), ("2026-05-04", "2026-05-04"), ("2026-05-04T23:30:00Z", "2026-05-05"),
  ])
  func `dates of a plan are read`(text: String, day: String) throws {
    let start = PlanStart(
      plan: "p", firstDay: LocalDate("2026-03-02")!, appliedAt: occasion.now, zone: zone)
    #expect(PlanDate(text)?.date(start, in: zone)?.description == day)
  }

  @Test(arguments: [
    "", "d", "D+", "D+week", "D+1fortnight", "D 1", "D+1 week", "tomorrow", "2026-02-30", "D+999999",
  ])
  func `other dates are refused with their path`(text: String) throws {
    let error = #expect(throws: PlanError.self) {
      try drafts(plan(#"{"id":"t","schedule":{"dailyAtTime":"08:00","start":"\#(text)"}}"#))
    }
    #expect(error == .invalid(path: "tasks[0].schedule.start", .noDate))
  }

  @Test(arguments: [
    (#"{"id":"t","titel":"x","schedule":{"perDay":1,"startDay":"D"}}"#, "tasks[0].titel"),
    (#"{"id":7,"schedule":{"perDay":1,"startDay":"D"}}"#, "tasks[0].id"),
    (#"{"id":"t"}"#, "tasks[0].schedule"),
    (#"{"id":"t","schedule":{"perDay":0,"startDay":"D"}}"#, "tasks[0].schedule.perDay"),
    (#"{"id":"t","schedule":{"elements":[]}}"#, "tasks[0].schedule.elements"),
    (
      #"{"id":"t","schedule":{"elements":[{"start":"D","every":{"weekday":1}}]}}"#,
      "tasks[0].schedule.elements[0].every.weekday"
    ),
    (
      #"{"id":"t","schedule":{"elements":[{"start":"D","every":{"day":0}}]}}"#,
      "tasks[0].schedule.elements[0].every"
    ),
    (
      #"{"id":"t","schedule":{"elements":[{"start":"D","every":{}}]}}"#, "tasks[0].schedule.elements[0].every"
    ),
    (#"{"id":"t","schedule":{"elements":[{"start":"D"}]}}"#, "tasks[0].schedule.elements[0].every"),
    (
      #"{"id":"t","schedule":{"elements":[{"start":"D","end":"D","every":{"day":1}}]}}"#,
      "tasks[0].schedule.elements[0].end"
    ),
    (
      #"{"id":"t","schedule":{"elements":[{"allDay":true,"start":"D","every":{"hour":12}}]}}"#,
      "tasks[0].schedule.elements[0].every"
    ),
    (
      #"{"id":"t","schedule":{"elements":[{"start":"D","duration":-1,"every":{"day":1}}]}}"#,
      "tasks[0].schedule.elements[0].duration"
    ),
    (#"{"id":"t","timeZone":"Mars/X","schedule":{"perDay":1,"startDay":"D"}}"#, "tasks[0].timeZone"),
    (#"{"id":"t","schedule":{"dailyAtTime":"8:00","start":"D"}}"#, "tasks[0].schedule.dailyAtTime"),
    (#"{"id":"t","schedule":{"dailyAtTime":"24:00","start":"D"}}"#, "tasks[0].schedule.dailyAtTime"),
    (#"{"id":"t","knee":{"limb":"both"},"schedule":{"perDay":1,"startDay":"D"}}"#, "tasks[0].knee.limb"),
    (
      #"{"id":"t","knee":{"limb":"left","append":[{"id":"instruction"}]},"schedule":{"perDay":1,"startDay":"D"}}"#,
      "tasks[0].knee"
    ),
    (#"{"id":"t","extract":["range"],"schedule":{"perDay":1,"startDay":"D"}}"#, "tasks[0].extract"),
    (
      #"{"id":"t","knee":{"limb":"left"},"extract":["speed"],"schedule":{"perDay":1,"startDay":"D"}}"#,
      "tasks[0].extract[0]"
    ),
    (#"{"id":"t","survey":"s","schedule":{"perDay":1,"startDay":"D"}}"#, "tasks[0].survey"),
    (#"{"id":"t","requires":"t","schedule":{"perDay":1,"startDay":"D"}}"#, "tasks[0].requires"),
    (#"{"id":"t","requires":"u","schedule":{"perDay":1,"startDay":"D"}}"#, "tasks[0].requires"),
    (#"{"id":"","schedule":{"perDay":1,"startDay":"D"}}"#, "tasks[0].id"),
  ])
  func `a task that cannot be is refused with its path`(task: String, path: String) throws {
    let error = #expect(throws: PlanError.self) { try drafts(plan(task)) }
    #expect(error?.path == path)
  }

  @Test func `two tasks of one id are refused`() throws {
    let task = #"{"id":"t","schedule":{"perDay":1,"startDay":"D"}}"#
    let error = #expect(throws: PlanError.self) { try drafts(plan(task + "," + task)) }
    #expect(error == .invalid(path: "tasks[1].id", .duplicate("t")))
  }

  @Test func `text that is no JSON is refused with line and column`() throws {
    let error = #expect(throws: PlanError.self) { try PlanFile("{\n\"plan\" 1}") }
    guard case .syntax(let syntax)? = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    #expect(syntax.line == 2)
    #expect(error?.code == "invalidPlan")
  }

  @Test(arguments: [
    (#"{"id":"s","steps":[]}"#, "surveys[0].steps"),
    (#"{"id":"s","steps":[{"form":"f","items":[]}]}"#, "surveys[0].steps[0].items"),
    (
      #"{"id":"s","steps":[{"form":"f","items":[{"id":"a","boolean":true},{"id":"a","boolean":true}]}]}"#,
      "surveys[0].steps[0].items[1].id"
    ),
    (
      #"{"id":"s","steps":[{"form":"f","items":[{"id":"a","scala":[1,2,1]}]}]}"#,
      "surveys[0].steps[0].items[0].scala"
    ),
    (
      #"{"id":"s","steps":[{"instruction":"f"},{"form":"f","items":[{"id":"a","boolean":true}]}]}"#,
      "surveys[0].steps[1].form"
    ),
    (#"{"id":"s","steps":[{"form":"f","items":[{"id":"a"}]}]}"#, "surveys[0].steps[0].items[0]"),
    (item(#""boolean":true,"scale":[1,2,1]"#), "surveys[0].steps[0].items[0].boolean"),
    (item(#""scale":[1,2]"#), "surveys[0].steps[0].items[0].scale"),
    (item(#""scale":[5,5,1]"#), "surveys[0].steps[0].items[0].scale[1]"),
    (item(#""scale":[0,100,1]"#), "surveys[0].steps[0].items[0].scale[2]"),
    (item(#""scale":[0,10,0]"#), "surveys[0].steps[0].items[0].scale[2]"),
    (item(#""scale":[0,"x",1]"#), "surveys[0].steps[0].items[0].scale[1]"),
    (item(#""continuous":[35,2000],"digits":2"#), "surveys[0].steps[0].items[0].continuous[1]"),
    (item(#""boolean":true,"digits":2"#), "surveys[0].steps[0].items[0].digits"),
    (item(#""textScale":["one"]"#), "surveys[0].steps[0].items[0].textScale"),
    (item(#""choices":["one","one"]"#), "surveys[0].steps[0].items[0].choices"),
    (item(#""numeric":"roman""#), "surveys[0].steps[0].items[0].numeric"),
    (item(#""numeric":{"style":"integer","min":3,"max":1}"#), "surveys[0].steps[0].items[0].numeric.max"),
    (item(#""date":{"earliest":"30 February"}"#), "surveys[0].steps[0].items[0].date.earliest"),
    (item(#""textAnswer":{"maxLength":0}"#), "surveys[0].steps[0].items[0].textAnswer"),
    (item(#""boolean":true,"default":{"a":1}"#), "surveys[0].steps[0].items[0].default"),
    (item(#""boolean":true,"text":{"english":"Pain"}"#), "surveys[0].steps[0].items[0].text.english"),
    (item(#""boolean":true,"visibleIf":{"item":"zz","answered":true}"#), "surveys[0]"),
    (
      #"{"id":"s","rules":[{"after":"f","goTo":"g"}],"steps":[{"form":"f","items":[{"id":"a","boolean":true}]}]}"#,
      "surveys[0]"
    ),
  ])
  func `a survey that cannot be asked is refused with its path`(survey: String, path: String) throws {
    let error = #expect(throws: PlanError.self) {
      try PlanFile(#"{"plan":"p","tasks":[],"surveys":[\#(survey)]}"#)
    }
    #expect(error?.path == path)
  }

  private static func item(_ format: String) -> String {
    #"{"id":"s","steps":[{"form":"f","items":[{"id":"a",\#(format)}]}]}"#
  }

  @Test func `a refusal knows the line of the file`() throws {
    let text = """
      { "plan": "p",
        "tasks": [
          { "id": "t",
            "schedule": { "elements": [
              { "start": "D", "every": { "day": 1 } },
              { "start": "D",
                "every": { "day": 0 } } ] } } ] }
      """
    let error = #expect(throws: PlanError.self) { try drafts(text) }
    #expect(error?.path == "tasks[0].schedule.elements[1].every")
    #expect(error?.line(in: Array(text.utf8)) == 7)
  }

  @Test func `all that is wrong is told at once`() throws {
    let text = #"""
      {"plan":"p","surveys":[{"id":"s","steps":[]}],"tasks":[
      {"id":"a","survey":"s","schedule":{"perDay":0,"startDay":"D"}},
      {"id":"b","schedule":{"perDay":1,"startDay":"yesterday"}},
      {"id":"c","schedule":{"perDay":1,"startDay":"D"}}]}
      """#
    let problems = PlanFile.problems(in: Array(text.utf8), occasion)
    #expect(
      problems.map(\.path) == ["surveys[0].steps", "tasks[0].schedule.perDay", "tasks[1].schedule.startDay"])
    #expect(problems.map { $0.line(in: Array(text.utf8)) } == [1, 2, 3])
    #expect(try PlanFile.problems(in: CareFixture.shippedPlan("symptoms"), occasion).isEmpty)
  }

  @Test func `every field of a task is read`() throws {
    let task = #"""
      {"id":"t","title":{"en":"Walk","de":"Gehen"},"text":"x","instructions":"y","asset":{"kind":"image","url":"a.png"},
      "tint":"red","groupIdentifier":"g","tags":["one"],"remoteId":"r","carePlan":"c","usableAfterwards":false,
      "completionMode":"custom","custom":{"buttons":["A","B"],"actions":["done","cancel"]},"extract":"taps",
      "details":{"room":4},"schedule":{"perDay":1,"startDay":"D"}}
      """#
    let content = try drafts(plan(task))[0].content
    #expect(content.title == "Walk")
    #expect(content.worded(in: .german).title == "Gehen")
    #expect(content.asset == TaskAsset(kind: .image, url: "a.png"))
    #expect([content.tint, content.remoteID, content.carePlan] == ["red", "r", "c"])
    #expect(!content.isUsableAfterwards)
    #expect(content.panel?.buttons == ["A", "B"])
    #expect(content.details["details"]?["room"] == .integer(4))
  }
}
