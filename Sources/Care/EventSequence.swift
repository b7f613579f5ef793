/// A schedule under given zones: the merged, numbered list of its events.
public struct EventSequence: Sendable {
  private let zones: ScheduleZones
  private let elements: [ElementSequence]

  public init(_ schedule: Schedule, _ zones: ScheduleZones) {
    self.zones = zones
    elements = schedule.elements.map { ElementSequence($0, zones) }
  }

  /// What is going on in a window: starts before `to` and ends at or after `from`.
  ///
  /// An element that has closed by `from` gives nothing, even if an event of it still runs.
  public func overlapping(from: Instant, to: Instant) -> [ScheduleEvent] {
    occurrences { element in
      if let closing = element.closing, closing <= from { return [] }
      return element.run(from: element.count(before: from, by: element.end), startingBefore: to)
    }
  }

  /// Events that start in [lower, upper).
  public func starting(from lower: Instant, to upper: Instant) -> [ScheduleEvent] {
    occurrences { $0.run(from: $0.count(before: lower, by: $0.start), startingBefore: upper) }
  }

  /// Events that start on a local day of the reader.
  public func events(on day: LocalDate) -> [ScheduleEvent] {
    let (start, next) = zones.reader.bounds(of: day)
    return starting(from: start, to: next)
  }

  /// From the schedule's beginning; fewer if it ends.
  public func first(_ count: Int) -> [ScheduleEvent] {
    var next = elements.map { _ in 0 }
    var found: [ScheduleEvent] = []
    while found.count < count {
      let candidates = elements.indices.compactMap { index in
        elements[index].event(next[index], number: found.count, element: index)
      }
      guard let event = candidates.min(by: { $0.ownedFrom < $1.ownedFrom }) else { break }
      next[event.element] += 1
      found.append(event)
    }
    return found
  }

  /// The event with this number; nil past the end, and for a negative number.
  public func event(number: Int) -> ScheduleEvent? {
    guard number >= 0, let moment = moment(ofNumber: number) else { return nil }
    var reached = elements.reduce(0) { $0 + $1.count(before: moment, by: $1.ownedFrom) }
    for (index, element) in elements.enumerated() {
      let first = element.count(before: moment, by: element.ownedFrom)
      let last = element.count(before: moment.advanced(byMilliseconds: 1), by: element.ownedFrom)
      if number < reached + last - first {
        return element.event(first + number - reached, number: number, element: index)
      }
      reached += last - first
    }
    return nil
  }

  /// The earliest start of any element, also of one that ends before its first event.
  public var start: Instant { elements.map(\.firstStart).min() ?? Instant.latest }

  /// The latest end of any element; nil if one is endless.
  public var end: Instant? {
    elements.reduce(Instant.earliest as Instant?) { latest, element in
      latest.flatMap { latest in element.closing.map { max(latest, $0) } }
    }
  }

  /// Between start and end, also on a day without events.
  public func exists(on day: LocalDate) -> Bool {
    EventSequence.exists(from: start, to: end, during: zones.reader.bounds(of: day))
  }

  static func exists(from start: Instant, to end: Instant?, during day: (start: Instant, next: Instant))
    -> Bool
  {
    start < day.next && (end.map { $0 > day.start } ?? true)
  }
}

extension EventSequence {
  private func occurrences(_ run: (ElementSequence) -> [Int]) -> [ScheduleEvent] {
    var found: [ScheduleEvent] = []
    for (index, element) in elements.enumerated() {
      found += run(element).compactMap { n in
        element.event(n, number: n, element: index)
      }
    }
    guard elements.count > 1 else { return found }
    return found.map(numbered).sorted { $0.number < $1.number }
  }

  /// Counts what the other elements put before it; ties keep the listed order of the elements.
  private func numbered(_ event: ScheduleEvent) -> ScheduleEvent {
    var event = event
    for (index, element) in elements.enumerated() where index != event.element {
      let bound = index < event.element ? event.ownedFrom.advanced(byMilliseconds: 1) : event.ownedFrom
      event.number += element.count(before: bound, by: element.ownedFrom)
    }
    return event
  }

  /// The earliest moment by which more than `number` events have begun.
  private func moment(ofNumber number: Int) -> Instant? {
    if elements.count == 1 { return elements[0].ownedFrom(number) }
    func begun(by instant: Int64) -> Int {
      let bound = Instant(milliseconds: instant + 1)
      return elements.reduce(0) { $0 + $1.count(before: bound, by: $1.ownedFrom) }
    }
    var before = Instant.earliest.milliseconds
    var after = Instant.latest.milliseconds
    guard begun(by: after) > number else { return nil }
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if begun(by: middle) > number { after = middle } else { before = middle }
    }
    return Instant(milliseconds: after)
  }
}

extension ElementSequence {
  /// Occurrence indices from `first` while they start before `bound`.
  fileprivate func run(from first: Int, startingBefore bound: Instant) -> [Int] {
    var indices: [Int] = []
    while let start = start(first + indices.count), start < bound { indices.append(first + indices.count) }
    return indices
  }
}

extension Zone {
  /// [00:00, next 00:00) of a date.
  public func bounds(of day: LocalDate) -> (start: Instant, next: Instant) {
    (start(of: day), day.adding(days: 1).map(start(of:)) ?? Instant.latest)
  }
}
