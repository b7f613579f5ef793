import Inertial
import MotionSimulator
import SampleConditioning
import Testing

@testable import Goniometry

/// Devices that send their orientation and nothing else: rates come from its steps, and of the force only gravity is known.
@Suite struct `Orientation without force` {
  /// The leg as two such devices tell it: four decimals, a heading that starts anywhere, a tilt that is a little off.
  private func told(_ motion: Motion, seed: UInt64) throws -> (recording: RawRecording, range: Double) {
    let simulated = LegSimulation(
      motion: motion, side: .left, sensors: 2, duration: 25, rate: 100, seed: seed
    ).simulate(reference: true)
    var recording = simulated.recording
    for index in recording.sensors.indices {
      let attitudes = try #require(simulated.recording.reference?.orientation[recording.sensors[index].id])
      let tilt = Quaternion(rotationVector: Vector3(0.003, index == 0 ? -0.004 : 0.004, 1 + Double(index)))
      recording.sensors[index].tell(attitudes.map { (tilt * $0).rounded })
    }
    return (recording, simulated.flexionDegrees.max()! - simulated.flexionDegrees.min()!)
  }

  @Test(arguments: [Motion.walking, .stairs, .cutting], [1, 2] as [UInt64])
  func `measures a leg that turns about more than one direction`(motion: Motion, seed: UInt64) throws {
    let (recording, truth) = try told(motion, seed: seed)
    let knee = try Goniometer().measure(recording).measurements[0]
    let range = try #require(knee.range).range.radiansToDegrees
    #expect(abs(range - truth) < 2, "degrees")
    #expect(knee.flags.contains { $0.code == .signAssumed && $0.effect == .warn })
  }

  @Test(arguments: [Motion.squats, .heelSlides, .sitToStand], [1, 5, 8, 10] as [UInt64])
  func `gives no number in planar motion, where the turn of the thigh may count either way`(
    motion: Motion, seed: UInt64
  ) throws {
    let knee = try Goniometer().measure(try told(motion, seed: seed).recording).measurements[0]
    #expect(knee.range == nil)
    #expect(knee.flags.contains { $0.code == .axisUnobservable && $0.effect == .stop })
  }

  @Test func `measures a shank beside a still thigh`() throws {
    let (recording, truth) = try told(.seatedExtension, seed: 1)
    let knee = try Goniometer().measure(recording).measurements[0]
    #expect(abs(try #require(knee.range).range.radiansToDegrees - truth) < 1, "degrees")
  }

  @Test func `shows no live number in squats either`() throws {
    let recording = try told(.squats, seed: 3).recording
    var live = LiveGoniometer(parameters: .init(nominalPeriod: 0.01))
    var shown = 0
    for row in 0..<recording.sensors[0].rows {
      for (sensor, segment) in zip(recording.sensors, [BodySegment.thigh, .shank]) {
        let sample = RawSample(
          deviceTime: Int64(row) * 10_000_000, arrivalTime: Int64(row) * 10_000_000,
          gyroscope: sensor.gyroscope.values[row], accelerometer: sensor.accelerometer.values[row])
        live.push(sample, from: segment, forceIsDerived: true) { shown += $0.flexion == nil ? 0 : 1 }
      }
    }
    #expect(shown == 0)
  }
}

extension Quaternion {
  /// As a device prints it, with four decimals.
  fileprivate var rounded: Quaternion {
    func rounded(_ value: Double) -> Double { (value * 1e4).rounded() / 1e4 }
    return Quaternion(rounded(w), rounded(x), rounded(y), rounded(z)).normalized
  }
}

extension SensorRecording {
  fileprivate mutating func tell(_ attitudes: [Quaternion]) {
    let turns = zip(attitudes, attitudes.dropFirst()).map { ($0.conjugate * $1).rotationVector / 0.01 }
    gyroscope.values = [Vector3.missing] + turns
    accelerometer.values = attitudes.map { $0.rotateBack(Vector3.unitZ * .standardGravity) }
    magnetometer = nil
    isForceDerived = true
  }
}
