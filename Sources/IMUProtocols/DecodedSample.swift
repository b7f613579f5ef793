import Inertial

/// One sample of one sensor of a port: what one frame, or one group of frames, said.
@frozen public struct DecodedSample: Hashable, Sendable {
  /// Index into `SerialDecoder.sensors`.
  public var sensor: Int
  /// SI, sensor axes. A quantity that the device does not send is `.missing`.
  public var sample: RawSample
  /// Counts restarts of the device clock. Device time itself goes on across a restart, by host time.
  public var segment: Int
  /// What the device itself holds for its orientation; nil when it says none here.
  public var orientation: DeviceOrientation?
  /// Number of the sample or message as sent, before unwrapping.
  public var counter: UInt32?
  public var marks: SampleMarks
  /// What had happened before it; filled in by `FramedDecoder`, `TextLineDecoder` and `SensorStream`.
  public var incidents = StreamIncidents()
  /// The bytes that said it; filled in by `FramedDecoder` and `TextLineDecoder`.
  public var frame = FramePlace()

  @inlinable public init(
    sensor: Int, sample: RawSample, segment: Int = 0, orientation: DeviceOrientation? = nil,
    counter: UInt32? = nil, marks: SampleMarks = []
  ) {
    self.sensor = sensor
    self.sample = sample
    self.segment = segment
    self.orientation = orientation
    self.counter = counter
    self.marks = marks
  }
}

/// Equal samples say the same: what happened before them and which bytes said it do not matter.
extension DecodedSample {
  public static func == (a: DecodedSample, b: DecodedSample) -> Bool {
    guard a.sensor == b.sensor, a.sample == b.sample, a.segment == b.segment else { return false }
    return a.orientation == b.orientation && a.counter == b.counter && a.marks == b.marks
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(sensor)
    hasher.combine(sample)
    hasher.combine(segment)
    hasher.combine(orientation)
    hasher.combine(counter)
    hasher.combine(marks)
  }
}

/// What the device or the stream says about the worth of a sample; empty for a plain one.
@frozen public struct SampleMarks: OptionSet, Hashable, Sendable {
  public let rawValue: UInt16
  @inlinable public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// The rate stands at the rail of the sensor.
  @inlinable public static var rateSaturated: SampleMarks { SampleMarks(rawValue: 1 << 0) }
  /// The force stands at the rail of the sensor.
  @inlinable public static var forceSaturated: SampleMarks { SampleMarks(rawValue: 1 << 1) }
  /// The field stands at the rail of the sensor.
  @inlinable public static var fieldSaturated: SampleMarks { SampleMarks(rawValue: 1 << 2) }
  /// The time was made from host time: the device sends none.
  @inlinable public static var hostTimed: SampleMarks { SampleMarks(rawValue: 1 << 3) }
  /// Rate, or rate and force, were made from the orientation that the device sends.
  @inlinable public static var fromOrientation: SampleMarks { SampleMarks(rawValue: 1 << 4) }
  /// A number was mended: a quaternion renormalised by more than rounding.
  @inlinable public static var repaired: SampleMarks { SampleMarks(rawValue: 1 << 5) }
  /// The rate is exactly zero on all axes because the device hides small rates: neither rest nor bias shows in it.
  @inlinable public static var deadBand: SampleMarks { SampleMarks(rawValue: 1 << 6) }
  /// The force is no measurement but the gravity that the orientation implies: it is blind to every acceleration.
  @inlinable public static var forceDerived: SampleMarks { SampleMarks(rawValue: 1 << 7) }
}

/// Orientation as a device sends it, the turn from sensor axes to earth axes.
@frozen public struct DeviceOrientation: Hashable, Sendable {
  /// The earth axes that the device counts in.
  public enum Frame: String, Hashable, Sendable, CaseIterable {
    case eastNorthUp, northEastDown, northWestUp
    /// z up, heading from wherever the device started or as its maker chose.
    case zUp
  }

  /// earthFromSensor as sent: its norm is not mended.
  public var quaternion: Quaternion
  /// Roll, pitch, yaw [rad] as sent (turns about x, then y, then z of the earth); nil when a quaternion or a
  /// matrix was sent.
  public var angles: Vector3?
  public var frame: Frame

  @inlinable public init(_ quaternion: Quaternion, frame: Frame = .zUp) {
    self.quaternion = quaternion
    angles = nil
    self.frame = frame
  }

  /// From roll, pitch and yaw [rad].
  @inlinable public init(roll: Double, pitch: Double, yaw: Double, frame: Frame = .zUp) {
    let x = Quaternion(axis: .unitX, angle: roll), y = Quaternion(axis: .unitY, angle: pitch)
    quaternion = Quaternion(axis: .unitZ, angle: yaw) * y * x
    angles = Vector3(roll, pitch, yaw)
    self.frame = frame
  }
}

/// Unit of the field that a device sends.
public enum FieldUnit: String, Hashable, Sendable {
  case microtesla
  /// Raw counts, or a unit that the maker does not state: good for directions only.
  case arbitrary
}
