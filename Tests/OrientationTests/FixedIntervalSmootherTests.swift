import Inertial
import TestSupport
import Testing

@testable import Orientation

private let degree = Double.pi / 180

@Suite struct `The fixed-interval smoother` {
  private let start = Quaternion(rotationVector: Vector3(0.5, 0.3, -2))

  private func estimate(_ motion: SyntheticMotion, usesField: Bool = true) -> OrientationSeries {
    FixedIntervalSmoother.estimate(columns(motion, usesField: usesField))
  }

  private func columns(_ motion: SyntheticMotion, usesField: Bool = true) -> SampleColumns {
    SampleColumns(
      gyroscope: motion.samples.map(\.gyroscope),
      accelerometer: motion.samples.map { $0.accelerometer ?? .missing },
      magnetometer: usesField ? motion.samples.map { $0.magnetometer ?? .missing } : nil,
      period: motion.period)
  }

  private func offline(_ motion: SyntheticMotion) -> OrientationSeries {
    OfflineFilter.estimate(columns(motion), parameters: .published)
  }

  private func error(_ series: OrientationSeries, _ motion: SyntheticMotion) -> Double {
    let squares = zip(series.earthFromSensor, motion.truth).map { $0.degrees(to: $1) }.map { $0 * $0 }
    return (squares.reduce(0, +) / Double(squares.count)).squareRoot()
  }

  /// Rest, half a minute in the hand, rest: turned about all axes and moved to and fro by a hand's breadth.
  private var session: SyntheticMotion {
    var motion = SyntheticMotion.rest(start, seconds: 10)
    let step = motion.period
    func place(_ row: Int) -> Vector3 {
      let t = Double(row) * step
      let ramp = Double.sin(Double.pi * Swift.min(1, Swift.max(0, t / 30)))
      return Vector3(0.15 * Double.sin(3 * t), 0.1 * Double.sin(5 * t), 0.1 * Double.sin(4 * t))
        * (ramp * ramp)
    }
    var q = start
    for row in 0..<3000 {
      let t = Double(row) * step
      let rate = Vector3(2 * Double.sin(1.3 * t), 1.5 * Double.sin(0.9 * t), 1.8 * Double.sin(1.7 * t))
      q = (q * Quaternion(rotationVector: rate * step)).normalized
      let acceleration = (place(row + 1) - place(row) * 2 + place(row - 1)) / (step * step)
      motion.add(q, rate: rate, acceleration: acceleration)
      // The accelerometer's mean belongs to a moment before the end of the step.
      let measured = (q * Quaternion(rotationVector: rate * (-step * MeanRule.age(step)))).normalized
      motion.samples[motion.samples.count - 1].accelerometer = measured.rotateBack(
        SyntheticMotion.gravity + acceleration)
    }
    return motion.followed(by: .rest(q, seconds: 10))
  }

  @Test func `exact samples of a resting sensor keep its orientation`() {
    let motion = SyntheticMotion.rest(start, seconds: 10)
    #expect(estimate(motion).earthFromSensor.worst { $0.degrees(to: start) } < 1e-6)
  }

  @Test func `exact samples of a moving sensor stay exact`() {
    #expect(error(estimate(session), session) < 0.05)
  }

  @Test func `a gyroscope that reads one per cent too much is seen through`() {
    var motion = session.disturbed(bias: Vector3(0.3, -0.2, 0.1) * degree, seed: 4)
    for row in motion.samples.indices { motion.samples[row].gyroscope *= 1.01 }
    let smooth = error(estimate(motion), motion), filtered = error(offline(motion), motion)
    #expect(smooth < 0.5 * filtered)
    #expect(smooth < 0.3)
  }

  @Test func `a force that is off by twenty thousandths of gravity tilts a turning sensor less`() {
    var motion = session.disturbed(seed: 5)
    for row in motion.samples.indices { motion.samples[row].accelerometer? += Vector3(0.2, 0, 0) }
    #expect(error(estimate(motion), motion) < 0.9 * error(offline(motion), motion))
  }

  @Test func `a field that differs in motion does not turn what rested in another`() {
    var motion = session.disturbed(bias: Vector3(0.1, 0.1, 0.1) * degree, seed: 6)
    let turn = Quaternion(axis: .unitZ, angle: 8 * degree)
    for row in 1000..<4000 {
      let strayed = turn.rotate(SyntheticMotion.field * 1.06)
      motion.samples[row].magnetometer = motion.truth[row].rotateBack(strayed)
    }
    #expect(error(estimate(motion), motion) < 1)
    #expect(error(offline(motion), motion) > 3)
  }

