import Inertial
import SampleConditioning

extension Quaternion {
  /// Whether it can be a measured orientation: its length within 5 % of 1.
  var isAttitude: Bool { isFinite && abs(norm - 1) <= 0.05 }
}

/// Why not one row of any reference of a recording can be scored.
public enum ReferenceFault: Error, Hashable, Sendable {
  /// No row holds a number.
  case empty
  /// Rows that hold numbers, none of them of length 1.
  case notUnit(rows: Int)
  /// Every row is excluded from scoring.
  case nothingCounts
}

extension FilterBenchInput {
  /// nil where a row can be scored, and for a recording without references.
  public var referenceFault: ReferenceFault? {
    guard let columns = recording.reference, !columns.orientation.isEmpty else { return nil }
    var filled = 0, sound = 0
    for reference in columns.orientation.values {
      for row in reference.indices {
        if reference[row].isFinite, reference[row].squaredNorm > 0 { filled += 1 }
        guard reference[row].isAttitude else { continue }
        sound += 1
        if !columns.valid.indices.contains(row) || columns.valid[row] { return nil }
      }
    }
    return filled == 0 ? .empty : sound == 0 ? .notUnit(rows: filled) : .nothingCounts
  }
}

extension FilterBenchInput {
  /// What conditioning flags on the sensors with a reference, each once, notes left out; of a refused recording nothing.
  public var doubts: [QualityFlag.Code] {
    let sensors = recording.sensors.filter { recording.reference?.orientation[$0.id] != nil }
    let flags = sensors.flatMap { sensor in
      let alone = RawRecording(sensors: [sensor], format: recording.format)
      return (try? SampleConditioner.condition(alone, rate: nil).flags) ?? []
    }
    let codes = Set(flags.filter { $0.effect != .note }.map(\.code))
    return QualityFlag.Code.allCases.filter(codes.contains)
  }
}
