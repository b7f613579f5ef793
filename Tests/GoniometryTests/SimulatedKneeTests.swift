import Inertial
import MotionSimulator
import Testing

@testable import Goniometry

@Suite struct `A simulated knee` {
  /// The leg is no perfect hinge: its axis moves and it turns 5 to 10 degrees out of plane, so fractions of a degree remain.
  @Test(arguments: [(Motion.walking, 0.8), (.stairs, 1.0), (.squats, 1.5)])
  func `is measured at an arbitrary mounting`(motion: Motion, limit: Double) throws {
    let simulated = session(motion).simulate()
    let knee = try #require(try Goniometer().measure(simulated.recording).measurements.first)
    let truth = simulated.flexionDegrees
    #expect(zeroedError(knee.angle, truth, time: knee.time) < limit, "degrees RMS")
    let range = try #require(knee.range).range.radiansToDegrees
    #expect(abs(range - (truth.max()! - truth.min()!)) < 2.5, "degrees")
    #expect(knee.side == .left)
    #expect(knee.definition == .jointAngle)
    #expect(knee.time.count == simulated.time.count)
    #expect(!knee.isStopped)
  }

  @Test
  func `gives the same angle when the sensors are strapped on another way round`()
    throws
  {
    let recording = session(.walking, duration: 15).recording()
    var turned = recording
    var random = SplitMix64(seed: 5)
    for index in turned.sensors.indices {
      let turn = random.rotation()
      turned.sensors[index].gyroscope.values = turned.sensors[index].gyroscope.values.map(turn.rotate)
      turned.sensors[index].accelerometer.values = turned.sensors[index].accelerometer.values.map(turn.rotate)
    }
    let first = try Goniometer().measure(recording).measurements[0]
    let second = try Goniometer().measure(turned).measurements[0]
    for row in first.angle.indices {
      // The search for the axis starts elsewhere and ends within the solver's tolerance.
      #expect(abs(first.angle[row] - second.angle[row]) < 0.2 * .pi / 180, "row \(row)")
    }
  }

  @Test func `has no angle inside a long hole and one behind it`() throws {
    var errors = SensorErrors.realistic
    errors.gaps = [8.0...8.6]
    let leg = LegSimulation(
      motion: .walking, side: .right, sensors: 2, duration: 20, rate: 100, seed: 3, errors: errors)
    let simulated = leg.simulate()
    let knee = try Goniometer().measure(simulated.recording).measurements[0]
    #expect(knee.flags.contains { $0.code == .gap && $0.effect == .stop })
    #expect(!knee.time.contains { $0 > 8.005 && $0 < 8.595 })
    #expect(knee.angle.last?.isFinite == true)
    #expect(zeroedError(knee.angle, simulated.flexionDegrees, time: knee.time) < 2, "degrees RMS")
  }

  @Test func `of one sensor is named shin inclination and has no side unless one is said`() throws {
    let leg = LegSimulation(
      motion: .seatedExtension, side: .unspecified, sensors: 1, duration: 15, rate: 50, seed: 2)
    let plain = try Goniometer().measure(leg.recording()).measurements[0]
    #expect(plain.definition == .shinInclination)
    #expect(plain.side == .unspecified)
    let named = try Goniometer(parameters: .init(side: .right)).measure(leg.recording()).measurements[0]
    #expect(named.side == .right)
  }

  /// T10 of the knee's targets; the seated leg by the shank alone.
  @Test(arguments: Motion.allCases)
  func `is shown live near its own measurement, from the second repetition on`(motion: Motion) throws {
    let simulated = session(motion, duration: 30).simulate()
    let live = shownLive(simulated)
    let measured = try Goniometer().measure(simulated.recording).measurements[0]
    let second = try #require(measured.repetitions.filter(\.isCounted).dropFirst().first).time.upperBound
    let settled = try #require(live.firstIndex { $0.stage == .settled })
    #expect(live[settled].time <= second)
    let rows = settled..<live.count
    let apart = rows.map { (live[$0].flexion ?? .nan) - measured.angle[$0] }.map(\.radiansToDegrees)
    #expect(rootMeanSquare(apart) < 1, "degrees")
    #expect(live.last!.repetitions >= measured.repetitions.count(where: \.isCounted) - 1)
  }

  /// A number that is shown is never the wrong way up: it rises and falls with the knee from the first one on.
  @Test(arguments: Motion.allCases, [1, 2, 3] as [UInt64])
  func `is shown live the right way up or not at all`(motion: Motion, seed: UInt64) throws {
    let leg = LegSimulation(motion: motion, side: .left, sensors: 2, duration: 20, rate: 100, seed: seed)
    let simulated = leg.simulate()
    let live = shownLive(simulated)
    let rows = live.indices.filter { live[$0].flexion != nil }
    var against = 0
    for row in rows where row + 25 < live.count {
      guard let now = live[row].flexion, let then = live[row + 25].flexion else { continue }
      let truth = (simulated.flexionDegrees[row + 25] - simulated.flexionDegrees[row]).degreesToRadians
      if abs(truth) > 0.1, (then - now) * truth < 0 { against += 1 }
    }
    #expect(against == 0, "rows in which the picture turns against the knee")
    let first = try #require(rows.first)
    #expect(live[..<first].allSatisfy { $0.mostFlexed == nil })
  }

  private func session(_ motion: Motion, duration: Double = 25) -> LegSimulation {
    LegSimulation(motion: motion, side: .left, sensors: 2, duration: duration, rate: 100, seed: 1)
  }

  private func shownLive(_ simulated: SimulatedRecording) -> [LiveAngle] {
    var live = LiveGoniometer(parameters: .init(nominalPeriod: 0.01))
    var out: [LiveAngle] = []
    for row in simulated.time.indices {
      let stamp = Int64(simulated.time[row] * 1e9)
      for (sensor, segment) in zip(simulated.recording.sensors, [BodySegment.thigh, .shank]) {
        let sample = RawSample(
          deviceTime: stamp, arrivalTime: stamp, gyroscope: sensor.gyroscope.values[row],
          accelerometer: sensor.accelerometer.values[row])
        live.push(sample, from: segment) { out.append($0) }
      }
    }
    return out
  }
}

/// RMS difference [deg] of an angle [rad] and its truth [deg] once their means over the first 0.9 s are made equal; rows
/// without a value do not count.
func zeroedError(_ angle: [Double], _ truth: [Double], time: [Double]) -> Double {
  let difference = zip(angle, truth).map { $0.radiansToDegrees - $1 }
  let start = time.indices.filter { time[$0] < time[0] + 0.9 }.map { difference[$0] }.filter(\.isFinite)
  let offset = start.reduce(0, +) / Double(max(1, start.count))
  return rootMeanSquare(difference.filter(\.isFinite).map { $0 - offset })
}

func rootMeanSquare(_ values: [Double]) -> Double {
  Double.sqrt(values.reduce(0) { $0 + $1 * $1 } / Double(max(1, values.count)))
}
