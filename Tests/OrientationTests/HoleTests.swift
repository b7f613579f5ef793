import Inertial
import TestSupport
import Testing

@testable import Orientation

/// Behind a hole that nothing bridges, in fast motion.
@Suite struct `Orientation behind a hole` {
  private static let period = 0.01
  private static let holes = [1200, 2000, 2800].map { $0..<$0 + 71 }
  private let motion: SyntheticMotion = {
    var motion = SyntheticMotion.rest(.identity, seconds: 5)
    var generator = SplitMix64(seed: 11)
    for _ in 0..<20 {
      motion.turn(
        from: motion.truth[motion.truth.count - 1], about: generator.unitVector(), seconds: 1.5
      ) { 4 * Double.sin(.pi * $0 / 1.5) }
    }
    return motion
  }()

  private var kept: [Int] {
    motion.samples.indices.filter { row in !Self.holes.contains { $0.contains(row) } }
  }

  private func columns(tellsLength: Bool = true) -> SampleColumns {
    let samples = motion.disturbed(seed: 3).samples
    let starts = kept.indices.dropFirst().filter { kept[$0] - kept[$0 - 1] > 1 }
    return SampleColumns(
      gyroscope: kept.map { samples[$0].gyroscope },
      accelerometer: kept.map { samples[$0].accelerometer ?? .missing },
      magnetometer: kept.map { samples[$0].magnetometer ?? .missing }, period: Self.period,
      restarts: starts,
      holes: tellsLength ? Dictionary(uniqueKeysWithValues: starts.map { ($0, 0.72) }) : [:])
  }

  /// Largest error from three seconds behind each hole on, for a second.
  private func worst(_ result: [Quaternion], _ error: (Quaternion, Quaternion) -> Double) -> Double {
    let rows = kept.indices.filter { row in
      Self.holes.contains { ($0.upperBound + 300..<$0.upperBound + 400).contains(kept[row]) }
    }
    return rows.map { error(result[$0], motion.truth[kept[$0]]) }.max() ?? .nan
  }

  @Test func `the heading is found again within three seconds, online and offline`() {
    var filter = OnlineFilter(period: Self.period)
    #expect(worst(filter.series(over: columns()).earthFromSensor) { $0.degrees(to: $1) } < 5)
    #expect(worst(OfflineFilter.estimate(columns()).earthFromSensor) { $0.degrees(to: $1) } < 5)
  }

  @Test func `without a field the level is found again`() {
    var level = columns()
    level.magnetometer = nil
    var filter = OnlineFilter(period: Self.period)
    #expect(worst(filter.series(over: level).earthFromSensor) { $0.tiltDegrees(to: $1) } < 3)
    #expect(worst(OfflineFilter.estimate(level).earthFromSensor) { $0.tiltDegrees(to: $1) } < 3)
  }

  @Test func `a hole at rest leaves the heading as trusted as one of unknown length`() {
    let still = SyntheticMotion.rest(.identity, seconds: 20)
    var known = OnlineFilter(period: Self.period), unknown = known
    _ = known.run(still)
    _ = unknown.run(still)
    known.restart(behind: 0.5)
    unknown.restart()
    #expect(known.state == unknown.state)
  }

  @Test func `the faster before a hole and the longer it is, the more may have been missed`() {
    #expect(MissedTurn.angle(rate: 0, hole: 3) == MissedTurn.least)
    #expect(abs(MissedTurn.angle(rate: 2, hole: 0.5) - 1) < 1e-12)
    #expect(MissedTurn.angle(rate: 10, hole: 5) == .pi)
    #expect(MissedTurn.angle(rate: 2, hole: .nan) == MissedTurn.unknown)
    let missed = columns().restarts.map { columns().missedTurn(before: $0) }
    #expect(missed.allSatisfy { $0 > 0.5 && $0 <= 0.72 * 4.2 })
  }
}
