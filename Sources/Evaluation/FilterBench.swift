import Inertial
import Orientation
import SampleConditioning

/// A recording with orientation references by sensor, as the bench scores it.
public struct FilterBenchInput: Sendable {
  public var name: String
  public var recording: RawRecording
  /// What is known of the times of this laboratory; nil: nothing, and only row (a) is made.
  public var timing: FilterTiming?

  /// - Parameter timing: by default what is known of the kind of recording.
  public init(name: String, recording: RawRecording, timing: FilterTiming?? = nil) {
    self.name = name
    self.recording = recording
    self.timing = timing ?? (recording.format.hasPrefix("BROAD") ? .broad : nil)
  }

  /// Groups of the averages: every recording, and the two kinds of the BROAD data set by name.
  var groups: [String] {
    if name.contains("undisturbed") { return ["all", "undisturbed"] }
    if name.contains("disturbed") { return ["all", "disturbed"] }
    return ["all"]
  }
}

/// Delays inside a recording, declared and not estimated.
public struct FilterTiming: Hashable, Sendable {
  /// How much later than the gyroscope the magnetometer is stamped [s].
  public var fieldLatency: Double
  /// How much the reference leads the gyroscope [s]. It belongs to the laboratory, not to the sensor, and is
  /// applied to the estimate when scoring, never inside a filter.
  public var referenceLead: Double

  public init(fieldLatency: Double, referenceLead: Double) {
    self.fieldLatency = fieldLatency
    self.referenceLead = referenceLead
  }

  /// The BROAD laboratory: 4 and 0.7 samples of 3.5 ms.
  public static let broad = FilterTiming(fieldLatency: 0.014, referenceLead: 0.00245)
}

/// Which delays a row makes up for.
public enum TimingRow: String, CaseIterable, Hashable, Sendable {
  case none = "a"
  case field = "b"
  case fieldAndReference = "c"
}

/// One way from samples to orientation.
public struct FilterMethod: Hashable, Sendable {
  public var filter: FilterName
  /// False leaves the magnetometer out (6D).
  public var usesField: Bool
  public var isOffline: Bool

  public init(_ filter: FilterName, usesField: Bool = true, isOffline: Bool = false) {
    self.filter = filter
    self.usesField = usesField
    self.isOffline = isOffline
  }

  public var name: String {
    filter.rawValue + (usesField ? " 9D" : " 6D") + (isOffline ? " offline" : "")
  }

  /// Everything there is.
  public static let all: [FilterMethod] =
    FilterName.allCases.flatMap { [FilterMethod($0), FilterMethod($0, usesField: false)] } + [
      FilterMethod(.vqf, isOffline: true), FilterMethod(.vqf, usesField: false, isOffline: true),
    ]

  /// Rows that can differ: the gyroscope corrects nothing by the field, 6D does not use it.
  var timingRows: [TimingRow] {
    usesField && filter != .gyro ? TimingRow.allCases : [.none, .fieldAndReference]
  }
}

/// One recording, sensor, method and timing on the bench.
public struct FilterBenchRow: Sendable {
  public var recording: String
  public var sensor: String
  public var method: FilterMethod
  public var timing: TimingRow
  /// nil when the row failed.
  public var score: OrientationScore?
  public var failure: FilterBenchFailure?
  /// Time of the filter alone, as the caller's clock measured it.
  public var nanosecondsPerSample: Double?

  var groups: [String]
}

public enum FilterBenchFailure: Error, Hashable, Sendable {
  case conditioning(ConditioningError)
  case scoring(OrientationScoreError)
  /// Conditioning kept no row with a reference of this many rows.
  case referenceRows(Int, sensorRows: Int)
}

/// Orientation accuracy over recordings with a reference.
public enum FilterBench {
  /// Runs and scores every method on every sensor with a reference, in order.
  ///
  /// `vqf` is the kernel on the samples as they are; the others see conditioned samples, as a measurement does.
  /// - Parameters:
  ///   - measure: runs its argument once and returns the seconds it took; nil measures nothing.
  ///   - progress: told before each recording, with its name.
  public static func run(
    _ inputs: [FilterBenchInput], methods: [FilterMethod] = FilterMethod.all,
    measure: ((() -> Void) -> Double)? = nil, progress: (String) -> Void = { _ in }
  ) -> FilterBenchTable {
    var rows: [FilterBenchRow] = []
    for input in inputs {
      progress(input.name)
      for sensor in input.recording.sensors {
        guard let orientation = input.recording.reference?.orientation[sensor.id] else { continue }
        let trial = FilterTrial(input, sensor, orientation)
        for method in methods where sensor.magnetometer != nil || !method.usesField {
          rows += trial.rows(method, measure: measure)
        }
      }
    }
    return FilterBenchTable(rows: rows)
  }
}
