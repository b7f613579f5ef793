import Inertial
import MotionSimulator
import Testing

@testable import Goniometry

@Suite struct `Sensors on a thigh and a shank` {
  static let motions: [Motion] = [.seatedExtension, .squats, .stairs, .walking, .sitToStand, .heelSlides]

  @Test(arguments: motions)
  func `are not taken for exchanged`(motion: Motion) throws {
    #expect(!isCalledSwapped(try Goniometer().measure(recording(motion)).measurements[0]))
  }

  /// Lying, thigh and shank are at the height of the knee: heel slides look the same either way.
  @Test(arguments: motions.filter { $0 != .heelSlides })
  func `that are exchanged are found out and give the same range`(motion: Motion) throws {
    let recording = recording(motion)
    var exchanged = recording
    exchanged.sensors = recording.sensors.reversed()
    for index in exchanged.sensors.indices {
      exchanged.sensors[index].placement = recording.sensors[index].placement
    }
    let knee = try Goniometer().measure(exchanged).measurements[0]
    #expect(isCalledSwapped(knee))
    let original = try Goniometer().measure(recording).measurements[0]
    if motion == .seatedExtension { return }
    let ranges = (try #require(knee.range).range, try #require(original.range).range)
    #expect(abs(ranges.0 - ranges.1).radiansToDegrees < 0.5, "degrees")
  }

  private func recording(_ motion: Motion) -> RawRecording {
    LegSimulation(motion: motion, side: .right, sensors: 2, duration: 20, rate: 50, seed: 6).recording()
  }

  private func isCalledSwapped(_ knee: KneeMeasurement) -> Bool {
    knee.flags.contains { $0.code == .sensorsMaybeSwapped && $0.effect == .warn }
  }
}
