import Inertial
import KneeJoint
import Testing

@testable import Goniometry
@testable import MotionSimulator

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

@Suite struct `A heel slide with one sensor` {
  @Test(arguments: [1, 2, 3] as [UInt64])
  func `has the flexion of the truth where the lengths are known`(seed: UInt64) throws {
    let leg = LegSimulation(
      motion: .heelSlides, side: .right, sensors: 1, duration: 20, rate: 100, seed: seed)
    let simulated = leg.simulate()
    let body = leg.model.body
    let ratio = body.shankLength / body.thighLength
    let knee = try #require(
      Goniometer(parameters: .init(supineRatio: ratio)).measure(simulated.recording).measurements.first)
    let truth = simulated.flexionDegrees
    let range = try #require(knee.supine).range.radiansToDegrees
    // Skin moves the sensor by some degrees, and near the seat one degree of the shin is three of the knee.
    #expect(abs(range - (truth.max()! - truth.min()!)) < 8, "degrees")
  }

  @Test func `is bent by twice the rise of the shin where both segments are equally long`() {
    #expect(abs(SupineFlexion.flexion(rise: 0.5, ratio: 1) - 1) < 1e-12)
    #expect(SupineFlexion.flexion(rise: 1.4, ratio: 1.3).isNaN)
    #expect(throws: KneeJointError.noSamples) {
      try SupineFlexion.measure(inclination: [.nan], time: [0], ratio: 1)
    }
  }
}

@Suite struct `Stretches too short to settle` {
  private let time = (0..<500).map { Double($0) / 100 }

  @Test func `are flagged with their span`() throws {
    let flags = UnsettledStretches.flags(restarts: [250, 200], time: time)
    let flag = try #require(flags.first)
    #expect(flags.count == 1)
    #expect(flag.code == .orientationUnsettled && flag.effect == .warn)
    #expect(flag.span == 2.0...2.49)
  }

  @Test func `are none in a recording of one piece`() {
    #expect(UnsettledStretches.flags(restarts: [], time: time).isEmpty)
    #expect(UnsettledStretches.flags(restarts: [0], time: Array(time.prefix(20))).isEmpty)
  }
}
