/// The share of a day's due events that were done.
public enum DayAdherence: Hashable, Sendable {
  /// No task that counts exists on the day.
  case noTasks
  /// Tasks exist, but nothing starts on the day: neither 0 nor 100 %.
  case noEvents
  /// 0...1.
  case share(Double)

  /// From the events that count and start on the day; completed ones have an outcome.
  public static func day(
    _ day: LocalDate, of chains: [TaskChain], reader: Zone, isCompleted: (EventKey) -> Bool
  ) -> DayAdherence {
    let counting = chains.filter { $0.version(on: day, reader: reader)?.content.impactsAdherence ?? false }
    if counting.isEmpty { return .noTasks }
    let events = counting.flatMap { $0.events(on: day, reader: reader) }
      .filter(\.task.content.impactsAdherence)
    if events.isEmpty { return .noEvents }
    let done = events.count { isCompleted($0.key) }
    return .share(Double(done) / Double(events.count))
  }

  /// Of each local day that [from, to) touches; every day asks the versions in force on it.
  ///
  /// - Parameters:
  ///   - events: all that start in the window, with their answers, in order.
  ///   - metric: 0...1 of one event; an event that is open counts 0, whatever the metric says.
  static func days(
    touchedFrom from: Instant, to: Instant, of chains: [TaskChain], events: [CareEvent], reader: Zone,
    metric: (CareEvent) -> Double
  ) -> [(day: LocalDate, adherence: DayAdherence)] {
    let rulers = chains.map { RulingVersions(of: $0, reader: reader) }
    var rest = events[...]
    return days(touchedFrom: from, to: to, in: reader).map { day in
      let bounds = reader.bounds(of: day)
      let today = rest.prefix { $0.occurrence.start < bounds.next }
      rest = rest.dropFirst(today.count)
      let ruling = rulers.compactMap { $0.version(during: bounds) }
      let counting = Set(ruling.filter(\.content.impactsAdherence).map(\.id))
      if counting.isEmpty { return (day, .noTasks) }
      let due = today.filter { counting.contains($0.task.id) && $0.task.content.impactsAdherence }
      if due.isEmpty { return (day, .noEvents) }
      let sum = due.reduce(0) { $0 + ($1.isCompleted ? metric($1) : 0) }
      return (day, .share(sum / Double(due.count)))
    }
  }

  /// Each local day that [from, to) touches; a window that ends at midnight adds no extra day.
  public static func days(touchedFrom from: Instant, to: Instant, in reader: Zone) -> [LocalDate] {
    guard from < to else { return [] }
    let last = reader.date(at: to.advanced(byMilliseconds: -1))
    var days = [reader.date(at: from)]
    while let day = days.last, day < last, let next = day.adding(days: 1) { days.append(next) }
    return days
  }

  public var share: Double? {
    if case .share(let share) = self { share } else { nil }
  }
}

/// How the ring of a day is drawn.
public enum RingState: Hashable, Sendable {
  case dimmed
  case empty
  case zero
  case fraction(Double)

  public init(_ adherence: DayAdherence, isFuture: Bool) {
    self =
      switch adherence {
      case .noTasks: .dimmed
      case .noEvents: .empty
      case .share(let share) where share > 0: .fraction(share)
      case .share: isFuture ? .empty : .zero
      }
  }
}

/// What is said of one day: nothing due is a state of its own.
public enum DaySummary: Hashable, Sendable {
  case nothingDue
  case fraction(Double)

  /// The mean over the day's events.
  public init(fractions: [Double]) {
    self =
      fractions.isEmpty
      ? .nothingDue : .fraction(fractions.reduce(0, +) / Double(fractions.count))
  }
}

/// Days after today are shown and cannot be used.
public enum FutureDays {
  public static let opacity = 0.4

  /// By local date, not by instant.
  public static func isFuture(_ instant: Instant, now: Instant, reader: Zone) -> Bool {
    reader.date(at: instant) > reader.date(at: now)
  }
}
