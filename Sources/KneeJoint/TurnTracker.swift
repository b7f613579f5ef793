import Inertial

/// The turn of one sensor about an axis of its own, as `AxisTurn` sees it, sample by sample.
public struct TurnTracker: Sendable {
  /// Unit axis in sensor axes.
  public let axis: Vector3
  private let plane: SpherePoint
  private var sum = 0.0
  private var last: (direction: Double, isUpright: Bool)?
  /// Samples at which the axis was too upright to see the turn.
  private(set) var uprightRows = 0

  static let upright = 0.9

  public init(axis: Vector3) {
    self.axis = axis
    plane = SpherePoint(base: axis)
  }

  /// - Parameters:
  ///   - up: up direction in sensor axes (unit).
  ///   - rate: [rad/s].
  ///   - period: since the sample before [s].
  /// - Returns: turn about the axis since the first sample [rad].
  public mutating func update(up: Vector3, rate: Vector3, period: Double) -> Double {
    let direction = Double.atan2(up.dot(plane.second), up.dot(plane.first))
    let isUpright = abs(up.dot(axis)) > Self.upright
    uprightRows += isUpright ? 1 : 0
    if let before = last {
      sum +=
        isUpright || before.isUpright
        ? rate.dot(axis) * period : -Double.wrapAngle(direction - before.direction)
    }
    last = (direction, isUpright)
    return sum
  }
}
