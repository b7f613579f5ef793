import Inertial
import MotionSimulator
import Testing

@testable import Goniometry

@Suite struct `A strap that slips` {
  private let walk = LegSimulation(
    motion: .walking, side: .right, sensors: 2, duration: 40, rate: 100, seed: 4
  ).simulate()

  /// The shank's sensor turned by so much from half time on.
  private func slipped(by angle: Double) -> RawRecording {
    var recording = walk.recording
    let turn = Quaternion(axis: Vector3(1, 2, -1).normalized, angle: angle)
    for k in recording.sensors.indices where recording.sensors[k].placement?.segment == .shank {
      for row in recording.sensors[k].gyroscope.values.indices.dropFirst(2000) {
        let (rate, force) = (
          recording.sensors[k].gyroscope.values[row], recording.sensors[k].accelerometer.values[row]
        )
        recording.sensors[k].gyroscope.values[row] = turn.rotate(rate)
        recording.sensors[k].accelerometer.values[row] = turn.rotate(force)
      }
    }
    return recording
  }

  private func flag(_ recording: RawRecording) throws -> QualityFlag? {
    try Goniometer().measure(recording).measurements.first?.flags.first { $0.code == .strapSlip }
  }

  @Test func `is found with its time and size`() throws {
    let found = try #require(try flag(slipped(by: 0.26)))
    #expect(found.effect == .warn)
    #expect(abs(try #require(found.span).lowerBound - 20) < 4, "seconds")
    #expect((4.0...18).contains(try #require(found.value).radiansToDegrees))
  }

  @Test func `is not seen where there is none`() throws {
    #expect(try flag(walk.recording) == nil)
    for motion in Motion.allCases {
      let leg = LegSimulation(motion: motion, side: .left, sensors: 2, duration: 40, rate: 50, seed: 8)
      #expect(try flag(leg.recording()) == nil, "\(motion)")
    }
  }
}
