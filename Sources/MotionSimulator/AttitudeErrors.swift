import IMUProtocols
import Inertial

/// What the filter inside a device makes of its true orientation: a tilt that is a little wrong, a heading that drifts,
/// and without a magnetometer a heading that starts at zero.
struct AttitudeErrors: Sendable {
  /// Limit of the tilt error [rad] and of the drift of the heading [rad/s]: a consumer chip at rest.
  private static let tiltLimit = 0.3.degreesToRadians
  private static let driftLimit = 0.3.degreesToRadians / 60

  private let tilt: Quaternion
  private let drift: Double
  private let hasField: Bool
  /// Heading at the first row and its time, where the heading starts at zero.
  private var start: (heading: Double, time: Double)?

  init(segment: BodySegment, hasField: Bool, seed: UInt64) {
    var random = SplitMix64(seed: seed &+ (segment == .thigh ? 0 : 1), for: .attitude)
    tilt = Quaternion(
      rotationVector: Vector3(random.symmetric(Self.tiltLimit), random.symmetric(Self.tiltLimit), 0))
    drift = hasField ? 0 : random.symmetric(Self.driftLimit)
    self.hasField = hasField
  }

  /// - Parameter time: s of the board.
  mutating func orientation(_ earthFromSensor: Quaternion, at time: Double) -> DeviceOrientation {
    let tilted = tilt * earthFromSensor
    if start == nil { start = (hasField ? 0 : Self.heading(tilted), time) }
    let turn = drift * (time - (start?.time ?? time)) - (start?.heading ?? 0)
    let q = (Quaternion(axis: .unitZ, angle: turn) * tilted).normalized
    return DeviceOrientation(q, frame: hasField ? .eastNorthUp : .zUp)
  }

  /// The device starts anew.
  mutating func forget() { start = nil }

  /// Angle about the vertical [rad].
  private static func heading(_ q: Quaternion) -> Double {
    .atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z))
  }
}
