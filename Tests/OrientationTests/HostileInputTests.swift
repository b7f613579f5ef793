import Inertial
import TestSupport
import Testing

@testable import Orientation

private let degree = Double.pi / 180

@Suite struct `Hostile input to every filter` {
  private let motion = SyntheticMotion.rest(.identity, seconds: 3).followed(by: .gait(seconds: 7))
    .disturbed(seed: 1)

  /// One sensor damaged at one sample, or for good.
  private func hurt(_ place: Int, _ rows: Range<Int>, _ bad: Vector3) -> SyntheticMotion {
    var out = motion
    for k in rows {
      switch place {
      case 0: out.samples[k].gyroscope = bad
      case 1: out.samples[k].accelerometer = bad
      default: out.samples[k].magnetometer = bad
      }
    }
    return out
  }

  @Test(arguments: FilterName.correcting, 0..<3)
  func `one bad value is finite at once and forgotten within five seconds`(name: FilterName, place: Int) {
    var filter = name.make(period: 0.01)
    let sound = filter.run(motion)
    for value in [Double.nan, .infinity, -.infinity, 1e300, 32767, Double.leastNonzeroMagnitude] {
      filter.reset()
      let result = filter.run(hurt(place, 400..<401, Vector3(value, value, value)))
      #expect(result.all(\.isFinite))
      // A lost rate is up to 2 degrees of turning.
      #expect(result[950].degrees(to: sound[950]) < 2, "\(value)")
      #expect(result[950].tiltDegrees(to: sound[950]) < 1.2, "\(value)")
    }
  }

  @Test(arguments: FilterName.streaming, 0..<3) func `damage for good stays finite`(
    name: FilterName, place: Int
  ) {
    for value in [Double.nan, .infinity, 1e300, 1e150, .leastNonzeroMagnitude, 0] {
      var filter = name.make(period: 0.01)
      let result = filter.run(hurt(place, 0..<motion.samples.count, Vector3(value, -value, value)))
      #expect(result.worst { abs($0.norm - 1) } < 1e-12)
      #expect(filter.bias.isFinite)
    }
  }

  @Test(arguments: FilterName.streaming) func `every rate with a field at 20 Hz gives a bounded result`(
    name: FilterName
  ) {
    for rate in [5.0, 20, 100, 285.714, 1000] {
      var generator = SplitMix64(seed: 2)
      var filter = name.make(period: 1 / rate)
      for k in 0..<3000 {
        filter.update(
          InertialSample(
            gyroscope: generator.normalVector() * 3, accelerometer: generator.normalVector() * 20,
            magnetometer: k % max(1, Int(rate / 20)) == 0 ? generator.normalVector() * 50 : nil),
          period: 1 / rate)
      }
      #expect(abs(filter.earthFromSensor.norm - 1) < 1e-12)
      #expect(filter.bias.norm < 20 * degree)
      if let deviation = filter.biasDeviation { #expect(deviation.isFinite && deviation.norm < 1) }
    }
  }

  @Test(arguments: FilterName.streaming) func `periods of any length stay bounded`(name: FilterName) {
    var generator = SplitMix64(seed: 3)
    var filter = name.make(period: 0.01)
    let periods: [Double] = [0, 1e-9, 0.003, 0.01, 0.3, 60, 1e6, 1e300, -1, .nan, .infinity]
    for k in 0..<3000 {
      let sample = motion.samples[k % motion.samples.count]
      filter.update(sample, period: periods[Int(generator.next() % UInt64(periods.count))])
      let isCertain = filter.biasDeviation.map(\.isFinite) ?? true
      if !(abs(filter.earthFromSensor.norm - 1) < 1e-12 && filter.bias.isFinite && isCertain) {
        Issue.record("sample \(k)")
        return
      }
    }
  }

  @Test func `time constants near the step stay bounded`() {
    for time in [-1, 0, 0.004, 0.005, 0.0051, 0.01, 1e6, .infinity] {
      let filters: [any OrientationFilter] = [
        ComplementaryFilter(
          parameters: .init(levelTime: time, headingTime: time, biasTime: time), period: 0.01),
        MahonyFilter(parameters: .init(proportionalGain: 1 / time, integralGain: 1 / time), period: 0.01),
        MadgwickFilter(parameters: .init(beta: 1 / time, zeta: 1 / time), period: 0.01),
        ErrorStateFilter(parameters: .init(forceTime: time), period: 0.01),
      ]
      for var filter in filters {
        #expect(filter.run(motion).worst { abs($0.norm - 1) } < 1e-12, "\(type(of: filter)) \(time)")
        #expect(filter.bias.isFinite)
      }
    }
  }

  @Test func `deviations of zero and infinity stay bounded`() {
    for value in [0, 1e-300, 1e300, Double.infinity] {
      for key in [
        \ErrorStateFilter.Parameters.attitudeAtStart, \.biasAtStart, \.attitudeNoise, \.biasNoise,
        \.forceDeviation, \.fieldDeviation, \.restDeviation,
      ] {
        var p = ErrorStateFilter.Parameters()
        p[keyPath: key] = value
        var filter = ErrorStateFilter(parameters: p, period: 0.01)
        #expect(filter.run(motion).worst { abs($0.norm - 1) } < 1e-12)
        #expect(filter.bias.isFinite)
      }
    }
  }

  @Test(arguments: FilterName.streaming) func `a lasting change of the rate is followed`(name: FilterName) {
    let fast = SyntheticMotion.rest(.identity, seconds: 3).followed(by: .gait(seconds: 10))
    var slow = SyntheticMotion(period: 0.03)
    slow.walk(seconds: 20, start: fast.truth[fast.truth.count - 1])
    var filter = name.make(period: 0.01)
    _ = filter.run(fast.disturbed(seed: 2))
    let result = filter.run(slow.disturbed(seed: 3))
    #expect(zip(result, slow.truth).worst { $0.degrees(to: $1) } < 8)
  }

  @Test(arguments: FilterName.correcting) func `a large bias is learned at rest where a bias is kept`(
    name: FilterName
  ) {
    guard name == .complementary || name == .ekf || name == .online else { return }
    let bias = Vector3(5, -7, 9) * degree
    var filter = name.make(period: 0.01)
    _ = filter.run(SyntheticMotion.rest(.identity, seconds: 30).disturbed(bias: bias, noise: 0.3, seed: 4))
    #expect(filter.isResting)
    #expect((filter.bias - bias).norm < 0.1 * degree)
  }
}
