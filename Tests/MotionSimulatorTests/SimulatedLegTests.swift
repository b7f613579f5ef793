import Inertial
import Testing

@testable import MotionSimulator

@Suite struct `A leg drawn by chance` {
  @Test func `is the same again from its seed, and another from the next`() {
    #expect(SimulatedLeg.drawn(seed: 5) == SimulatedLeg.drawn(seed: 5))
    #expect(SimulatedLeg.drawn(seed: 5) != SimulatedLeg.drawn(seed: 6))
    let legs = (1...400).map { SimulatedLeg.drawn(seed: UInt64($0)) }
    #expect(Set(legs.map(\.motion)) == Set(Motion.allCases))
    #expect(Set(legs.flatMap(\.faults)) == Set(LegFault.allCases))
    let clean = legs.count { $0.faults.isEmpty }
    #expect(120...200 ~= clean, "four in ten")
  }

  private func leg(_ faults: LegFault..., motion: Motion = .squats, attachment: UInt64? = nil)
    -> SimulatedRecording
  {
    var leg = SimulatedLeg(motion: motion, side: .left, duration: 20, rate: 100, seed: 9, faults: faults)
    leg.attachment = attachment
    return leg.simulation.simulate()
  }

  @Test func `that begins in motion is the recording without its first seconds`() {
    let whole = leg().flexionDegrees, cut = leg(.movingStart).flexionDegrees
    #expect(whole[0..<300].allSatisfy { $0 == whole[0] })
    #expect(abs(cut[9] - cut[0]) > 0.01, "degrees in 90 ms")
    // The cut lies between two rows: at 150 degrees a second less than 1.5 degrees off.
    let start = (350...550).first { first in
      (0..<1000).allSatisfy { abs(whole[first + $0] - cut[$0]) < 1.5 }
    }
    #expect(start != nil)
  }

  @Test(arguments: [Motion.squats, .walking, .heelSlides, .dropLanding])
  func `that begins bent is bent by 15 to 45 degrees while it rests`(motion: Motion) {
    #expect(15...47 ~= leg(.bentStart, motion: motion).flexionDegrees[0])
  }

  @Test func `with a late shank says late what it says in time`() {
    var errors = SensorErrors.ideal
    errors.shankDelay = 0.05
    func shank(_ errors: SensorErrors) -> [Vector3] {
      LegSimulation(
        motion: .squats, side: .left, sensors: 2, duration: 10, rate: 100, seed: 9, errors: errors
      ).recording().sensors[1].gyroscope.values
    }
    let late = shank(errors), inTime = shank(.ideal)
    for row in 400..<900 { #expect((late[row] - inTime[row - 5]).norm < 1e-9) }
  }

  @Test func `with a slow clock is late by more and more`() {
    var errors = SensorErrors.ideal
    errors.shankSkew = 0.01
    func run(_ errors: SensorErrors, rate: Double) -> [Vector3] {
      LegSimulation(
        motion: .squats, side: .left, sensors: 2, duration: 10, rate: rate, seed: 9, errors: errors
      ).recording().sensors[1].accelerometer.values
    }
    // Row k of the slow clock is at 1.01 k periods: row 101 k of a hundred times the rate.
    let slow = run(errors, rate: 100), fine = run(.ideal, rate: 10_000)
    for row in [100, 400, 500, 700] { #expect((slow[row] - fine[101 * row]).norm < 1e-9) }
  }

  @Test func `on another day moves the same and is strapped on another way round`() {
    let first = leg(attachment: 1), second = leg(attachment: 2)
    #expect(first.flexionDegrees == second.flexionDegrees)
    let forces = [first, second].map { $0.recording.sensors[0].accelerometer.values[0] }
    #expect((forces[0] - forces[1]).norm > 0.1)
  }
}
