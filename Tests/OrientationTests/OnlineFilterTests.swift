import Inertial
import TestSupport
import Testing

@testable import Orientation

private let tilted = Quaternion(rotationVector: Vector3(0.7, -0.4, 1.1))

@Suite struct `The online filter` {
  @Test func `a resting sensor keeps its orientation`() {
    var filter = OnlineFilter(period: 0.01)
    // Exact input: what is left is rounding.
    #expect(filter.run(.rest(tilted, seconds: 20)).worst { $0.degrees(to: tilted) } < 1e-9)
  }

  @Test func `with the published parameters the first levelling leaves a trace in the bias`() {
    var filter = OnlineFilter(parameters: .published, period: 0.01)
    #expect(filter.run(.rest(tilted, seconds: 20)).worst { $0.degrees(to: tilted) } < 0.01)
  }

  @Test func `the first sample gives level and heading at once`() {
    var generator = SplitMix64(seed: 3)
    for _ in 0..<50 {
      let truth = generator.rotation()
      var filter = OnlineFilter(period: 0.01)
      filter.update(SyntheticMotion.rest(truth, seconds: 0.02).samples[0], period: 0.01)
      #expect(filter.earthFromSensor.degrees(to: truth) < 1e-9)
    }
  }

  @Test func `a sensor upside down is levelled by a half turn`() {
    var filter = OnlineFilter(period: 0.01)
    filter.update(InertialSample(gyroscope: .zero, accelerometer: Vector3(0, 0, -9.8)), period: 0.01)
    #expect(filter.earthFromSensor.rotate(Vector3(0, 0, -1)).angle(to: .unitZ) < 1e-12)
  }

  @Test func `constant input after a wrong start converges to the closed form`() {
    let closed = Quaternion.still(
      force: tilted.rotateBack(SyntheticMotion.gravity), field: tilted.rotateBack(SyntheticMotion.field))
    #expect(closed.degrees(to: tilted) < 1e-9)
    var filter = OnlineFilter(parameters: .published, period: 0.02)
    _ = filter.run(.rest(Quaternion(rotationVector: Vector3(0.1, 0.2, -1)), seconds: 2, period: 0.02))
    // 18 s is the time constant of a heading whose field was never confirmed: 1e-6 needs 14 of them.
    let result = filter.run(.rest(tilted, seconds: 300, period: 0.02))
    #expect((result[result.count - 1].conjugate * closed).angle < 1e-6)
  }

  @Test func `gait with the noise of a common sensor is followed within a degree`() throws {
    let motion = SyntheticMotion.rest(tilted, seconds: 5).followed(by: .gait(seconds: 60, start: tilted))
    let bias = Vector3(0.3, -0.2, 0.25) * (Double.pi / 180)
    var filter = OnlineFilter(period: 0.01)
    let result = filter.run(motion.disturbed(bias: bias, seed: 1))
    #expect(zip(result, motion.truth).dropFirst(1000).worst { $0.degrees(to: $1) } < 1)
    #expect((filter.bias - bias).norm.radiansToDegrees < 0.05)
    #expect(try #require(filter.biasDeviation).norm.radiansToDegrees < 0.2)
  }

  @Test func `without a magnetometer the inclination is the same and the heading is free`() {
    let motion = SyntheticMotion.gait(seconds: 20, start: tilted).disturbed(seed: 2)
    var nine = OnlineFilter(period: 0.01)
    var six = OnlineFilter(period: 0.01)
    let withField = nine.run(motion)
    let without = six.run(motion.withoutField())
    #expect(zip(withField, without).worst { $0.tiltDegrees(to: $1) } < 1e-9)
    #expect(nine.levelFromSensor == six.earthFromSensor)
    #expect(!six.isMagneticallyDisturbed)
  }

  @Test func `the field can never tilt the result`() {
    var generator = SplitMix64(seed: 4)
    let motion = SyntheticMotion.gait(seconds: 10)
    var wild = motion
    for k in wild.samples.indices { wild.samples[k].magnetometer = generator.normalVector() * 80 }
    var calm = OnlineFilter(period: 0.01)
    var shaken = OnlineFilter(period: 0.01)
    #expect(zip(calm.run(motion), shaken.run(wild)).worst { $0.tiltDegrees(to: $1) } < 1e-9)
  }

  @Test func `a turned sensor turns the result and nothing else`() {
    let motion = SyntheticMotion.rest(tilted, seconds: 3).followed(by: .gait(seconds: 10, start: tilted))
      .disturbed(seed: 5)
    var reference = OnlineFilter(period: 0.01)
    let straight = reference.run(motion)
    for oldFromNew in Quaternion.axisPermutations {
      var turned = motion
      for k in turned.samples.indices {
        let s = motion.samples[k]
        turned.samples[k] = InertialSample(
          gyroscope: oldFromNew.rotateBack(s.gyroscope),
          accelerometer: s.accelerometer.map { oldFromNew.rotateBack($0) },
          magnetometer: s.magnetometer.map { oldFromNew.rotateBack($0) })
      }
      var filter = OnlineFilter(period: 0.01)
      #expect(zip(filter.run(turned), straight).worst { $0.degrees(to: $1 * oldFromNew) } < 1e-7)
    }
  }

  @Test func `the length stays one`() {
    #if DEBUG
      let rounds = 1
    #else
      let rounds = 1000
    #endif
    let motion = SyntheticMotion.gait(seconds: 100).disturbed(seed: 6)
    var filter = OnlineFilter(period: 0.01)
    for _ in 0..<rounds { for s in motion.samples { filter.update(s, period: 0.01) } }
    #expect(abs(filter.earthFromSensor.norm - 1) < 1e-12)
    #expect(abs((filter.levelFromSensor?.norm ?? .nan) - 1) < 1e-12)
  }

  @Test func `neighbours keep the sign with the positive product`() {
    let motion = SyntheticMotion.turning(from: tilted, about: Vector3(1, 2, 3), seconds: 30) { 4 * $0 }
    var filter = OnlineFilter(period: 0.01)
    let result = filter.run(motion)
    #expect(zip(result, result.dropFirst()).worst { -$0.dot($1) } <= 0)
  }

  @Test func `a heading that passes south does not jump`() {
    let motion = SyntheticMotion.turning(from: .identity, about: .unitZ, seconds: 60) { _ in 0.5 }
    var filter = OnlineFilter(parameters: .published, period: 0.01)
    #expect(zip(filter.run(motion), motion.truth).worst { $0.degrees(to: $1) } < 0.01)
  }
}
