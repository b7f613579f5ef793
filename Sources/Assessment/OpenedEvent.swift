import Care

/// An event whose survey, measurement or panel somebody has opened: what is done goes to this very event.
public struct OpenedEvent: Hashable, Sendable {
  public let event: CareEvent
  public let extractor: Extractor

  /// Refuses what may not be answered; a completed event that may be taken again is opened for a new version.
  public init(_ event: CareEvent, extractor: Extractor, _ circumstances: EventCircumstances) throws(CareError)
  {
    try EventRules.checkMayAnswer(event, circumstances)
    self.event = event
    self.extractor = extractor
  }

  /// Stores the values, details and state of a completed task in one transaction; everything else stores nothing.
  ///
  /// - Parameter result: of the task; a reason other than `completed` does not look at it.
  public func finish(
    _ reason: FinishReason, result: TaskResult?, in store: some OutcomeStore, _ occasion: Occasion
  ) async -> TaskFinish {
    guard reason.givesResult, let result else { return .nothing(reason) }
    do {
      guard let extraction = try extractor.extract(from: result, createdDate: occasion.now) else {
        return .noOutcome
      }
      return .saved(
        try await store.write(as: occasion.actor, at: occasion.now) { ledger in
          try ledger.save(extraction, to: event, occasion)
        })
    } catch {
      return .failed(error)
    }
  }
}

/// How a task ended, told once.
public enum TaskFinish: Sendable {
  case saved(Outcome)
  /// The extractor gave nothing to store.
  case noOutcome
  /// Cancelled, or left in another way than by completing it.
  case nothing(FinishReason)
  /// Nothing was stored.
  case failed(any Error)

  public enum Callback: String, Hashable, Sendable { case success, failure }

  /// What a card is told; nil where nothing was to be stored.
  public var callback: Callback? {
    switch self {
    case .saved: .success
    case .failed: .failure
    case .noOutcome, .nothing: nil
    }
  }
}

extension CareLedger {
  /// A first answer adds the outcome. An answer that was there when the event was opened gets a new version; one that has
  /// appeared since is not overwritten.
  fileprivate func save(_ extraction: Extraction, to event: CareEvent, _ occasion: Occasion) throws -> Outcome
  {
    guard let opened = event.outcome, let current = try liveOutcome(of: event.key, occasion.participant),
      current.id == opened.id
    else {
      return try addOutcome(
        to: event.key, values: extraction.values, details: extraction.details, occasion)
    }
    return try updateOutcome(
      current.id, values: extraction.values, details: extraction.details,
      effectiveDate: max(occasion.now, current.effectiveDate), occasion)
  }
}
