import Care

/// Which event somebody means: of a task, on a day, and where the day has several, by its number.
public struct EventChoice: Hashable, Sendable {
  public var task: String
  /// nil: the event is named by its number alone, whatever its day.
  public var day: LocalDate?
  /// As `event list` shows it. nil: the first of the day on which the act is possible.
  public var occurrence: Int?

  public init(task: String, day: LocalDate?, occurrence: Int? = nil) {
    self.task = task
    self.day = day
    self.occurrence = occurrence
  }
}

extension CareRecords {
  /// The event that is meant.
  ///
  /// - Parameter wanted: which of several events of a day is taken where none is named; else the last of the day.
  /// - Throws: `unknownTask`, `deletedTask`, `noSuchOccurrence`, and `nothingDue` for a day without an event.
  func chosen(
    _ choice: EventChoice, _ occasion: Occasion, where wanted: (CareEvent) -> Bool
  ) throws -> CareEvent {
    guard let chain = try chain(of: occasion.participant, task: choice.task) else {
      throw CareError.unknownTask(id: choice.task)
    }
    if chain.isDeleted { throw CareError.deletedTask(id: choice.task) }
    let missing = choice.occurrence.map {
      CareError.noSuchOccurrence(task: choice.task, occurrence: $0)
    }
    guard let day = choice.day ?? (choice.occurrence == nil ? occasion.today : nil) else {
      // Numbers restart with each version: the newest version that rules at such an event is meant.
      for version in chain.versions.reversed() {
        let key = EventKey(taskVersion: version.uuid, occurrence: choice.occurrence ?? 0)
        if let event = try event(key, occasion) { return event }
      }
      throw missing ?? .unknownTask(id: choice.task)
    }
    let events = try events(of: chain, on: day, occasion)
    if let number = choice.occurrence, let missing {
      guard let event = events.first(where: { $0.occurrence.number == number }) else { throw missing }
      return event
    }
    guard let event = events.first(where: wanted) ?? events.last else {
      throw CareError.nothingDue(task: choice.task, day: day)
    }
    return event
  }
}
