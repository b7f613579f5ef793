import Inertial

/// Gyroscope alone: what every other filter must beat.
///
/// While the sensor rests at the start its mean rate is the bias, and gravity and field give the orientation.
/// From the first motion on the rate is integrated and nothing is corrected.
public struct GyroscopeIntegration: OrientationFilter {
  private let nominalPeriod: Double
  private var phase: Phase = .start(Start())
  private var isRestarting = false
  public private(set) var earthFromSensor = Quaternion.identity
  public private(set) var bias = Vector3.zero

  private enum Phase: Equatable, Sendable, Codable { case start(Start), moving }

  /// Sums over the rest at the start.
  private struct Start: Equatable, Sendable, Codable {
    var duration = 0.0
    var rate = Mean()
    var force = Mean()
    var field = Mean()
  }

  private struct Mean: Equatable, Sendable, Codable {
    var sum = Vector3.zero
    var count = 0.0
    var value: Vector3? { count > 0 ? sum / count : nil }

    mutating func push(_ v: Vector3) {
      sum += v
      count += 1
    }
  }

  private enum Rule {
    /// A deviation from the mean so far that is motion [rad/s], [m/s²].
    static let rate = 2.0.degreesToRadians
    static let force = 0.5
    /// Shorter rest does not tell a bias [s].
    static let shortestRest = 0.5
    /// A larger mean rate is motion, not bias [rad/s].
    static let largestBias = 10.0.degreesToRadians
  }

  /// A filter for samples about `period` seconds apart.
  public init(period: Double) {
    precondition(period > 0 && period.isFinite, "a filter needs a positive period")
    nominalPeriod = period
  }

  public mutating func update(_ sample: InertialSample, period: Double) {
    let step = period >= 0 && period <= Limits.step ? period : nominalPeriod
    let rate = sample.gyroscope.within(Limits.rate)
    let force = sample.accelerometer?.within(Limits.force)
    if case .start(var start) = phase {
      if isStill(rate, force, start) {
        start.duration += step
        collect(&start, rate, force, sample.magnetometer?.within(Limits.field))
        phase = .start(start)
        return
      }
      leave(start)
    }
    if let rate { integrate(rate, step) }
    if isRestarting, let force, force.norm > Limits.smallestForce { level(force) }
  }

  public mutating func reset() { self = Self(period: nominalPeriod) }

  /// The next force sample levels the orientation by the shortest turn; heading and bias are held.
  public mutating func restart() { isRestarting = true }

  public var isResting: Bool {
    if case .start(let start) = phase { start.duration >= Rule.shortestRest } else { false }
  }

  private func isStill(_ rate: Vector3?, _ force: Vector3?, _ start: Start) -> Bool {
    if let rate, let mean = start.rate.value, (rate - mean).norm >= Rule.rate { return false }
    if let force, let mean = start.force.value, (force - mean).norm >= Rule.force { return false }
    return true
  }

  private mutating func collect(_ start: inout Start, _ rate: Vector3?, _ force: Vector3?, _ field: Vector3?)
  {
    if let rate { start.rate.push(rate) }
    if let force { start.force.push(force) }
    if let field { start.field.push(field) }
    isRestarting = false
    guard let mean = start.force.value, mean.norm > Limits.smallestForce else { return }
    earthFromSensor = Quaternion.still(force: mean, field: start.field.value)
  }

  /// Ends the rest at the start and keeps what it told.
  private mutating func leave(_ start: Start) {
    phase = .moving
    guard start.duration >= Rule.shortestRest, let mean = start.rate.value else { return }
    let largest = Swift.max(abs(mean.x), abs(mean.y), abs(mean.z))
    if largest <= Rule.largestBias { bias = mean }
  }

  private mutating func integrate(_ rate: Vector3, _ step: Double) {
    let turn = Quaternion(smallRotationVector: (rate - bias) * step)
    earthFromSensor = (earthFromSensor * turn).renormalized
  }

  private mutating func level(_ force: Vector3) {
    let up = earthFromSensor.rotate(force).normalized
    earthFromSensor = (Quaternion.leveling(up) * earthFromSensor).renormalized
    isRestarting = false
  }
}