  @Test func `a turned sensor frame turns the result and nothing else`() {
    let motion = session.disturbed(bias: Vector3(0.3, -0.2, 0.1) * degree, seed: 7)
    let plain = estimate(motion).earthFromSensor
    for turned in Quaternion.axisPermutations[5...6] {
      var other = motion
      for row in other.samples.indices {
        let sample = motion.samples[row]
        other.samples[row].gyroscope = turned.rotate(sample.gyroscope)
        other.samples[row].accelerometer = sample.accelerometer.map { turned.rotate($0) }
        other.samples[row].magnetometer = sample.magnetometer.map { turned.rotate($0) }
      }
      let back = estimate(other).earthFromSensor.map { $0 * turned }
      #expect(zip(plain, back).worst { $0.degrees(to: $1) } < 1e-6)
    }
  }

  @Test func `values that are not finite leave a finite result`() {
    var motion = session.disturbed(seed: 8)
    motion.samples[1500].gyroscope = .missing
    for row in 2000..<2100 { motion.samples[row].accelerometer = .missing }
    for row in 3000..<3700 { motion.samples[row].magnetometer = Vector3(.infinity, 0, 0) }
    let result = estimate(motion)
    #expect(result.earthFromSensor.all { abs($0.norm - 1) < 1e-12 })
    #expect(error(result, motion) < 0.5)
  }

  @Test(arguments: [0, 1, 2, 5]) func `a stretch of a few rows keeps its length`(rows: Int) {
    var motion = SyntheticMotion(period: 0.01)
    for _ in 0..<rows { motion.add(start, rate: .zero) }
    let result = estimate(motion)
    #expect(result.earthFromSensor.count == rows)
    #expect(result.earthFromSensor.all { $0.degrees(to: start) < 1e-6 })
  }

  /// The session without the rows for which `isLost`, beginning anew behind each hole.
  private func holed(
    _ motion: SyntheticMotion, _ isLost: (Int) -> Bool
  ) -> (motion: SyntheticMotion, columns: SampleColumns) {
    let kept = Array(motion.samples.indices.filter { !isLost($0) })
    var holed = SyntheticMotion(period: motion.period)
    holed.samples = kept.map { motion.samples[$0] }
    holed.truth = kept.map { motion.truth[$0] }
    let whole = columns(holed)
    let restarts = kept.indices.dropFirst().filter { kept[$0] > kept[$0 - 1] + 1 }
    return (
      holed,
      SampleColumns(
        gyroscope: whole.gyroscope, accelerometer: whole.accelerometer, magnetometer: whole.magnetometer,
        period: motion.period, restarts: Array(restarts))
    )
  }

  @Test func `a hole that nothing bridges does not tilt what comes behind it`() {
    let motion = session.disturbed(bias: Vector3(0.3, -0.2, 0.1) * degree, seed: 10)
    let (rest, input) = holed(motion) { (2500..<2700).contains($0) }
    let result = FixedIntervalSmoother.estimate(input)
    #expect(result.earthFromSensor[2600].tiltDegrees(to: rest.truth[2600]) < 0.7)
    #expect(result.earthFromSensor[4000].degrees(to: rest.truth[4000]) < 0.5)
  }

  @Test func `the tilt of many holes does not add up, nor does one behind the first row`() {
    let motion = session.disturbed(bias: Vector3(0.3, -0.2, 0.1) * degree, seed: 12)
    let (rest, input) = holed(motion) { $0 == 1 || ($0 > 1000 && $0 < 4000 && $0 % 200 < 40) }
    let result = FixedIntervalSmoother.estimate(input).earthFromSensor
    let tilts = zip(result, rest.truth).map { $0.tiltDegrees(to: $1) }
    #expect(tilts[1000...].reduce(0, +) / Double(tilts.count - 1000) < 2)
    #expect(result.last!.tiltDegrees(to: rest.truth.last!) < 0.5)
  }

  @Test func `steps that differ count as long as they are`() {
    let motion = session.disturbed(seed: 11)
    // Two samples in one: the mean rate over both steps.
    var merged = SyntheticMotion(period: motion.period)
    var steps: [Double] = []
    for row in motion.samples.indices where row % 5 != 3 {
      var sample = motion.samples[row]
      if row % 5 == 4 { sample.gyroscope = (sample.gyroscope + motion.samples[row - 1].gyroscope) / 2 }
      merged.samples.append(sample)
      merged.truth.append(motion.truth[row])
      steps.append(row % 5 == 4 ? 2 * motion.period : motion.period)
    }
    var input = columns(merged)
    input.steps = steps
    #expect(error(FixedIntervalSmoother.estimate(input), merged) < 0.3)
  }

  @Test func `without a magnetometer the tilt is as good`() {
    let motion = session.disturbed(bias: Vector3(0.3, -0.2, 0.1) * degree, seed: 9)
    let six = estimate(motion, usesField: false).earthFromSensor
    #expect(zip(six, motion.truth).worst { $0.tiltDegrees(to: $1) } < 0.6)
  }
}
