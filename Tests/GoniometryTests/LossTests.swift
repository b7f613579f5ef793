import Inertial
import MotionSimulator
import Testing

@testable import Goniometry

@Suite struct `Packets lost at random` {
  /// At 50 Hz; walking adds 0.51 degrees, the rig of the shared recordings less.
  @Test(arguments: [Motion.walking, .stairs])
  func `from both sensors, one in five, add about half a degree at most`(motion: Motion) throws {
    let added = try error(motion, loss: 0.2) - error(motion, loss: 0)
    #expect(added < 0.6, "degrees RMS")
  }

  private func error(_ motion: Motion, loss: Double) throws -> Double {
    var errors = SensorErrors.realistic
    errors.loss = loss
    let leg = LegSimulation(
      motion: motion, side: .left, sensors: 2, duration: 25, rate: 50, seed: 5, errors: errors)
    let simulated = leg.simulate()
    let knee = try Goniometer().measure(simulated.recording).measurements[0]
    let truth = Dictionary(uniqueKeysWithValues: zip(simulated.time, simulated.flexionDegrees))
    let rows = knee.time.indices.filter { truth[knee.time[$0]] != nil }
    return zeroedError(
      rows.map { knee.angle[$0] }, rows.map { truth[knee.time[$0]]! }, time: rows.map { knee.time[$0] })
  }
}
