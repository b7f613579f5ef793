import Foundation

/// Which outcomes. The engine finds versions by everything but `details`, which speak of the current row.
public struct OutcomeFilter: Hashable, Sendable {
  public var participant: ParticipantID
  public var task: String?
  public var event: EventKey?
  public var outcome: UUID?
  /// Days of the reader: all-day events by their date, others by their start.
  public var days: ClosedRange<LocalDate>?
  public var reader: Zone
  /// Only those whose event starts at or after this instant.
  public var startingFrom: Instant?
  /// Only those whose details hold all of these, as a member of the map or of a map inside it.
  public var details: [Detail.Entry]

  public init(
    participant: ParticipantID, task: String? = nil, event: EventKey? = nil, outcome: UUID? = nil,
    days: ClosedRange<LocalDate>? = nil, reader: Zone = .utc, startingFrom: Instant? = nil,
    details: [Detail.Entry] = []
  ) {
    self.participant = participant
    self.task = task
    self.event = event
    self.outcome = outcome
    self.days = days
    self.reader = reader
    self.startingFrom = startingFrom
    self.details = details
  }
}

extension OutcomeFilter {
  func fits(_ details: Detail) -> Bool { self.details.allSatisfy { details.holds($0) } }
}

extension Detail {
  /// As a member of this map, or of a map inside it.
  public func holds(_ wanted: Entry) -> Bool {
    guard case .map(let entries) = self else { return false }
    return entries.contains { entry in
      (entry.key == wanted.key && entry.value == wanted.value) || entry.value.holds(wanted)
    }
  }
}
