import Care
import Testing

@Suite struct `A plan of CareKit 1` {
  private func day(_ text: String) -> LocalDate { LocalDate(text)! }

  @Test func `repeats by days with pauses, its end day included`() throws {
    let schedule = try V1Schedule(
      .daily(2, skipDays: 2), start: day("2026-02-27"), end: day("2026-03-05"))
    let counts = ["2026-02-26", "2026-02-27", "2026-02-28", "2026-03-02", "2026-03-05", "2026-03-08"].map {
      schedule.count(on: day($0))
    }
    #expect(counts == [0, 2, 0, 2, 2, 0])
    #expect(schedule.dayNumber(of: day("2026-03-02")) == 3)
  }

  @Test func `repeats by weeks that begin on Sunday and are counted from that of the start`() throws {
    // 2026-03-04 is a Wednesday; its week began on 1 March.
    let schedule = try V1Schedule(.weekly([1, 2, 3, 4, 5, 6, 7], skipWeeks: 1), start: day("2026-03-04"))
    let counts = ["2026-03-01", "2026-03-04", "2026-03-07", "2026-03-08", "2026-03-14", "2026-03-15"].map {
      schedule.count(on: day($0))
    }
    #expect(counts == [0, 4, 7, 0, 0, 1])
  }

  @Test func `is refused when it could not be meant`() {
    #expect(throws: CareError.self) { try V1Schedule(.weekly([1], skipWeeks: 0), start: day("2026-03-02")) }
    #expect(throws: CareError.self) { try V1Schedule(.daily(-1, skipDays: 0), start: day("2026-03-02")) }
    #expect(throws: CareError.self) { try V1Schedule(.daily(1, skipDays: -1), start: day("2026-03-02")) }
    #expect(throws: CareError.self) {
      try V1Schedule(.daily(1, skipDays: 0), start: day("2026-03-02"), end: day("2026-03-01"))
    }
  }

  @Test func `keeps the state and result that are passed`() throws {
    var event = V1Event(state: .completed, result: try V1Result(valueString: "4", unitString: "taps"))
    event.update(state: .notCompleted, result: event.result)
    #expect(event.result?.valueString == "4")
    event.update(state: .notCompleted, result: nil)
    #expect(event == V1Event(state: .notCompleted))
    #expect(!V1Event(state: .completed).canRetake(resultResettable: false))
    #expect(V1Event(state: .notCompleted).canRetake(resultResettable: false))
    #expect(throws: CareError.self) { try V1Result(valueString: "", values: [1, 2, 3]) }
  }

  @Test func `has week values of its own`() {
    let optional = V1Adherence.Count(total: 4, completed: 0, isOptional: true)
    let half = V1Adherence.Count(total: 4, completed: 2)
    #expect(V1Adherence.value(of: [optional, half], isFuture: false) == 0.5)
    #expect(V1Adherence.value(of: [optional], isFuture: false) == 1)
    #expect(V1Adherence.value(of: [half], isFuture: true) == 0)
    #expect(!V1Adherence.fires(threshold: 0.8, share: 0.8))
    #expect(V1Adherence.fires(threshold: 0.8, share: 0.8.nextDown))
  }
}

@Suite struct `A timing of FHIR` {
  @Test func `gives the interval and the duration back`() throws {
    let weekly = ScheduleTiming(period: 2, periodUnit: .wk, duration: 30, durationUnit: .min)
    #expect(try weekly.repetition() == .init(every: CalendarInterval([.week: 2]), seconds: 1800))
    let allDay = ScheduleTiming(period: 1, periodUnit: .d, duration: 1, durationUnit: .d)
    #expect(try allDay.repetition().seconds == nil)
    let day = ScheduleTiming(period: 1, periodUnit: .d, duration: 86_400, durationUnit: .s)
    #expect(try day.repetition().seconds == 86_400, "a timed event of 24 hours is not all day")
    for bad in [
      ScheduleTiming(period: 0, periodUnit: .d, duration: 1, durationUnit: .h),
      ScheduleTiming(period: nil, periodUnit: nil, duration: 1, durationUnit: .h),
      ScheduleTiming(period: 1, periodUnit: .d, duration: -1, durationUnit: .h),
      ScheduleTiming(period: 1, periodUnit: .d, duration: 1, durationUnit: .mo),
      ScheduleTiming(period: 1, periodUnit: .d, duration: .nan, durationUnit: .h),
    ] {
      #expect(throws: CareError.self) { try bad.repetition() }
    }
  }

  @Test(arguments: CalendarInterval.Unit.allCases)
  func `is made for each element and reads back`(unit: CalendarInterval.Unit) throws {
    let every = try CalendarInterval([unit: 3])
    let start = ScheduleElement.Start.instant(Instant(milliseconds: 0))
    let timed = try ScheduleElement(extent: .timed(start, end: nil, seconds: 90), every: every)
    let timings = try Schedule([timed, timed]).timings
    #expect(timings.count == 2)
    #expect(try timings[0].repetition() == .init(every: every, seconds: 90))
    let mixed = try ScheduleElement(
      extent: .timed(start, end: nil, seconds: 90), every: CalendarInterval([.day: 1, .hour: 12]))
    #expect(ScheduleTiming(mixed).period == nil)
  }
}
