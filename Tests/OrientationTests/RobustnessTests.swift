import Inertial
import TestSupport
import Testing

@testable import Orientation

private let damage: [Double] = [.nan, .infinity, -.infinity, 1e300, 32767]

@Suite struct `Damaged and unusual input` {
  private let motion = SyntheticMotion.rest(.identity, seconds: 3).followed(by: .gait(seconds: 7))
    .disturbed(seed: 1)

  private func undamaged() -> [Quaternion] {
    var filter = OnlineFilter(period: 0.01)
    return filter.run(motion)
  }

  @Test(arguments: damage, 0..<3) func `one bad value is forgotten within five seconds`(
    value: Double, place: Int
  ) {
    var hurt = motion
    let bad = Vector3(value, 0.1, 0.1)
    switch place {
    case 0: hurt.samples[400].gyroscope = bad
    case 1: hurt.samples[400].accelerometer = bad
    default: hurt.samples[400].magnetometer = bad
    }
    var filter = OnlineFilter(period: 0.01)
    let result = filter.run(hurt)
    #expect(result.all(\.isFinite))
    // A lost rate is up to 2 degrees of turning; the level comes back, some of the heading may be left.
    #expect(result[950].degrees(to: undamaged()[950]) < 1)
  }

  @Test func `a sample without a usable gyroscope turns nothing`() {
    var filter = OnlineFilter(period: 0.01)
    _ = filter.run(.rest(.identity, seconds: 1))
    let before = filter.earthFromSensor
    filter.update(InertialSample(gyroscope: .missing, accelerometer: nil), period: 0.01)
    #expect(filter.earthFromSensor == before)
  }

  @Test func `no force at all leaves gyroscope and field at work`() {
    var fall = SyntheticMotion.gait(seconds: 5)
    for k in fall.samples.indices { fall.samples[k].accelerometer = k % 2 == 0 ? .zero : nil }
    // The field of this motion belongs to the end of its steps.
    var parameters = OnlineFilter.Parameters.online
    parameters.followsBend = false
    var filter = OnlineFilter(parameters: parameters, period: 0.01)
    #expect(zip(filter.run(fall), fall.truth).worst { $0.degrees(to: $1) } < 0.01)
  }

  @Test func `forces that cancel leave the orientation finite`() {
    var filter = OnlineFilter(period: 0.01)
    let lengths = (0..<400).map { k in
      let up: Double = k % 2 == 0 ? 9.8 : -9.8
      filter.update(InertialSample(gyroscope: .zero, accelerometer: Vector3(0, 0, up)), period: 0.01)
      return filter.earthFromSensor.norm
    }
    #expect(lengths.worst { abs($0 - 1) } < 1e-12)
  }

  @Test(arguments: [Double.nan, -1, .infinity]) func `an impossible period counts as the nominal one`(
    period: Double
  ) {
    var filter = OnlineFilter(period: 0.01)
    var reference = OnlineFilter(period: 0.01)
    for sample in motion.samples.prefix(50) {
      filter.update(sample, period: period)
      reference.update(sample, period: 0.01)
    }
    #expect(filter.earthFromSensor == reference.earthFromSensor)
  }

  @Test func `a period of zero turns nothing`() {
    var filter = OnlineFilter(period: 0.01)
    _ = filter.run(.rest(.identity, seconds: 1))
    filter.update(InertialSample(gyroscope: Vector3(3, 3, 3), accelerometer: nil), period: 0)
    #expect(filter.earthFromSensor.degrees(to: .identity) < 1e-9)
  }

  @Test(arguments: [5.0, 20, 100, 285.714, 1000]) func `every rate gives a bounded result`(rate: Double) {
    var generator = SplitMix64(seed: 2)
    var filter = OnlineFilter(period: 1 / rate)
    for k in 0..<4000 {
      let hasField = k % max(1, Int(rate / 20)) == 0
      filter.update(
        InertialSample(
          gyroscope: generator.normalVector() * 3, accelerometer: generator.normalVector() * 20,
          magnetometer: hasField ? generator.normalVector() * 50 : nil), period: 1 / rate)
    }
    #expect(abs(filter.earthFromSensor.norm - 1) < 1e-12)
    #expect(filter.bias.isFinite && filter.biasDeviation?.isFinite == true)
  }

  @Test(arguments: [-1, 0, 0.004, 0.005, 0.0051, 0.01, 1e6, .infinity]) func `every time constant is bounded`(
    time: Double
  ) {
    for key in [\OnlineFilter.Parameters.levelTime, \.headingTime, \.restSmoothing, \.biasForgettingTime] {
      var p = OnlineFilter.Parameters.online
      p[keyPath: key] = time
      var filter = OnlineFilter(parameters: p, period: 0.01)
      #expect(filter.run(motion).worst { abs($0.norm - 1) } < 1e-12)
      #expect(filter.bias.isFinite)
    }
  }

  @Test func `deviations of zero switch their rows off`() {
    var p = OnlineFilter.Parameters.published
    (p.biasAtStart, p.biasInMotion, p.biasAtRest, p.verticalBiasWeight) = (0, 0, 0, 0)
    var filter = OnlineFilter(parameters: p, period: 0.01)
    #expect(filter.run(motion).all(\.isFinite))
    #expect(filter.bias.isFinite)
  }

  @Test func `irregular steps are integrated as they are`() {
    var generator = SplitMix64(seed: 3)
    var filter = OnlineFilter(period: 0.01)
    var q = Quaternion.identity
    for k in 0..<3000 {
      let step = generator.uniform(in: 0.002...0.018)
      let rate = k < 300 ? Vector3.zero : Vector3(1, 2, -1) * Double.sin(Double(k) * 0.03)
      q = (q * Quaternion(rotationVector: rate * step)).normalized
      filter.update(
        InertialSample(
          gyroscope: rate, accelerometer: q.rotateBack(SyntheticMotion.gravity),
          magnetometer: q.rotateBack(SyntheticMotion.field)), period: step)
    }
    #expect(filter.earthFromSensor.degrees(to: q) < 0.05)
  }
}
