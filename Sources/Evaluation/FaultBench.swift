import Inertial
import Orientation

/// The fault table: what damaged samples cost, and whether it was told.
public enum FaultBench {
  /// The ways that are held to the table.
  public static let methods = [
    FilterMethod(.online), FilterMethod(.vqf, isOffline: true), FilterMethod(.smoother, isOffline: true),
  ]

  /// Every fault and method on each sensor with a reference, the clean recording first; without a magnetometer 6D and no
  /// fault of the field.
  ///
  /// - Parameter progress: told before each fault.
  public static func run(
    _ input: FilterBenchInput, faults: [FilterFault] = FilterFault.all, methods: [FilterMethod] = methods,
    progress: (FilterFault) -> Void = { _ in }
  ) -> [FaultOutcome] {
    guard !methods.isEmpty else { return [] }
    return input.recording.sensors.compactMap { FaultTrial(input, $0) }.flatMap { trial in
      ([.clean] + faults.filter { $0.number > 0 }).flatMap { fault -> [FaultOutcome] in
        progress(fault)
        return trial.hasField || !fault.change.needsField ? trial.outcomes(fault, methods) : []
      }
    }
  }

  /// Means over the recordings, in the order of the table.
  public static func lines(_ outcomes: [FaultOutcome]) -> [FaultLine] {
    var order: [FaultLine.Key] = []
    var members: [FaultLine.Key: [FaultOutcome]] = [:]
    for outcome in outcomes {
      let key = FaultLine.Key(fault: outcome.fault, method: outcome.method)
      if members[key] == nil { order.append(key) }
      members[key, default: []].append(outcome)
    }
    return order.map { key in
      let clean = members[FaultLine.Key(fault: .clean, method: key.method)] ?? []
      return FaultLine(key, members[key] ?? [], clean: FaultLine.mean(clean.map(\.score?.error)))
    }
  }
}

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
  /// Recordings whose field was calibrated; nil where nobody asked.
  public var calibrated: Int?

  init(_ key: Key, _ outcomes: [FaultOutcome], clean: Double?) {
    fault = key.fault
    method = key.method
    self.clean = clean
    recordings = outcomes.count
    failed = outcomes.count { $0.failure != nil }
    refused = outcomes.count { $0.refusal != nil }
    told = outcomes.count { $0.isTold }
    let rails = outcomes.compactMap(\.marked)
    marked = rails.isEmpty ? nil : (rails.reduce(0) { $0 + $1.rows }, rails.reduce(0) { $0 + $1.of })
    let asked = outcomes.filter { $0.fieldCalibration != nil }
    let chosen = asked.isEmpty ? outcomes : outcomes.filter { $0.fieldCalibration?.offset != nil }
    calibrated = asked.isEmpty ? nil : chosen.count
    guard failed == 0 else { return }
    total = Self.mean(chosen.map(\.score?.total))
    inclination = Self.mean(chosen.map(\.score?.inclination))
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
  public var isMet: Bool? {
    guard failed == 0, told == recordings, recordings > 0 else { return false }
    if limit == .refused { return refused == recordings }
    guard let largest else { return nil }
    guard let error = method.usesField ? total : inclination, error <= largest + Self.rounding else {
      return false
    }
    if case .totalAndInclination(_, let most) = limit {
      return (inclination ?? .infinity) <= most + Self.rounding
    }
    return true
  }

  /// nil when a value is missing or there is none.
  static func mean(_ values: [Double?]) -> Double? {
    let known = values.compactMap { $0 }
    guard known.count == values.count, !known.isEmpty else { return nil }
    return known.reduce(0, +) / Double(known.count)
  }
}

extension OrientationScore {
  /// The total; the inclination where the heading is free.
  var error: Double { total ?? inclination }
}
