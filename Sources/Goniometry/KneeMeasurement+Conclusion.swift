import Inertial
import KneeJoint

extension KneeMeasurement {
  /// Inside a hole there is no value, whatever was bridged for the filter's sake.
  private mutating func blankHoles() {
    for flag in flags where flag.effect == .stop {
      guard let span = flag.span else { continue }
      for row in time.indices where time[row] > span.lowerBound && time[row] < span.upperBound {
        angle[row] = .nan
      }
    }
  }

  /// Drops the rows that are not samples, blanks what a flag stops, and takes repetitions and range.
  mutating func conclude(usable: [Bool], filled: [Bool]) {
    let rows = filled.indices.filter { !filled[$0] }
    time = rows.map { time[$0] }
    angle = rows.map { angle[$0] }
    blankHoles()
    guard !isStopped else {
      angle = Array(repeating: .nan, count: angle.count)
      return
    }
    repetitions = Repetitions.find(angle: angle, time: time, usable: rows.map { usable[$0] }, flags: flags)
    range = try? RangeOfMotion.measure(angle: angle, time: time)
    if definition == .jointAngle { flags += range?.flags(time: time) ?? [] }
    // Where the recording starts in motion there is no pose to come back to.
    if zero == .firstValue { flags.removeAll { $0.code == .noReturn } }
    if let sparse = sparseRepetitions { flags.append(sparse) }
  }

  /// A cycle needs ten samples for its extremes to mean anything.
  private static let fewestSamples = 10

  private var sparseRepetitions: QualityFlag? {
    let counts = repetitions.filter(\.isComplete).map(\.rows.count).sorted()
    guard !counts.isEmpty, counts[counts.count / 2] <= Self.fewestSamples,
      !flags.contains(where: { $0.code == .tooSlow })
    else { return nil }
    return QualityFlag(.tooSlow, .warn, value: Double(time.count - 1) / (time[time.count - 1] - time[0]))
  }
}
