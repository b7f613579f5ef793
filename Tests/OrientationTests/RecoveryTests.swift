import Inertial
import TestSupport
import Testing

@testable import Orientation

/// After a turn that was not measured.
@Suite struct `Recovery behind an unseen turn` {
  private let motion = SyntheticMotion.rest(.identity, seconds: 5).followed(by: .gait(seconds: 35))
  private let hole = 1500..<1525

  /// The motion with a quarter of a second in which the rates read `rate`.
  private func columns(_ rate: Vector3, doubt: SampleDoubt) -> SampleColumns {
    var rates = motion.samples.map(\.gyroscope)
    var doubts = [SampleDoubt](repeating: [], count: rates.count)
    for row in hole {
      rates[row] = rate
      doubts[row] = doubt
    }
    return SampleColumns(
      gyroscope: rates,
      accelerometer: motion.samples.indices.map {
        hole.contains($0) ? .missing : motion.samples[$0].accelerometer ?? .missing
      },
      magnetometer: motion.samples.indices.map {
        hole.contains($0) ? .missing : motion.samples[$0].magnetometer ?? .missing
      }, period: 0.01, doubts: doubts)
  }

  private func error(_ result: [Quaternion], seconds: Double) -> Double {
    let row = hole.upperBound + Int(seconds * 100)
    return (row..<row + 50).map { result[$0].degrees(to: motion.truth[$0]) }.max() ?? .nan
  }

  @Test func `level and heading are found again within two seconds`() {
    let lost = columns(Vector3(3, 2, -2), doubt: .rateMade)
    var filter = OnlineFilter(period: 0.01)
    let told = filter.series(over: lost).earthFromSensor
    var silent = lost
    silent.doubts = []
    filter = OnlineFilter(period: 0.01)
    let untold = filter.series(over: silent).earthFromSensor
    #expect(error(told, seconds: 0) > 1)
    #expect(error(told, seconds: 2) < 0.6 * error(untold, seconds: 2))
  }

  @Test func `the offline form is not touched before it, nor long behind it`() {
    let whole = OfflineFilter.estimate(columns(Vector3(3, 2, -2), doubt: .rateMade))
    #expect(error(whole.earthFromSensor, seconds: -1.5) < 1)
    #expect(error(whole.earthFromSensor, seconds: 1) < 1)
  }

  @Test func `a short turn at a small rate opens nothing`() {
    var turn = UnseenTurn()
    #expect(turn.isNone)
    turn.add(0.01, over: 0.01, isMade: true)
    #expect(turn.deviation < RecoveryRule.least)
    for _ in 0..<30 { turn.add(0.05, over: 0.01, isMade: true) }
    #expect(turn.deviation > 10.0.degreesToRadians)
    #expect(!turn.isNone)
  }

  @Test func `a new beginning holds the heading, online and offline`() {
    var held = columns(.zero, doubt: [])
    held.magnetometer = nil
    held.restarts = [hole.upperBound]
    var filter = OnlineFilter(period: 0.01)
    for result in [filter.series(over: held), OfflineFilter.estimate(held)] {
      let before = result.earthFromSensor[hole.lowerBound - 1],
        behind = result.earthFromSensor[hole.upperBound]
      #expect(abs((behind * before.conjugate).twist(about: .unitZ)) < 20.0.degreesToRadians)
    }
  }

  @Test func `the offline form follows a rate that falls to a third`() {
    let kept = motion.samples.indices.filter { $0 < 2000 || $0 % 3 == 2 }
    let means = kept.map { row -> Vector3 in
      row < 2000
        ? motion.samples[row].gyroscope
        : (motion.samples[row].gyroscope + motion.samples[row - 1].gyroscope
          + motion.samples[row - 2].gyroscope) / 3
    }
    let thinned = SampleColumns(
      gyroscope: means, accelerometer: kept.map { motion.samples[$0].accelerometer ?? .missing },
      magnetometer: kept.map { motion.samples[$0].magnetometer ?? .missing }, period: 0.01,
      steps: kept.indices.map { $0 == 0 ? 0.01 : Double(kept[$0] - kept[$0 - 1]) * 0.01 })
    #expect(Pace.find(in: thinned).count == 2)
    let result = OfflineFilter.estimate(thinned).earthFromSensor
    let worst = kept.indices.filter { $0 > 500 }.map { result[$0].degrees(to: motion.truth[kept[$0]]) }.max()
    #expect((worst ?? .nan) < 3)
  }

  @Test func `a rate that bends within a step is followed`() {
    // Coning: the axis runs round a circle twice a second, seen at 10 Hz.
    func rate(_ t: Double) -> Vector3 { Vector3(3 * Double.cos(4 * .pi * t), 3 * Double.sin(4 * .pi * t), 0) }
    var truth = Quaternion.identity
    var straight = OnlineFilter(parameters: .published, period: 0.1)
    var p = OnlineFilter.Parameters.published
    p.followsBend = true
    var bent = OnlineFilter(parameters: p, period: 0.1)
    for step in 0..<30 {
      var mean = Vector3.zero
      for part in 0..<100 {
        let w = rate((Double(step) + (Double(part) + 0.5) / 100) / 10)
        truth = (truth * Quaternion(rotationVector: w * 0.001)).normalized
        mean += w / 100
      }
      straight.update(InertialSample(gyroscope: mean, accelerometer: nil), period: 0.1)
      bent.update(InertialSample(gyroscope: mean, accelerometer: nil), period: 0.1)
    }
    #expect(bent.earthFromSensor.degrees(to: truth) < 0.4 * straight.earthFromSensor.degrees(to: truth))
  }
}
