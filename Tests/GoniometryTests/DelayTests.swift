import Inertial
import KneeJoint
import MotionSimulator
import Testing

@testable import Goniometry

@Suite struct `A delay between two sensors` {
  static let motions: [Motion] = [.squats, .stairs, .walking, .sitToStand, .heelSlides]

  /// Motion, seed, delay [s].
  static let delays: [(Motion, UInt64, Double)] = [
    (.squats, 1, -0.1), (.stairs, 2, 0.06), (.walking, 1, 0.1), (.sitToStand, 2, -0.037),
    (.heelSlides, 1, 0.1),
  ]

  @Test(arguments: delays)
  func `is found within 5 ms and costs no accuracy`(motion: Motion, seed: UInt64, delay: Double) throws {
    let knee = try measured(motion, seed: seed, delay: delay)
    let found = try #require(knee.measurement.delay)
    #expect(found.isKnown)
    #expect(abs(found.offset - delay) < 0.005, "s")
    #expect(knee.error < 0.9, "degrees RMS")
    let flag = try #require(knee.measurement.flags.first { $0.code == .syncCorrected })
    #expect(flag.effect == .note)
    #expect(abs(try #require(flag.value) - delay) < 0.005, "s")
  }

  @Test(arguments: motions)
  func `is not seen where there is none`(motion: Motion) throws {
    let knee = try measured(motion, seed: 3, delay: 0)
    let found = try #require(knee.measurement.delay)
    #expect(found.isKnown)
    #expect(abs(found.offset) < 0.003, "s")
    #expect(!knee.measurement.flags.contains { $0.code == .syncCorrected || $0.code == .syncUnknown })
  }

  @Test func `is unknown, and said to be, while the thigh rests`() throws {
    let knee = try measured(.seatedExtension, seed: 1, delay: 0.05).measurement
    #expect(knee.flags.contains { $0.code == .syncUnknown && $0.effect == .note })
    #expect(!knee.flags.contains { $0.code == .syncCorrected })
    #expect(knee.delay?.isKnown == false)
  }

  @Test func `that grows as two clocks drift apart is taken out`() throws {
    let partsPerMillion = 200.0
    let leg = LegSimulation(motion: .walking, side: .right, sensors: 2, duration: 300, rate: 50, seed: 4)
    let simulated = leg.simulate()
    var recording = simulated.recording
    let last = recording.sensors.count - 1
    recording.sensors[last].clock = drifting(recording.sensors[last].clock, partsPerMillion * 1e-6)
    let knee = try Goniometer().measure(recording).measurements[0]
    let found = try #require(knee.delay)
    #expect(abs(found.drift - partsPerMillion * 1e-6) < 10e-6)
    let rows = knee.time.indices.dropLast(10)
    let truth = rows.map { simulated.flexionDegrees[$0] }
    #expect(
      zeroedError(rows.map { knee.angle[$0] }, truth, time: rows.map { knee.time[$0] }) < 1, "degrees RMS")
  }

  private func drifting(_ clock: SampleClock, _ drift: Double) -> SampleClock {
    guard case .stamps(let stamps, let zero) = clock else { return clock }
    return .stamps(stamps.map { $0 + Int64((Double($0) * drift).rounded()) }, zero: zero)
  }

  private func measured(_ motion: Motion, seed: UInt64, delay: Double) throws -> (
    measurement: KneeMeasurement, error: Double
  ) {
    var errors = SensorErrors.realistic
    errors.shankDelay = delay
    let leg = LegSimulation(
      motion: motion, side: .left, sensors: 2, duration: 25, rate: 50, seed: seed, errors: errors)
    let simulated = leg.simulate()
    let knee = try Goniometer().measure(simulated.recording).measurements[0]
    // Samples that the delay pushed out of the recording have no partner: rows at one end are missing.
    let first = try #require(
      simulated.time.firstIndex { $0 >= knee.time[0] - 1e-6 })
    let truth = Array(simulated.flexionDegrees[first..<first + knee.time.count])
    return (knee, zeroedError(knee.angle, truth, time: knee.time))
  }
}
