import Inertial
import TestSupport
import Testing

@testable import Orientation

private let tilted = Quaternion(rotationVector: Vector3(0.7, -0.4, 1.1))
private let degree = Double.pi / 180

@Suite struct `Every filter` {
  /// How long constant input takes to be within 1e-6 of its closed form after a wrong start [s]: 14 of the
  /// slowest time constant, which with Mahony is that of the bias, Kp/Ki.
  private func settlingTime(_ name: FilterName) -> Double {
    switch name {
    case .gyro: 1
    case .mahony: 14 * 0.6 / 0.0012
    default: 600
    }
  }

  @Test(arguments: FilterName.correcting)
  func `constant input after a wrong start converges to the closed form`(
    name: FilterName
  ) {
    var filter = name.make(period: 0.05)
    _ = filter.run(.rest(Quaternion(rotationVector: Vector3(0.1, 0.2, -1)), seconds: 2, period: 0.05))
    let seconds = settlingTime(name)
    let rest = SyntheticMotion.rest(tilted, seconds: 0.05, period: 0.05).samples[0]
    for _ in 0..<Int(seconds / 0.05) { filter.update(rest, period: 0.05) }
    let closed = Quaternion.still(force: rest.accelerometer!, field: rest.magnetometer)
    #expect((filter.earthFromSensor.conjugate * closed).angle < 1e-6)
  }

  @Test(arguments: FilterName.streaming) func `the first sample gives level and heading at once`(
    name: FilterName
  ) {
    var generator = SplitMix64(seed: 3)
    for _ in 0..<50 {
      let truth = generator.rotation()
      var filter = name.make(period: 0.01)
      filter.update(SyntheticMotion.rest(truth, seconds: 0.02).samples[0], period: 0.01)
      #expect(filter.earthFromSensor.degrees(to: truth) < 1e-6)
    }
  }

  @Test(arguments: FilterName.streaming) func `upside down, level and half turned starts are exact`(
    name: FilterName
  ) {
    for truth in Quaternion.axisPermutations {
      var filter = name.make(period: 0.01)
      let result = filter.run(.rest(truth, seconds: 1))
      // The published parameters let the first levelling into the bias.
      #expect(result.worst { $0.degrees(to: truth) } < (name == .vqf ? 0.01 : 1e-6))
    }
  }

  @Test(arguments: FilterName.streaming) func `a vertical field gives a level and no heading`(
    name: FilterName
  ) {
    var rest = SyntheticMotion.rest(tilted, seconds: 3)
    for k in rest.samples.indices {
      rest.samples[k].magnetometer = tilted.rotateBack(Vector3(0.5, 0, -44))
    }
    var filter = name.make(period: 0.01)
    let result = filter.run(rest)
    #expect(result.worst { $0.tiltDegrees(to: tilted) } < (name == .vqf ? 0.01 : 1e-6))
    if name != .vqf && name != .online {
      let level = Quaternion.still(force: rest.samples[0].accelerometer!, field: nil)
      #expect(result.worst { $0.degrees(to: level) } < 1e-6)
    }
  }

  @Test(arguments: FilterName.correcting) func `a force opposite to up is overcome`(name: FilterName) {
    var filter = name.make(period: 0.01)
    _ = filter.run(SyntheticMotion.rest(.identity, seconds: 1).withoutField())
    let over = Quaternion(axis: .unitX, angle: .pi)
    // The noise of a sensor: a gradient that vanishes exactly has no direction.
    let rest = SyntheticMotion.rest(over, seconds: 120).disturbed(noise: 0.3, seed: 2).withoutField()
    let result = filter.run(rest)
    #expect(result[result.count - 1].tiltDegrees(to: over) < 1.5)
  }

  @Test(arguments: FilterName.streaming) func `a zero rate is a valid sample`(name: FilterName) {
    var filter = name.make(period: 0.01)
    let result = filter.run(.rest(tilted, seconds: 20))
    #expect(result.worst { $0.degrees(to: tilted) } < 0.01)
    #expect(filter.isResting)
    #expect(filter.bias.norm < 1e-3 * degree)
  }

  @Test(arguments: FilterName.correcting) func `gait with the noise of a common sensor is followed`(
    name: FilterName
  ) {
    let motion = SyntheticMotion.rest(tilted, seconds: 5).followed(by: .gait(seconds: 60, start: tilted))
    var filter = name.make(period: 0.01)
    let result = filter.run(motion.disturbed(seed: 1))
    #expect(zip(result, motion.truth).worst { $0.degrees(to: $1) } < 6)
  }

  @Test(arguments: FilterName.streaming) func `a reset filter is a new one`(name: FilterName) {
    let motion = SyntheticMotion.gait(seconds: 8).disturbed(seed: 2)
    var used = name.make(period: 0.01, fieldLatency: 0.02)
    _ = used.run(motion)
    used.restart()
    used.reset()
    var new = name.make(period: 0.01, fieldLatency: 0.02)
    #expect(used.run(motion) == new.run(motion))
    #expect(used.bias == new.bias)
  }

  @Test(arguments: FilterName.streaming) func `a restart levels the next sample and holds heading and bias`(
    name: FilterName
  ) {
    let motion = SyntheticMotion.rest(.identity, seconds: 2).followed(by: .gait(seconds: 6))
      .disturbed(seed: 1)
    var filter = name.make(period: 0.01)
    _ = filter.run(motion)
    let before = filter.earthFromSensor, bias = filter.bias
    let after = Quaternion(axis: before.rotate(.unitX).rejected(from: .unitZ).normalized, angle: 0.6) * before
    filter.restart()
    filter.update(
      InertialSample(gyroscope: .zero, accelerometer: after.rotateBack(SyntheticMotion.gravity)),
      period: 0.01)
    #expect(filter.earthFromSensor.degrees(to: after) < 0.1)
    #expect((filter.bias - bias).norm < 1e-5)
  }

  @Test(arguments: FilterName.streaming) func `neighbours keep the sign with the positive product`(
    name: FilterName
  ) {
    let motion = SyntheticMotion.turning(from: tilted, about: Vector3(1, 2, 3), seconds: 20) { 4 * $0 }
    var filter = name.make(period: 0.01)
    let result = filter.run(motion)
    #expect(zip(result, result.dropFirst()).worst { -$0.dot($1) } <= 0)
  }

  @Test(arguments: FilterName.streaming) func `the length stays one`(name: FilterName) {
    #if DEBUG
      let rounds = 2
    #else
      let rounds = 500
    #endif
    let motion = SyntheticMotion.gait(seconds: 200).disturbed(seed: 6)
    var filter = name.make(period: 0.01)
    var worst = 0.0
    for _ in 0..<rounds {
      for sample in motion.samples { filter.update(sample, period: 0.01) }
      worst = max(worst, abs(filter.earthFromSensor.norm - 1))
    }
    #expect(worst < 1e-12)
  }
}
