/// One instant of one sensor, in SI and sensor axes, ready for a filter.
///
/// The gyroscope is the mean rate over the interval that ends at the sample [rad/s]; the accelerometer is
/// specific force [m/s²], +g upwards at rest; the magnetometer is in µT. nil means: not at this instant.
@frozen public struct InertialSample: Hashable, Sendable {
  public var gyroscope: Vector3
  public var accelerometer: Vector3?
  public var magnetometer: Vector3?

  @inlinable public init(gyroscope: Vector3, accelerometer: Vector3?, magnetometer: Vector3? = nil) {
    self.gyroscope = gyroscope
    self.accelerometer = accelerometer
    self.magnetometer = magnetometer
  }
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
