import Inertial
import KneeJoint

/// Which knee number it is; the two never mix.
public enum MeasurementDefinition: String, Hashable, Sendable {
  /// Shank against thigh, two sensors.
  case jointAngle
  /// Inclination of the shin, one sensor.
  case shinInclination
}

/// One run of the instrument over one knee. Times on the output clock [s], angles in rad, flexion positive.
public struct KneeMeasurement: Sendable {
  public var side: BodySide
  public var definition: MeasurementDefinition
  /// Ids of the sensors it was made from, thigh first.
  public var sensors: [String]
  /// One row a sample of the output clock.
  public var time: [Double]
  /// Knee flexion or shin inclination, row by row; `nan` where there is no value.
  public var angle: [Double]
  /// Extremes over all rows; nil when a flag stops the number or no row has a value.
  public var range: RangeOfMotion?
  public var repetitions: [Repetition]
  public var flags: [QualityFlag]
  /// Where the zero of the angle comes from.
  public var zero: AngleZero
  /// Hinge axes in both sensors; nil for one sensor or where none was found.
  public var axes: HingeAxes?
  /// Delay of the shank's stamps against the thigh's; nil for one sensor.
  public var delay: SensorDelay?
  /// The calibration that was taken for this leg; nil where none was.
  public var calibration: KneeCalibration?
  /// Swing of the shin about the knee's axis, the other definition, where both sensors exist; only its range means
  /// something. nil for one sensor and where no axis is known.
  public var shin: RangeOfMotion?
  /// How the one device sits on the shin; nil when nobody says.
  public var device: DeviceOrientation?
  /// What ResearchKit would have stored, where it was asked for.
  public var researchKit: ResearchKitRange?
  /// Knee flexion of someone who lies and slides the heel, where the ratio of the segments was given.
  public var supine: RangeOfMotion?

  /// Whether 0 means something, so that not only the range but also its ends are numbers: a calibrated or stated zero, the
  /// vertical, or a still start that nothing contradicts.
  public var hasZero: Bool {
    switch zero {
    case .calibrated, .statedMounting, .vertical: true
    case .stillStart: !flags.contains { $0.code == .startNotExtended }
    case .firstValue, .estimated: false
    }
  }

  /// Whether a flag forbids the number.
  public var isStopped: Bool { flags.contains { $0.effect == .stop && $0.span == nil } }
}

extension KneeMeasurement {
  /// Root mean square error of the angle on a hinge rig with optical reference, mean of three recordings [rad]
  /// (Benchmarks/README.md, table of the knee). Skin and muscle on a leg add to it.
  public static let typicalError = 0.8 * Double.pi / 180

  /// Standard error of measurement of a range [rad]: how far the range of one movement differs when the sensors are
  /// strapped on anew, pooled over simulated legs (`flexion bench knee --repeated 20`; Benchmarks/README.md, table of
  /// repeatability). What a person does differently from day to day is not in it.
  public static let standardErrorOfMeasurement = 0.3 * Double.pi / 180
  /// A change of range that is larger than chance in 95 of 100 cases [rad]: 1.96 √2 standard errors (Weir, J Strength
  /// Cond Res 19:231, 2005).
  public static let smallestDetectableChange = ErrorBand.smallestChange(ofError: standardErrorOfMeasurement)
}

/// What angle 0 means.
public enum AngleZero: String, Hashable, Sendable {
  /// The first still second of the recording: only the range is absolute.
  case stillStart
  /// The first value: there was no still start; only the range is absolute.
  case firstValue
  /// The motion: the arm from the knee to the sensor against gravity, 10 to 25 degrees off; only the range is absolute.
  case estimated
  /// Gravity: shin vertical.
  case vertical
  /// A pose whose angle was stated, in this recording or in a calibration of the same mounting.
  case calibrated
  /// The stated long axes of both sensors: as good as the straps were aligned by eye.
  case statedMounting

  /// Whether the extremes may be called extension and flexion, and not only their difference a range.
  public var isAbsolute: Bool { self == .calibrated || self == .vertical }
}

/// Everything `measure` has to say about one recording.
public struct MeasuredRecording: Sendable {
  public var measurements: [KneeMeasurement]
  /// What was found in the input and done to it.
  public var findings: [ImportFinding]
  /// Absolute time of the first stamp [ns since 1970 UTC]; nil when the source has none.
  public var startTime: Int64?
}

/// Orientation of one sensor, one row a sample.
public struct OrientationTrack: Sendable {
  public var sensor: String
  /// Output clock [s].
  public var time: [Double]
  public var earthFromSensor: [Quaternion]
  public var fieldLatency: UsedFieldLatency
  public var flags: [QualityFlag]
  /// What was done to the field, where the caller asked.
  public var findings: [ImportFinding]
}
