import Inertial

/// One sensor made trustworthy: equally long arrays, strictly increasing time, no value that is not finite
/// except `.missing` where `quality` says so.
public struct ConditionedSensor: Sendable {
  public var id: String
  public var placement: SensorPlacement?
  /// Output time [s]: the file's own seconds, or seconds from the first sample.
  public var time: [Double]
  /// Angular rate [rad/s], sensor axes, finite in every row.
  public var gyroscope: [Vector3]
  /// Specific force [m/s²], sensor axes; `.missing` where quality has `accelerometerMissing`.
  public var accelerometer: [Vector3]
  /// Field [µT]; nil without a magnetometer, `.missing` where quality has `magnetometerMissing`.
  public var magnetometer: [Vector3]?
  /// One a row. Rows with `.filled` bridge a hole and are not rows of the output.
  public var quality: [SampleQuality]
  /// Nominal distance of two samples [s].
  public var period: Double
  /// Row of the raw recording behind each row, -1 for filled ones; nil when they are the same.
  public var sourceRows: [Int32]?
  public var report: SensorReport

  public var rows: Int { time.count }

  /// Distance from the row before [s]; nominal for the first row, behind a restart, and where it differs
  /// from the nominal by no more than the resolution of a stamp.
  public func step(before row: Int) -> Double {
    guard row > 0, !quality[row].contains(.restart) else { return period }
    return Double.step(time[row] - time[row - 1], nominal: period)
  }

  /// The row as a filter wants it: what is missing is nil.
  public func sample(_ row: Int) -> InertialSample {
    let flags = quality[row]
    return InertialSample(
      gyroscope: gyroscope[row],
      accelerometer: flags.contains(.accelerometerMissing) ? nil : accelerometer[row],
      magnetometer: flags.contains(.magnetometerMissing) ? nil : magnetometer?[row], doubt: flags.doubt)
  }

  /// The same sensor with its clock moved by `delay` seconds.
  public func shifted(by delay: Double) -> ConditionedSensor {
    var moved = self
    moved.time = time.map { $0 + delay }
    return moved
  }
}

extension Double {
  /// Nanosecond stamps resolve no finer: a step this close to the nominal one is the nominal one [s].
  static let stampResolution = 1.5e-9

  @inline(__always)
  static func step(_ measured: Double, nominal: Double) -> Double {
    abs(measured - nominal) <= stampResolution ? nominal : measured
  }
}

/// What was found in one sensor, for the import report.
public struct SensorReport: Hashable, Sendable {
  /// Where the time of the rows comes from.
  public enum TimeSource: String, Hashable, Sendable { case stamps, statedRate, givenRate }

  /// Rows of the raw recording.
  public var rows = 0
  /// Rows that became samples; filled rows are not counted.
  public var samples = 0
  /// Samples missing between the first and the last by the measured rate, holes over 10 s left out.
  public var lost = 0
  /// Rows left out because they repeat the row before.
  public var duplicates = 0
  /// Rows made to bridge holes.
  public var filled = 0
  /// Stretches that orientation must not integrate across.
  public var segments = 1
  /// Holes over the gap limit, and the longest hole [s].
  public var gaps = 0
  public var longestHole = 0.0
  /// Rate that the source states or the user gave [Hz]; nil when neither did.
  public var rateStated: Double?
  /// Measured rate [Hz].
  public var rate = 0.0
  /// Last minus first output time [s].
  public var duration = 0.0
  public var timeSource = TimeSource.stamps
  /// Units that were applied to the columns.
  public var rateUnit = PhysicalUnit.radianPerSecond
  public var forceUnit = PhysicalUnit.metrePerSecondSquared
  public var fieldUnit: PhysicalUnit?
  /// What the search for a constant field of the sensor itself gave; nil when nobody asked or there is no field.
  public var fieldCalibration: FieldCalibration?
  /// Force norm at rest [m/s²]; nil when the sensor is never still.
  public var restForce: Double?
  /// The force is the gravity that the device's own orientation implies: good for the inclination, but it says nothing of
  /// the joint.
  public var isForceDerived = false

  public init() {}
}
