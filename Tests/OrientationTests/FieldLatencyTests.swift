import Inertial
import TestSupport
import Testing

@testable import Orientation

@Suite struct `The latency of a magnetometer` {
  /// Turns about a wandering axis; the field at a stamp is that of `latency` seconds before.
  private struct Recording {
    var time: [Double] = []
    var gyroscope: [Vector3] = []
    var magnetometer: [Vector3] = []
    var levelFromSensor: [Quaternion] = []

    /// - Parameter jitter: share of the period by which a stamp may be off its place.
    init(rate: Double, latency: Double, jitter: Double = 0, noise: Double = 0.3, seed: UInt64 = 1) {
      var generator = SplitMix64(seed: seed)
      var t = -1.0
      var fine: [(time: Double, orientation: Quaternion)] = []
      var q = Quaternion.identity
      // Ten times as fine as the sensor, so that the field of any moment is known.
      let step = 0.1 / rate
      func speed(_ t: Double) -> Vector3 {
        Vector3(2 * Double.sin(4 * t), 1.5 * Double.sin(5.3 * t + 1), 1.2 * Double.sin(3.1 * t + 2))
      }
      while t < 40 {
        t += step
        q = (q * Quaternion(rotationVector: speed(t - step / 2) * step)).normalized
        fine.append((t, q))
      }
      func orientation(at moment: Double) -> Quaternion {
        let place = (moment - fine[0].time) / step
        let below = Swift.min(Swift.max(Int(place), 0), fine.count - 2)
        return fine[below].orientation.interpolated(
          to: fine[below + 1].orientation, fraction: place - Double(below))
      }
      for row in 0..<Int(39 * rate) {
        let stamp = (Double(row) + jitter * generator.uniform(in: -0.5...0.5)) / rate
        time.append(stamp)
        gyroscope.append(speed(stamp - 0.5 / rate))
        levelFromSensor.append(orientation(at: stamp))
        let field = orientation(at: stamp - latency).rotateBack(SyntheticMotion.field)
        magnetometer.append(field + generator.normalVector() * noise)
      }
    }

    var estimate: FieldLatency? {
      FieldLatency(
        levelFromSensor: levelFromSensor, gyroscope: gyroscope, magnetometer: magnetometer, time: time)
    }
  }

  @Test(arguments: [50.0, 100, 200, 285.714, 400], [0, 0.0127, 0.03])
  func `is found at every rate to a tenth of a step`(rate: Double, latency: Double) throws {
    let found = try #require(Recording(rate: rate, latency: latency).estimate?.seconds)
    #expect(abs(found - latency) < 0.1 * max(1 / rate, 0.0035))
  }

  @Test(arguments: [50.0, 100, 400]) func `is found in irregular stamps`(rate: Double) throws {
    let found = try #require(Recording(rate: rate, latency: 0.0127, jitter: 0.8, seed: 2).estimate?.seconds)
    #expect(abs(found - 0.0127) < 0.1 * max(1 / rate, 0.0035))
  }

  @Test func `is negative where the field leads`() throws {
    let found = try #require(Recording(rate: 200, latency: -0.01).estimate?.seconds)
    #expect(abs(found + 0.01) < 5e-4)
  }

  @Test func `is found in a magnetometer that is slower than the rest`() throws {
    var recording = Recording(rate: 100, latency: 0.02)
    for row in recording.time.indices where row % 5 != 0 { recording.magnetometer[row] = .missing }
    let found = try #require(recording.estimate?.seconds)
    #expect(abs(found - 0.02) < 0.001)
  }

  @Test func `is refused where the field turns with the sensor`() {
    var recording = Recording(rate: 200, latency: 0.0127)
    // A magnet beside the sensor: hundreds of µT that never turn, and their noise.
    var generator = SplitMix64(seed: 3)
    for row in recording.magnetometer.indices {
      recording.magnetometer[row] = Vector3(800, -300, 200) + generator.normalVector() * 30
    }
    #expect(recording.estimate?.seconds == nil)
  }

  @Test func `is refused beyond what is tried`() {
    #expect(Recording(rate: 100, latency: 0.3).estimate?.seconds == nil)
  }

  @Test func `nobody can tell it from a sensor that hardly turns`() {
    var recording = Recording(rate: 100, latency: 0.0127)
    for row in recording.gyroscope.indices { recording.gyroscope[row] = Vector3(0.1, 0, 0) }
    #expect(recording.estimate == nil)
    #expect(
      FieldLatency(levelFromSensor: [], gyroscope: [], magnetometer: [], time: []) == nil)
  }

  @Test func `damaged values are left out`() throws {
    var recording = Recording(rate: 100, latency: 0.0127)
    for row in stride(from: 0, to: recording.time.count, by: 7) {
      recording.magnetometer[row] = row % 2 == 0 ? .missing : Vector3(.infinity, 0, 0)
      recording.gyroscope[row + 1 < recording.time.count ? row + 1 : row] = .missing
    }
    let found = try #require(recording.estimate?.seconds)
    #expect(abs(found - 0.0127) < 0.001)
  }

  @Test func `recordings of one sensor add up`() throws {
    // So noisy that one alone cannot tell.
    let recordings = (0..<6).compactMap {
      Recording(rate: 100, latency: 0.0127, noise: 60, seed: UInt64($0)).estimate
    }
    let joint = try #require(FieldLatency(adding: recordings))
    #expect(joint.wobble.count == recordings[0].wobble.count)
    #expect(joint.wobble.min() ?? 0 >= Double(recordings.count))
    let clear = [
      Recording(rate: 100, latency: 0.012).estimate, Recording(rate: 100, latency: 0.014).estimate,
    ]
    let between = try #require(FieldLatency(adding: clear.compactMap { $0 })?.seconds)
    #expect(abs(between - 0.013) < 5e-4)
    #expect(FieldLatency(adding: []) == nil)
    let other = try #require(Recording(rate: 50, latency: 0.0127).estimate)
    #expect(FieldLatency(adding: [recordings[0], other]) == nil)
  }
}
