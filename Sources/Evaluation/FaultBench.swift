import Inertial
import Orientation

/// The fault table: what damaged samples cost, and whether it was told.
public enum FaultBench {
  /// The ways that are held to the table.
  public static let methods = [
    FilterMethod(.online), FilterMethod(.vqf, isOffline: true), FilterMethod(.smoother),
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
      return FaultLine(key, members[key] ?? [], clean: wholeMean(clean.map(\.score?.error)))
    }
  }
}

extension OrientationScore {
  /// The total; the inclination where the heading is free.
  var error: Double { total ?? inclination }
}
