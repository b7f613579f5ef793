import Inertial
import Testing

@testable import MotionSimulator

@Suite struct LegSimulationTests {
  private static func run(
    _ motion: Motion = .squats, sensors: Int = 2, duration: Double = 12, seed: UInt64 = 3,
    errors: SensorErrors = .realistic, mounting: SensorMounting = .arbitrary
  ) -> SimulatedRecording {
    LegSimulation(
      motion: motion, side: .right, sensors: sensors, duration: duration, rate: 100, seed: seed,
      errors: errors, mounting: mounting
    ).simulate(reference: true)
  }

  private static func same(_ a: SimulatedRecording, _ b: SimulatedRecording) -> Bool {
    zip(a.recording.sensors, b.recording.sensors).allSatisfy {
      $0.gyroscope.values == $1.gyroscope.values && $0.accelerometer.values == $1.accelerometer.values
    }
  }

  @Test(arguments: Motion.allCases)
  func `equal arguments give equal samples`(motion: Motion) {
    let first = Self.run(motion), second = Self.run(motion)
    #expect(Self.same(first, second))
    #expect(first.flexionDegrees == second.flexionDegrees)
    #expect(!Self.same(first, Self.run(motion, seed: 4)))
  }

  @Test func `another mounting leaves the motion alone`() {
    let first = Self.run(mounting: .seed(1)), second = Self.run(mounting: .seed(2))
    #expect(first.flexionDegrees == second.flexionDegrees)
    #expect(!Self.same(first, second))
    let angle = Self.run(mounting: .seed(3)).recording.reference!.orientation["thigh"]![0].conjugate
    #expect((angle * first.recording.reference!.orientation["thigh"]![0]).angle > 0.1)
  }

  @Test func `one sensor is the shank's, and says the same beside a thigh sensor`() {
    let one = Self.run(sensors: 1).recording, two = Self.run(sensors: 2).recording
    #expect(one.sensors.map(\.id) == ["shank"])
    #expect(two.sensors.map(\.id) == ["thigh", "shank"])
    #expect(one.sensors[0].gyroscope.values == two.sensors[1].gyroscope.values)
  }

  @Test func `repetitions differ in height and pace`() {
    let truth = Self.run(duration: 60).flexionDegrees
    let tops = (1..<truth.count - 1).filter {
      truth[$0] > 60 && truth[$0] > truth[$0 - 1] && truth[$0] >= truth[$0 + 1]
    }
    let heights = tops.map { truth[$0] }
    #expect(tops.count > 8)
    #expect(heights.max()! - heights.min()! > 3)
    let spacing = zip(tops.dropFirst(), tops).map { Double($0 - $1) }
    #expect(spacing.max()! / spacing.min()! > 1.1)
  }

  @Test(arguments: Motion.allCases)
  func `a duration too short for a repetition leaves the person still`(motion: Motion) {
    let run = Self.run(motion, duration: 4)
    #expect(run.time.count == 400)
    #expect(run.flexionDegrees.allSatisfy { $0 == run.flexionDegrees[0] })
    #expect(Self.run(motion, duration: 0).time.isEmpty)
  }

  @Test func `realistic sensors err within their limits`() {
    for seed in UInt64(1)...10 {
      let real = Self.run(.seatedExtension, duration: 3, seed: seed)
      let ideal = Self.run(.seatedExtension, duration: 3, seed: seed, errors: .ideal)
      for (r, i) in zip(real.recording.sensors, ideal.recording.sensors) {
        let rate = Self.error(r.gyroscope.values, i.gyroscope.values)
        let force = Self.error(r.accelerometer.values, i.accelerometer.values)
        for axis in 0..<3 {
          #expect(abs(rate.mean[axis].radiansToDegrees) < 0.55)
          #expect(0.08...0.13 ~= rate.deviation[axis].radiansToDegrees)
          #expect(abs(force.mean[axis]) < 0.05 + 9.81 * 0.006)
          #expect(0.025...0.035 ~= force.deviation[axis])
        }
      }
    }
  }

  private static func error(_ a: [Vector3], _ b: [Vector3]) -> (mean: Vector3, deviation: Vector3) {
    let errors = zip(a, b).map { $0 - $1 }
    let mean = errors.reduce(.zero, +) / Double(errors.count)
    func deviation(_ axis: Int) -> Double {
      let sum = errors.reduce(0.0) { $0 + ($1[axis] - mean[axis]) * ($1[axis] - mean[axis]) }
      return Double.sqrt(sum / Double(errors.count))
    }
    return (mean, Vector3(deviation(0), deviation(1), deviation(2)))
  }

  @Test func `values are whole digits of the chip`() {
    let step = SensorErrors.realistic.gyroscopeStep
    for value in Self.run().recording.sensors[0].gyroscope.values {
      let digits = value.x / step
      #expect(abs(digits - digits.rounded()) < 1e-6)
    }
  }

  @Test func `landing makes the straps ring`() {
    let run = Self.run(.walking, duration: 20, errors: .ideal)
    let shank = run.recording.sensors[1].accelerometer.values.map(\.norm)
    // Heel strike on the shin: 2 to 5 g.
    #expect(2...5 ~= shank.max()! / .standardGravity)
  }
}

@Suite struct SensorFaultTests {
  private static func run(_ errors: SensorErrors, sensors: Int = 2) -> SimulatedRecording {
    LegSimulation(
      motion: .squats, side: .left, sensors: sensors, duration: 20, rate: 100, seed: 5, errors: errors
    ).simulate()
  }

  @Test func `a lost sample of one of two sensors is missing, one that all lost has no row`() {
    var errors = SensorErrors.realistic
    errors.loss = 0.1
    let two = Self.run(errors), one = Self.run(errors, sensors: 1)
    for sensor in two.recording.sensors {
      let missing = sensor.gyroscope.values.filter { !$0.isFinite }.count
      #expect(140...250 ~= missing + 2000 - sensor.rows)
    }
    #expect(1750...1850 ~= one.time.count)
    #expect(one.recording.sensors[0].gyroscope.values.allSatisfy { $0.isFinite })
  }

  @Test func `nothing arrives in a gap, and the samples around it do not change`() {
    var errors = SensorErrors.realistic
    let whole = Self.run(errors)
    errors.gaps = [5.0...5.995]
    let holed = Self.run(errors)
    #expect(holed.time.count == 1900)
    #expect(!holed.time.contains { 5.0...5.995 ~= $0 })
    #expect(
      holed.recording.sensors[0].gyroscope.values.last == whole.recording.sensors[0].gyroscope.values.last)
  }

  @Test func `a late shank repeats what it did before`() {
    var errors = SensorErrors.ideal
    let sharp = Self.run(errors).recording.sensors[1].gyroscope.values
    errors.shankDelay = 0.05
    let late = Self.run(errors).recording.sensors[1].gyroscope.values
    for row in 10..<2000 { #expect((late[row] - sharp[row - 5]).norm < 1e-9) }
  }

  @Test func `a narrow range clips`() {
    var errors = SensorErrors.ideal
    errors.gyroscopeRange = 0.5
    let values = Self.run(errors).recording.sensors[1].gyroscope.values
    #expect(values.map { max(abs($0.x), abs($0.y), abs($0.z)) }.max() == 0.5)
  }
}
