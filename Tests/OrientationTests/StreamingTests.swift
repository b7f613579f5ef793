import Inertial
import TestSupport
import Testing

@testable import Orientation

@Suite struct `Filters as values` {
  private let motion = SyntheticMotion.rest(.identity, seconds: 2).followed(by: .gait(seconds: 6))
    .disturbed(seed: 1)

  @Test(arguments: FilterName.streaming) func `batch and stream agree to the bit`(name: FilterName) {
    var batch = name.make(period: 0.01)
    let series = batch.series(
      gyroscope: motion.samples.map(\.gyroscope), accelerometer: motion.samples.map { $0.accelerometer! },
      magnetometer: motion.samples.map { $0.magnetometer! }, period: 0.01)
    var stream = name.make(period: 0.01)
    var streamed = OrientationSeries()
    for sample in motion.samples {
      stream.update(sample, period: 0.01)
      streamed.earthFromSensor.append(stream.earthFromSensor)
      streamed.bias.append(stream.bias)
      streamed.resting.append(stream.isResting)
      streamed.disturbed.append(stream.isMagneticallyDisturbed)
    }
    #expect(streamed == series)
  }

  @Test func `a copy is a snapshot`() {
    var p = OnlineFilter.Parameters.online
    p.fieldLatency = 0.02
    var filter = OnlineFilter(parameters: p, period: 0.01)
    for sample in motion.samples.prefix(300) { filter.update(sample, period: 0.01) }
    var copy = filter
    let first = motion.samples.dropFirst(300).map { sample in
      filter.update(sample, period: 0.01)
      return filter.earthFromSensor
    }
    let second = motion.samples.dropFirst(300).map { sample in
      copy.update(sample, period: 0.01)
      return copy.earthFromSensor
    }
    #expect(first == second)
  }

  @Test func `names make what they promise`() {
    #expect(FilterName.gyro.make(period: 0.01) is GyroscopeIntegration)
    #expect((FilterName.vqf.make(period: 0.01) as? OnlineFilter)?.parameters == .published)
    #expect((FilterName.online.make(period: 0.01) as? OnlineFilter)?.parameters == .online)
    #expect(FilterName.gyro.parameters == nil)
  }

  @Test func `a restart levels the next sample and holds heading and bias`() {
    var filter = OnlineFilter(period: 0.01)
    _ = filter.run(motion)
    let before = filter.earthFromSensor, bias = filter.bias
    // What happened in the hole: a tilt that no gyroscope saw.
    let after = Quaternion(axis: before.rotate(.unitX).rejected(from: .unitZ).normalized, angle: 0.6) * before
    filter.restart()
    filter.update(
      InertialSample(gyroscope: .zero, accelerometer: after.rotateBack(SyntheticMotion.gravity)),
      period: 0.01)
    #expect(filter.earthFromSensor.degrees(to: after) < 0.1)
    #expect((filter.bias - bias).norm < 1e-6)
  }

  @Test func `a restart before the first sample changes nothing`() {
    var filter = OnlineFilter(period: 0.01)
    filter.restart()
    var reference = OnlineFilter(period: 0.01)
    #expect(filter.run(motion) == reference.run(motion))
  }

  @Test func `a heading that the gyroscope missed comes back sooner after a restart`() {
    let start = SyntheticMotion.gait(seconds: 40)
    var known = OnlineFilter(period: 0.01)
    _ = known.run(start)
    var restarted = known
    restarted.restart()
    let turned = Quaternion(axis: .unitZ, angle: 0.5) * start.truth[start.truth.count - 1]
    let rest = SyntheticMotion.rest(turned, seconds: 4)
    #expect(
      restarted.run(rest).last!.degrees(to: turned) < 0.7 * known.run(rest).last!.degrees(to: turned))
  }

  @Test func `a lasting change of the rate is followed without a jump`() {
    let fast = SyntheticMotion.rest(.identity, seconds: 3).followed(by: .gait(seconds: 20))
    var slow = SyntheticMotion(period: 0.03)
    slow.walk(seconds: 30, start: fast.truth[fast.truth.count - 1])
    var filter = OnlineFilter(period: 0.01)
    _ = filter.run(fast.disturbed(seed: 2))
    let result = filter.run(slow.disturbed(seed: 3))
    #expect(abs(filter.coefficients.period - 0.03) < 1e-9)
    #expect(zip(result, slow.truth).worst { $0.degrees(to: $1) } < 2)
  }

  @Test func `jitter and single holes are no change of the rate`() {
    var generator = SplitMix64(seed: 4)
    var filter = OnlineFilter(period: 0.01)
    for (k, sample) in motion.samples.enumerated() {
      filter.update(sample, period: k % 97 == 0 ? 0.2 : generator.uniform(in: 0.006...0.014))
    }
    #expect(filter.coefficients.period == 0.01)
  }
}
