import Inertial
import KneeJoint
import MotionSimulator
import Testing

@testable import Goniometry

/// One simulated session: motion, rate, seed.
struct SimulatedSession: Sendable, CustomTestStringConvertible {
  let motion: Motion
  let rate: Double
  let seed: UInt64
  var testDescription: String { "\(motion.rawValue) at \(rate) Hz, seed \(seed)" }

  var leg: LegSimulation {
    LegSimulation(motion: motion, side: .left, sensors: 2, duration: 30, rate: rate, seed: seed)
  }

  /// Every motion, each seed another body and another mounting; rates in turn.
  static let all: [SimulatedSession] = Motion.allCases.flatMap { motion in
    zip([50.0, 100], [21, 22] as [UInt64]).map {
      SimulatedSession(motion: motion, rate: $0, seed: $1)
    }
  }

  var isGait: Bool { [.walking, .stairs, .cutting].contains(motion) }
}

@Suite struct `The repetitions of a simulated leg` {
  /// A short step beside a flight or in a turn may count or not: it bends the knee 45 to 60 % of the way.
  @Test(arguments: SimulatedSession.all)
  func `are as many as the truth has, each with its range, without any setting`(
    session: SimulatedSession
  ) throws {
    let simulated = session.leg.simulate()
    let knee = try #require(try Goniometer().measure(simulated.recording).measurements.first)
    let cycles = knee.repetitions.filter(\.isCounted)
    let sure = Self.excursions(simulated.flexionDegrees, beyond: 0.6)
    let possible = session.isGait ? Self.excursions(simulated.flexionDegrees, beyond: 0.45) : sure
    #expect(cycles.count >= sure && cycles.count <= possible, "\(sure) to \(possible)")
    let errors = cycles.map { abs($0.range.radiansToDegrees - Self.range(of: simulated, in: $0.time)) }
    let mean = errors.reduce(0, +) / Double(max(1, errors.count))
    #expect(mean < 2.5, "degrees, mean over \(errors.count) cycles")
  }

  /// True range [deg] inside the times that were found.
  private static func range(of simulated: SimulatedRecording, in time: ClosedRange<Double>) -> Double {
    let rows = simulated.time.indices.filter { time.contains(simulated.time[$0]) }
    let truth = rows.map { simulated.flexionDegrees[$0] }
    return (truth.max() ?? .nan) - (truth.min() ?? .nan)
  }

  /// Times the knee goes from within 30 % of the largest excursion from the rest pose to beyond the given share of it.
  static func excursions(_ truth: [Double], beyond share: Double) -> Int {
    let away = truth.map { abs($0 - truth[0]) }
    let largest = away.max() ?? 0
    var count = 0, isAway = false
    for value in away {
      if !isAway, value > share * largest {
        count += 1
        isAway = true
      } else if isAway, value < 0.3 * largest {
        isAway = false
      }
    }
    return count
  }
}
