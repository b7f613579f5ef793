import Inertial

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
    self.timing = timing ?? .known(recording)
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

  /// What is known of the kind of recording; nil: nothing.
  public static func known(_ recording: RawRecording) -> FilterTiming? {
    recording.format.hasPrefix("BROAD") ? .broad : nil
  }
}

/// Which delays a row makes up for.
public enum TimingRow: String, CaseIterable, Hashable, Sendable {
  case none = "a"
  case field = "b"
  case fieldAndReference = "c"
}
