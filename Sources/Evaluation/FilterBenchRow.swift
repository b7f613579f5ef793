import SampleConditioning

/// One recording, sensor, method and timing on the bench.
public struct FilterBenchRow: Sendable {
  public var recording: String
  public var sensor: String
  public var method: FilterContender
  public var timing: TimingRow
  /// nil when the row failed.
  public var score: OrientationScore?
  public var failure: FilterBenchFailure?
  /// Of the filter alone, without latencies; nil in the other rows and where nothing was measured.
  public var cost: FilterCost?

  var groups: [String]

  /// A recording of the BROAD data set with a disturbed field.
  public var isDisturbed: Bool { groups.contains("disturbed") }

  /// What two rows of different methods have in common when they may be compared.
  var place: Place { Place(recording: recording, sensor: sensor, timing: timing) }

  struct Place: Hashable {
    var recording: String
    var sensor: String
    var timing: TimingRow
  }
}

public enum FilterBenchFailure: Error, Hashable, Sendable {
  case conditioning(ConditioningError)
  case scoring(OrientationScoreError)
  /// Conditioning kept no row with a reference of this many rows.
  case referenceRows(Int, sensorRows: Int)
  /// A peer gave no result, or not in time.
  case noResult
}
