/// One fault by one method over all recordings. Degrees.
public struct FaultLine: Sendable {
  struct Key: Hashable {
    var fault: FilterFault
    var method: FilterMethod
  }

  public var fault: FilterFault
  public var method: FilterMethod
  /// nil for 6D, when a recording failed, or when every one was refused; of a field that was calibrated the mean over those
  /// that could be.
  public var total: Double?
  public var inclination: Double?
  /// The same of the clean recordings; for 6D the inclination.
  public var clean: Double?
  public var recordings: Int
  public var failed: Int
  public var refused: Int
  /// Recordings that told what they owe.
  public var told: Int
  /// Rows at a rail that were marked.
  public var marked: (rows: Int, of: Int)?
  /// Recordings with rows at a rail that are not marked and could be.
  public var unmarked: Int
  /// Recordings whose field was calibrated, and those that say why it cannot be; nil where nobody asked.
  public var calibrated: (recordings: Int, refused: Int)?

  init(_ key: Key, _ outcomes: [FaultOutcome], clean: Double?) {
    fault = key.fault
    method = key.method
    self.clean = clean
    recordings = outcomes.count
    failed = outcomes.count { $0.failure != nil }
    refused = outcomes.count { $0.refusal != nil }
    told = outcomes.count { $0.isTold }
    let rails = outcomes.compactMap(\.marked)
    unmarked = outcomes.count { !$0.isMarked }
    marked = rails.isEmpty ? nil : (rails.reduce(0) { $0 + $1.rows }, rails.reduce(0) { $0 + $1.of })
    let asked = outcomes.filter { $0.fieldCalibration != nil }
    let chosen = asked.isEmpty ? outcomes : outcomes.filter { $0.fieldCalibration?.offset != nil }
    calibrated = asked.isEmpty ? nil : (chosen.count, asked.count - chosen.count)
    guard failed == 0 else { return }
    total = wholeMean(chosen.map(\.score?.total))
    inclination = wholeMean(chosen.map(\.score?.inclination))
  }

  public var limit: FaultLimit {
    if method.filter == .smoother { return fault.smoother }
    return method.isOffline ? fault.offline : fault.online
  }

  /// The table has two decimals.
  private static let rounding = 0.005

  /// Largest error that the limit allows [deg]: of the total, for 6D of the inclination. nil where the limit demands a
  /// refusal, or is a total that 6D does not have.
  public var largest: Double? {
    switch limit {
    case .aboveClean(let more): clean.map { $0 + more }
    case .total(let total), .totalAndInclination(let total, _): method.usesField ? total : nil
    case .refused: nil
    }
  }

  /// Whether the limit holds and everything owed was told; nil where only a total is limited and there is none.
  ///
  /// Every row at a rail has to be marked. A field that was to be calibrated is so or says why not; the limit is of those
  /// that could be, and where none could there is nothing to hold it to.
  public var isMet: Bool? {
    guard failed == 0, told == recordings, recordings > 0 else { return false }
    if limit == .refused { return refused == recordings }
    if unmarked > 0 { return false }
    if let calibrated {
      guard calibrated.recordings + calibrated.refused == recordings else { return false }
      if calibrated.recordings == 0 { return nil }
    }
    guard let largest else { return nil }
    guard let error = method.usesField ? total : inclination, error <= largest + Self.rounding else {
      return false
    }
    if case .totalAndInclination(_, let most) = limit {
      return (inclination ?? .infinity) <= most + Self.rounding
    }
    return true
  }
}
