import Inertial
import TestSupport
import Testing

@testable import Orientation

private let degree = Double.pi / 180

@Suite struct `Gyroscope integration` {
  private let start = Quaternion(rotationVector: Vector3(0.5, 0.3, -2))

  @Test func `the rest at the start gives orientation and bias`() {
    let bias = Vector3(0.8, -0.5, 0.3) * degree
    let motion = SyntheticMotion.rest(start, seconds: 5).followed(by: .gait(seconds: 20, start: start))
    var filter = GyroscopeIntegration(period: 0.01)
    let result = filter.run(motion.disturbed(bias: bias, noise: 0.2, seed: 1))
    #expect((filter.bias - bias).norm < 0.01 * degree)
    #expect(zip(result, motion.truth).worst { $0.degrees(to: $1) } < 0.5)
  }

  @Test func `it rests until the first motion and never again`() {
    var filter = GyroscopeIntegration(period: 0.01)
    _ = filter.run(.rest(start, seconds: 2))
    #expect(filter.isResting)
    _ = filter.run(.gait(seconds: 1, start: start))
    #expect(!filter.isResting)
    _ = filter.run(.rest(start, seconds: 5))
    #expect(!filter.isResting)
  }

  @Test func `without rest there is no bias`() {
    var filter = GyroscopeIntegration(period: 0.01)
    _ = filter.run(.gait(seconds: 5))
    #expect(filter.bias == .zero)
  }

  @Test func `a restart levels and holds the heading`() {
    let motion = SyntheticMotion.rest(start, seconds: 2).followed(by: .gait(seconds: 5, start: start))
    var filter = GyroscopeIntegration(period: 0.01)
    _ = filter.run(motion)
    let before = filter.earthFromSensor
    let after = Quaternion(axis: .unitX, angle: 0.4) * before
    filter.restart()
    filter.update(
      InertialSample(gyroscope: .zero, accelerometer: after.rotateBack(SyntheticMotion.gravity)),
      period: 0.01)
    #expect(filter.earthFromSensor.degrees(to: after) < 0.1)
  }

  @Test func `damage passes through`() {
    var filter = GyroscopeIntegration(period: 0.01)
    for k in 0..<300 {
      let bad: Vector3 = k % 3 == 0 ? .missing : Vector3(.infinity, 1e300, 0)
      filter.update(InertialSample(gyroscope: bad, accelerometer: bad, magnetometer: bad), period: .nan)
      #expect(filter.earthFromSensor.isFinite && filter.bias.isFinite)
    }
  }
}
