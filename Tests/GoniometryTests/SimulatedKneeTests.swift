import Inertial
import MotionSimulator
import Testing

@testable import Goniometry

/// RMS difference of two angle series [deg] once the mean over the first 0.9 s is taken from both; rows without value do not count.
func zeroedError(_ angle: [Double], _ truth: [Double], time: [Double]) -> Double {
  var offset = 0.0, n = 0.0
  for row in time.indices where time[row] < 0.9 && angle[row].isFinite {
    offset += angle[row].radiansToDegrees - truth[row]
    n += 1
  }
  offset /= max(1, n)
  var sum = 0.0, count = 0.0
  for row in time.indices where angle[row].isFinite {
    let e = angle[row].radiansToDegrees - truth[row] - offset
    sum += e * e
    count += 1
  }
  return Double.sqrt(sum / max(1, count))
}

@Suite struct `A simulated knee` {
  @Test(arguments: Motion.allCases, [1, 2, 3] as [UInt64])
  func `is measured`(motion: Motion, seed: UInt64) throws {
    let leg = LegSimulation(motion: motion, side: .left, sensors: 2, duration: 40, rate: 100, seed: seed)
    let simulated = leg.simulate()
    let measured = try Goniometer().measure(simulated.recording)
    let knee = try #require(measured.measurements.first)
    let offline = try Goniometer(parameters: .init(method: .offline(.online))).measure(simulated.recording)
      .measurements[0]
    let truth = simulated.flexionDegrees
    let truthRange = truth.max()! - truth.min()!
    print(
      motion.rawValue, seed, "rmse", zeroedError(knee.angle, truth, time: knee.time), "offline",
      zeroedError(offline.angle, truth, time: offline.time), "range", knee.range?.range.radiansToDegrees ?? -1,
      "truth", truthRange, "reps", knee.repetitions.filter(\.isCounted).count,
      knee.flags.map { "\($0.code) \($0.effect) \($0.value ?? 0)" })
  }

  @Test(arguments: Motion.allCases, [1, 2] as [UInt64])
  func `is shown live`(motion: Motion, seed: UInt64) throws {
    let leg = LegSimulation(motion: motion, side: .left, sensors: 2, duration: 60, rate: 100, seed: seed)
    let simulated = leg.simulate()
    var live = LiveGoniometer(parameters: .init(nominalPeriod: 0.01))
    var out: [LiveAngle] = []
    let a = simulated.recording.sensors[0], b = simulated.recording.sensors[1]
    for row in simulated.time.indices {
      let stamp = Int64(simulated.time[row] * 1e9)
      for (sensor, segment) in [(a, BodySegment.thigh), (b, .shank)] {
        live.push(
          RawSample(
            deviceTime: stamp, arrivalTime: stamp, gyroscope: sensor.gyroscope.values[row],
            accelerometer: sensor.accelerometer.values[row]), from: segment) { out.append($0) }
      }
    }
    let settled = out.firstIndex { $0.stage == .settled } ?? out.count
    var sum = 0.0, n = 0.0
    for k in settled..<out.count {
      let e = (out[k].flexion ?? .nan).radiansToDegrees - simulated.flexionDegrees[k]
      sum += e
      n += 1
    }
    let mean = sum / n
    var sq = 0.0
    for k in settled..<out.count {
      let e = (out[k].flexion ?? .nan).radiansToDegrees - simulated.flexionDegrees[k] - mean
      sq += e * e
    }
    print(
      "live", motion.rawValue, seed, "settled at", settled < out.count ? out[settled].time : -1, "offset", mean,
      "sd", Double.sqrt(sq / n), "reps", out.last?.repetitions ?? -1, "n", out.count)
  }
}
