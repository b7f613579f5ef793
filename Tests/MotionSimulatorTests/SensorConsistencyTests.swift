import Inertial
import Testing

@testable import MotionSimulator

/// What perfect sensors say must be enough to find back what they did.
@Suite struct SensorConsistencyTests {
  private static func run(
    _ motion: Motion, _ side: BodySide = .right, rate: Double, mounting: SensorMounting = .arbitrary
  ) -> SimulatedRecording {
    LegSimulation(
      motion: motion, side: side, sensors: 2, duration: 20, rate: rate, seed: 7, errors: .ideal,
      mounting: mounting
    ).simulate(reference: true)
  }

  @Test(arguments: Motion.allCases)
  func `integrated rates give the attitude`(motion: Motion) {
    let run = Self.run(motion, rate: 100)
    for sensor in run.recording.sensors {
      let truth = run.recording.reference!.orientation[sensor.id]!
      var attitude = truth[0]
      for row in 1..<sensor.rows {
        attitude = attitude * Quaternion(rotationVector: sensor.gyroscope.values[row] * 0.01)
        // Rounding only: 2000 products.
        #expect((attitude.conjugate * truth[row]).angle < 1e-11)
      }
    }
  }

  @Test(arguments: Motion.allCases)
  func `integrated forces give the velocity`(motion: Motion) {
    let leg = LegModel(motion: motion, side: .right, duration: 20, seed: 7, mounting: .arbitrary)
    let run = Self.run(motion, rate: 1000)
    for (sensor, segment) in zip(run.recording.sensors, [BodySegment.thigh, .shank]) {
      let earth = Self.accelerations(sensor, run.recording.reference!.orientation[sensor.id]!)
      var velocity = leg.sensor(on: segment, at: 0).velocity
      for row in 1..<earth.count {
        velocity += (earth[row - 1] + earth[row]) * 0.0005
        let expected = leg.sensor(on: segment, at: run.time[row]).velocity
        // Trapezoid of an 8 Hz ring at 1 kHz: about 1 mm/s, of 2 m/s.
        #expect((velocity - expected).norm < 2e-3)
      }
    }
  }

  /// Dead reckoning by rates and forces alone: after every repetition the sensor is back in its place.
  @Test(arguments: [Motion.seatedExtension, .squats, .sitToStand, .heelSlides])
  func `forces integrated twice lead back to the start`(motion: Motion) {
    let leg = LegModel(motion: motion, side: .right, duration: 20, seed: 7, mounting: .arbitrary)
    let run = Self.run(motion, rate: 1000)
    for (sensor, segment) in zip(run.recording.sensors, [BodySegment.thigh, .shank]) {
      let earth = Self.accelerations(sensor, run.recording.reference!.orientation[sensor.id]!)
      var velocity = leg.sensor(on: segment, at: 0).velocity, position = Vector3.zero, farthest = 0.0
      for row in 1..<earth.count {
        let before = velocity
        velocity += (earth[row - 1] + earth[row]) * 0.0005
        position += (before + velocity) * 0.0005
        farthest = max(farthest, position.norm)
      }
      #expect(position.norm < 0.02, "sway and skin keep a few millimetres, the rest is the trapezoid")
      if sensor.id == "shank" { #expect(farthest > 0.03) }
    }
  }

  private static func accelerations(_ sensor: SensorRecording, _ attitude: [Quaternion]) -> [Vector3] {
    zip(sensor.accelerometer.values, attitude).map { $1.rotate($0) - Vector3(0, 0, .standardGravity) }
  }

  @Test(arguments: Motion.allCases)
  func `a resting sensor reads one g upwards`(motion: Motion) {
    let run = Self.run(motion, rate: 100)
    for sensor in run.recording.sensors {
      let attitude = run.recording.reference!.orientation[sensor.id]!
      for row in 0..<250 {
        let force = attitude[row].rotate(sensor.accelerometer.values[row])
        // Postural sway of 0.1 degrees at 0.3 Hz.
        #expect((force - Vector3(0, 0, .standardGravity)).norm < 0.01)
      }
    }
  }

  @Test(arguments: Motion.allCases)
  func `the left leg is the mirror image of the right one`(motion: Motion) {
    let right = Self.run(motion, .right, rate: 50, mounting: .aligned)
    let left = Self.run(motion, .left, rate: 50, mounting: .aligned)
    #expect(right.flexionDegrees == left.flexionDegrees)
    for (r, l) in zip(right.recording.sensors, left.recording.sensors) {
      for row in 0..<r.rows {
        let rate = r.gyroscope.values[row], force = r.accelerometer.values[row]
        #expect((l.gyroscope.values[row] - Vector3(-rate.x, -rate.y, rate.z)).norm < 1e-9)
        #expect((l.accelerometer.values[row] - Vector3(force.x, force.y, -force.z)).norm < 1e-9)
      }
    }
  }

  @Test func `bending the knee turns the shank forwards about its right-hand axis, negative on both legs`() {
    for side in [BodySide.left, .right] {
      let run = Self.run(.squats, side, rate: 100, mounting: .aligned)
      let thigh = run.recording.sensors[0].gyroscope.values, shank = run.recording.sensors[1].gyroscope.values
      for row in 1..<run.time.count {
        let bending = (run.flexionDegrees[row] - run.flexionDegrees[row - 1]).degreesToRadians * 100
        if abs(bending) > 1 { #expect((shank[row].z - thigh[row].z) * bending < 0) }
      }
    }
  }
}
