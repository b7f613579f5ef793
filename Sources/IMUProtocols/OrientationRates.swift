import Inertial

/// Rates, and where none is sent also forces, from the orientation that a device sends: for devices that keep their
/// gyroscope to themselves.
///
/// The mean rate over a step is the turn from one attitude to the next, in sensor axes, over the time between them. It
/// does not depend on the earth axes of the device, nor on its heading. The force is gravity alone: true at rest, and
/// blind to every acceleration.
struct OrientationRates: Sendable {
  private var last: (attitude: Quaternion, time: Int64, segment: Int)?

  /// Turns that are larger, and steps that are longer, say nothing about the rate in between [rad, ns].
  private static let widest = 2.5
  private static let longest: Int64 = 250_000_000

  /// Completes a sample whose `deviceTime` is on the stream's base. A measured rate stays as it is; without a gyroscope
  /// the first sample of a stretch has no rate.
  mutating func complete(_ decoded: inout DecodedSample) {
    guard let orientation = decoded.orientation, !decoded.sample.gyroscope.isFinite else { return }
    let attitude = orientation.quaternion.normalized
    guard attitude.isFinite else { return }
    let time = decoded.sample.deviceTime ?? decoded.sample.arrivalTime
    decoded.marks.insert(.fromOrientation)
    if !decoded.sample.accelerometer.isFinite {
      decoded.marks.insert(.forceDerived)
      decoded.sample.accelerometer = attitude.rotateBack(orientation.frame.up * .standardGravity)
    }
    if let last, last.segment == decoded.segment, let rate = rate(from: last, to: attitude, at: time) {
      decoded.sample.gyroscope = rate
    }
    last = (attitude, time, decoded.segment)
  }

  private func rate(
    from last: (attitude: Quaternion, time: Int64, segment: Int), to attitude: Quaternion, at time: Int64
  ) -> Vector3? {
    let step = time &- last.time
    guard step > 0, step <= Self.longest else { return nil }
    let turn = (last.attitude.conjugate * attitude).rotationVector
    return turn.norm <= Self.widest ? turn / (Double(step) * 1e-9) : nil
  }
}

extension DeviceOrientation.Frame {
  /// Unit vector that points up.
  public var up: Vector3 {
    switch self {
    case .northEastDown: Vector3(0, 0, -1)
    case .eastNorthUp, .northWestUp, .zUp: .unitZ
    }
  }
}
