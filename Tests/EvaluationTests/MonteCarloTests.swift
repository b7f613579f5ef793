import Evaluation
import Goniometry
import Inertial
import MotionSimulator
import Testing

/// A small run of `bench knee --simulated`; the program runs a thousand (Benchmarks/README.md).
@Suite struct `Legs drawn by chance` {
  /// Short recordings, so that the test is quick.
  private static let trials: [RangeTrial] = (UInt64(1)...24).map { seed in
    var leg = SimulatedLeg.drawn(seed: seed)
    leg.duration = 20
    leg.rate = 50
    let simulated = leg.simulation.simulate()
    return RangeTrial(
      simulated.recording, flexion: simulated.flexionDegrees, seed: leg.seed, motion: leg.motion.rawValue,
      faults: leg.faults.map(\.rawValue), goniometer: Goniometer())
  }

  @Test func `have a number in nine of ten cases`() throws {
    #expect(Self.trials.count { !$0.isRefused } >= 22)
  }

  @Test func `have a range that is right to half a degree in half of the cases`() throws {
    let statistics = try #require(RangeStatistics(Self.trials))
    // Half a degree is asked of a thousand legs; two dozen scatter.
    #expect(statistics.median < 0.7, "degrees")
    #expect(Self.trials.count { $0.error > 2 } <= 5)
  }

  @Test func `seldom err by more than three degrees without a flag`() {
    let untold = Self.trials.filter { $0.error > RangeTrial.largeError && !$0.isDoubted }
    #expect(untold.count <= 1, "\(untold.map(\.seed))")
  }
}
