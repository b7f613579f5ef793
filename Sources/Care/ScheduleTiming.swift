/// One schedule element as a FHIR Timing says it; the text of it is written elsewhere.
public struct ScheduleTiming: Hashable, Sendable {
  /// Unit codes of FHIR: second, minute, hour, day, week, month, year.
  public enum Unit: String, Hashable, Sendable, CaseIterable { case s, min, h, d, wk, mo, a }

  /// nil for a mixed interval (1 day 12 hours), which a Timing can only list.
  public var period: Int?
  public var periodUnit: Unit?
  public var duration: Double
  public var durationUnit: Unit

  public init(period: Int?, periodUnit: Unit?, duration: Double, durationUnit: Unit) {
    self.period = period
    self.periodUnit = periodUnit
    self.duration = duration
    self.durationUnit = durationUnit
  }

  public init(_ element: ScheduleElement) {
    let units = CalendarInterval.Unit.allCases.filter { element.every[$0] > 0 }
    if units.count == 1 {
      period = element.every[units[0]]
      periodUnit = Unit(units[0])
    }
    switch element.extent {
    case .allDay: (duration, durationUnit) = (1, .d)
    case .timed(_, _, let seconds): (duration, durationUnit) = (seconds, .s)
    }
  }

  /// What a Timing repeats.
  public struct Repetition: Hashable, Sendable {
    public var every: CalendarInterval
    /// [s]; nil is all day.
    public var seconds: Double?

    public init(every: CalendarInterval, seconds: Double?) {
      self.every = every
      self.seconds = seconds
    }
  }

  /// A duration of one day is all day; every other one becomes seconds.
  public func repetition() throws(CareError) -> Repetition {
    guard let period, let periodUnit else {
      throw .invalidSchedule(element: nil, field: "period", .missing)
    }
    let every = try CalendarInterval([periodUnit.calendarUnit: period])
    if duration == 1, durationUnit == .d { return Repetition(every: every, seconds: nil) }
    guard let length = durationUnit.seconds, duration >= 0,
      duration * length <= ScheduleElement.longestSeconds
    else { throw .invalidSchedule(element: nil, field: "duration", .outOfRange) }
    return Repetition(every: every, seconds: duration * length)
  }
}

extension Schedule {
  /// One a element, in their order, never merged.
  public var timings: [ScheduleTiming] { elements.map(ScheduleTiming.init) }
}

extension ScheduleTiming.Unit {
  private static let pairs: [(ScheduleTiming.Unit, CalendarInterval.Unit)] = [
    (.s, .second), (.min, .minute), (.h, .hour), (.d, .day), (.wk, .week), (.mo, .month), (.a, .year),
  ]

  init(_ unit: CalendarInterval.Unit) { self = Self.pairs.first { $0.1 == unit }!.0 }

  var calendarUnit: CalendarInterval.Unit { Self.pairs.first { $0.0 == self }!.1 }

  /// Length [s]; months and years have none.
  var seconds: Double? {
    switch self {
    case .s: 1
    case .min: 60
    case .h: 3600
    case .d: 86_400
    case .wk: 604_800
    case .mo, .a: nil
    }
  }
}
