/// One instant of one sensor, in SI and sensor axes, ready for a filter.
///
/// The gyroscope is the mean rate over the interval that ends at the sample [rad/s]; the accelerometer is
/// specific force [m/s²], +g upwards at rest; the magnetometer is in µT. nil means: not at this instant.
@frozen public struct InertialSample: Hashable, Sendable {
  public var gyroscope: Vector3
  public var accelerometer: Vector3?
  public var magnetometer: Vector3?
  /// What is there, but less certain than usual.
  public var doubt: SampleDoubt

  @inlinable public init(
    gyroscope: Vector3, accelerometer: Vector3?, magnetometer: Vector3? = nil, doubt: SampleDoubt = []
  ) {
    self.gyroscope = gyroscope
    self.accelerometer = accelerometer
    self.magnetometer = magnetometer
    self.doubt = doubt
  }
}

/// Values of a sample that a filter should trust less; empty for a sound one.
@frozen public struct SampleDoubt: OptionSet, Hashable, Sendable {
  public let rawValue: UInt8
  @inlinable public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The rate was not measured: held, or interpolated over a hole.
  @inlinable public static var rateMade: SampleDoubt { SampleDoubt(rawValue: 1 << 0) }
  /// A component of the rate stands at the rail of the sensor: the turn may have been larger.
  @inlinable public static var rateClipped: SampleDoubt { SampleDoubt(rawValue: 1 << 1) }
  /// A component of the force stands at the rail of the sensor.
  @inlinable public static var forceClipped: SampleDoubt { SampleDoubt(rawValue: 1 << 2) }
  /// The rate is the zero of a sensor that hides small rates: neither its bias nor rest shows in it.
  @inlinable public static var rateHidden: SampleDoubt { SampleDoubt(rawValue: 1 << 3) }
}

/// One instant of one sensor as its source delivers it live: SI units, nothing repaired.
///
/// A component that is missing or did not parse is `nan`.
@frozen public struct RawSample: Hashable, Sendable {
  /// Device time [ns], unwrapped by the decoder; nil when the device sends none.
  public var deviceTime: Int64?
  /// Host monotonic time of the first byte [ns].
  public var arrivalTime: Int64
  public var gyroscope: Vector3
  public var accelerometer: Vector3
  public var magnetometer: Vector3?

  @inlinable public init(
    deviceTime: Int64?, arrivalTime: Int64, gyroscope: Vector3, accelerometer: Vector3,
    magnetometer: Vector3? = nil
  ) {
    self.deviceTime = deviceTime
    self.arrivalTime = arrivalTime
    self.gyroscope = gyroscope
    self.accelerometer = accelerometer
    self.magnetometer = magnetometer
  }
}
