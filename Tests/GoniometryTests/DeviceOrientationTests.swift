import Inertial
import KneeJoint
import MotionSimulator
import Testing

@testable import Goniometry

@Suite struct `A phone-like sensor on the shin` {
  /// Sensor axes along the shank: X forward, Y up, Z to the person's right.
  private func session() -> RawRecording {
    LegSimulation(
      motion: .seatedExtension, side: .left, sensors: 1, duration: 20, rate: 100, seed: 3, mounting: .aligned
    ).recording()
  }

  /// The same motion as a device held so would record it: screen forward.
  private func held(_ orientation: DeviceOrientation) -> RawRecording {
    let up = orientation.towardsKnee
    let screen = Vector3.unitZ
    // Device axes of forward, up and right.
    let right = screen.cross(up)
    var recording = session()
    func turned(_ v: Vector3) -> Vector3 { screen * v.x + up * v.y + right * v.z }
    for index in recording.sensors.indices {
      recording.sensors[index].gyroscope.values = recording.sensors[index].gyroscope.values.map(turned)
      recording.sensors[index].accelerometer.values = recording.sensors[index].accelerometer.values.map(
        turned)
    }
    return recording
  }

  private func measured(_ recording: RawRecording, _ parameters: Goniometer.Parameters) throws
    -> KneeMeasurement
  {
    try #require(Goniometer(parameters: parameters).measure(recording).measurements.first)
  }

  @Test(arguments: DeviceOrientation.allCases)
  func `gives the same five numbers in every orientation, and names it`(orientation: DeviceOrientation) throws
  {
    let knee = try measured(held(orientation), .init(device: orientation))
    let range = try #require(knee.range)
    let reference = try #require(measured(held(.portrait), .init(device: .portrait)).range)
    #expect(knee.device == orientation)
    #expect(knee.zero == .vertical)
    for (a, b) in [
      (range.start, reference.start), (range.finish, reference.finish), (range.minimum, reference.minimum),
      (range.maximum, reference.maximum), (range.range, reference.range),
    ] { #expect(abs(a - b).radiansToDegrees < 0.5, "degrees") }
    // The shin hangs when the person sits, and is nearly level when the knee is straight.
    #expect(abs(range.start.radiansToDegrees) < 8)
    #expect((75...100).contains(range.maximum.radiansToDegrees))
  }

  @Test(arguments: DeviceOrientation.allCases)
  func `is recognised by the edge that is up at the start where its formula is asked for`(
    orientation: DeviceOrientation
  ) throws {
    let knee = try measured(held(orientation), .init(comparesResearchKit: true))
    #expect(knee.device == orientation)
    #expect(knee.researchKit != nil)
  }

  @Test func `agrees with the computation from finished attitudes`() throws {
    let recording = held(.portrait)
    let knee = try measured(recording, .init(device: .portrait))
    let track = try Goniometer().orient(recording, sensor: nil, usesField: false)
    let finished = try ShinInclination.measure(
      worldFromDevice: track.earthFromSensor, time: track.time, orientation: .portrait)
    let range = try #require(knee.range)
    #expect(abs(range.range - finished.range.range).radiansToDegrees < 0.5, "degrees")
    #expect(abs(range.start - finished.range.start).radiansToDegrees < 0.5, "degrees")
  }

  @Test func `whose orientation nobody states has none, and no number of ResearchKit's`() throws {
    let knee = try measured(session(), .init())
    #expect(knee.device == nil)
    #expect(knee.researchKit == nil)
  }

  @Test func `that spins about another axis than the knee's shows no swing`() throws {
    // The screen looks to the side: the knee turns the device about its z axis.
    let knee = try measured(session(), .init(device: .portrait))
    #expect(knee.flags.contains { $0.code == .axisMismatch && $0.effect == .warn })
    #expect(abs(knee.range?.range ?? .nan) < 0.01)
  }
}

@Suite struct `A shin beside the joint` {
  @Test func `has its own range about the knee's axis`() throws {
    let leg = LegSimulation(motion: .squats, side: .left, sensors: 2, duration: 20, rate: 50, seed: 2)
    let knee = try #require(Goniometer().measure(leg.recording()).measurements.first)
    let shin = try #require(knee.shin).range.radiansToDegrees
    let joint = try #require(knee.range).range.radiansToDegrees
    // In a squat the shin leans forward by about 26 degrees, the thigh does the rest.
    #expect((15...40).contains(shin))
    #expect(joint > 2 * shin)
  }
}
