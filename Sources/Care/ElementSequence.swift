/// The occurrences of one element under given zones, each computed from the first start.
struct ElementSequence: Sendable {
  let element: ScheduleElement
  private let zones: ScheduleZones
  private let zone: Zone
  private let first: Instant
  private let clock: LocalTime

  init(_ element: ScheduleElement, _ zones: ScheduleZones) {
    self.element = element
    self.zones = zones
    switch element.extent {
    case .timed(let start, _, _):
      zone = element.timeZone ?? zones.task ?? zones.reader
      first = start.first(in: zone)
      clock = start.clock(in: zone)
    case .allDay(let date, _):
      zone = zones.reader
      first = zones.reader.start(of: date)
      clock = LocalTime(date: date)
    }
  }

  /// The date of an all-day occurrence; nil past the end.
  func date(_ n: Int) -> LocalDate? {
    guard case .allDay(let first, let last) = element.extent else { return nil }
    let date = element.every.date(n, after: first)
    return date.flatMap { date in last.map { date <= $0 } ?? true ? date : nil }
  }

  /// As the reader sees it; nil past the end.
  func start(_ n: Int) -> Instant? {
    switch element.extent {
    case .allDay: return date(n).map { zones.reader.start(of: $0) }
    case .timed(_, let end, _):
      let start = element.every.instant(n, after: first, clock: clock, in: zone)
      return start.flatMap { start in end.map { start < $0 } ?? true ? start : nil }
    }
  }

  /// Orders and owns; the same for every reader.
  func ownedFrom(_ n: Int) -> Instant? {
    element.isAllDay ? date(n).map { zones.owner.start(of: $0) } : start(n)
  }

  /// An all-day event ends at 23:59:59 of its date, a timed one after its duration of elapsed time.
  func end(_ n: Int) -> Instant? {
    switch element.extent {
    case .allDay:
      return date(n).map { zones.reader.instant(at: LocalTime(date: $0, milliseconds: 86_399_000)) }
    case .timed(_, _, let seconds): return start(n)?.advanced(bySeconds: seconds)
    }
  }

  /// Event 0 as it would be without an end.
  var firstStart: Instant { first }

  /// The end of a timed element, or the midnight after the last date; nil if endless.
  var closing: Instant? {
    switch element.extent {
    case .timed(_, let end, _): return end
    case .allDay(_, let last):
      return last.map { last in last.adding(days: 1).map(zones.reader.start(of:)) ?? Instant.latest }
    }
  }

  func event(_ n: Int, number: Int, element index: Int) -> ScheduleEvent? {
    guard let start = start(n), let end = end(n), let owned = ownedFrom(n) else { return nil }
    return ScheduleEvent(
      number: number, element: index, label: element.label, start: start, end: end, date: date(n),
      ownedFrom: owned, targets: element.targets)
  }

  /// How many occurrences lie before `instant` by a moment that never falls with n; also the first one that does not.
  func count(before instant: Instant, by moment: (Int) -> Instant?) -> Int {
    func isBefore(_ n: Int) -> Bool { moment(n).map { $0 < instant } ?? false }
    let span = Double(instant.milliseconds - first.milliseconds) / element.every.meanMilliseconds
    let guess = Int(min(max(span, 0), 1e15))
    var low = -1
    var high = guess
    var step = 1
    if isBefore(guess) {
      low = guess
      high = guess + 1
      while isBefore(high) { (low, high, step) = (high, high + step * 2, step * 2) }
    } else {
      while high > 0, !isBefore(max(0, high - step)) { (high, step) = (max(0, high - step), step * 2) }
      low = high > 0 ? max(0, high - step) : -1
    }
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if isBefore(middle) { low = middle } else { high = middle }
    }
    return high
  }
}
