import Inertial
import TestSupport
import Testing

@testable import Orientation

private let degree = Double.pi / 180

@Suite struct `The offline filter` {
  private let start = Quaternion(rotationVector: Vector3(0.5, 0.3, -2))

  private func estimate(
    _ motion: SyntheticMotion, usesField: Bool = true, parameters: OnlineFilter.Parameters = .published
  ) -> OrientationSeries {
    OfflineFilter.estimate(
      gyroscope: motion.samples.map(\.gyroscope),
      accelerometer: motion.samples.map { $0.accelerometer ?? .missing },
      magnetometer: usesField ? motion.samples.map { $0.magnetometer ?? .missing } : nil,
      period: motion.period, parameters: parameters)
  }

  @Test func `a resting sensor keeps its orientation`() {
    let motion = SyntheticMotion.rest(start, seconds: 10)
    let result = estimate(motion, parameters: .online).earthFromSensor
    #expect(result.worst { $0.degrees(to: start) } < 1e-9)
  }

  @Test func `it knows the bias from the first row on`() {
    let bias = Vector3(1, -0.5, 0.8) * degree
    let motion = SyntheticMotion.gait(seconds: 20, start: start)
      .followed(by: .rest(SyntheticMotion.gait(seconds: 20, start: start).truth.last!, seconds: 10))
    let series = estimate(motion.disturbed(bias: bias, seed: 1))
    #expect((series.bias[0] - bias).norm < 0.3 * degree)
    #expect((series.bias[2900] - bias).norm < 0.05 * degree)
    #expect(series.resting.suffix(500).all { $0 })
  }

  @Test func `it is closer than the online filter`() {
    let motion = SyntheticMotion.rest(start, seconds: 4).followed(by: .gait(seconds: 40, start: start))
    let input = motion.disturbed(bias: Vector3(0.3, 0.3, 0.3) * degree, noise: 3, seed: 2)
    func tilt(_ result: [Quaternion]) -> Double {
      let squares = zip(result, motion.truth).map { $0.tiltDegrees(to: $1) }.map { $0 * $0 }
      return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
    }
    var online = OnlineFilter(parameters: .published, period: 0.01)
    #expect(tilt(estimate(input).earthFromSensor) < tilt(online.run(input)))
  }

  @Test func `without a magnetometer the inclination is the same`() {
    let motion = SyntheticMotion.gait(seconds: 10, start: start).disturbed(seed: 3)
    let nine = estimate(motion), six = estimate(motion, usesField: false)
    #expect(zip(nine.earthFromSensor, six.earthFromSensor).worst { $0.tiltDegrees(to: $1) } < 1e-9)
    #expect(six.disturbed.all { !$0 })
  }

  @Test func `a late magnetometer gives what a prompt one gives`() {
    let prompt = SyntheticMotion.gait(seconds: 20)
    var late = prompt
    for k in late.samples.indices {
      late.samples[k].magnetometer = prompt.samples[max(0, k - 4)].magnetometer
    }
    var p = OnlineFilter.Parameters.online
    let wanted = estimate(prompt, parameters: p).earthFromSensor
    p.fieldLatency = 0.04
    let result = estimate(late, parameters: p).earthFromSensor
    #expect(zip(result, wanted).worst { $0.degrees(to: $1) } < 0.1)
  }

  @Test func `missing values and empty columns stay finite`() {
    var motion = SyntheticMotion.gait(seconds: 5)
    for k in motion.samples.indices {
      if k % 7 == 0 || k < 20 { motion.samples[k].accelerometer = .missing }
      if k % 5 == 0 || k < 20 { motion.samples[k].magnetometer = .missing }
      if k % 90 == 0 { motion.samples[k].gyroscope = .missing }
    }
    #expect(estimate(motion).earthFromSensor.all { abs($0.norm - 1) < 1e-12 })
    for k in motion.samples.indices { motion.samples[k].accelerometer = nil }
    #expect(estimate(motion).earthFromSensor.all(\.isFinite))
    #expect(estimate(SyntheticMotion(period: 0.01)).earthFromSensor.isEmpty)
  }
}
