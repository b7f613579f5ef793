import Inertial
import MotionSimulator
import Testing

@testable import Goniometry

/// A debug build takes two minutes of a leg, a release build ten.
#if DEBUG
  private let duration = 120.0
#else
  private let duration = 600.0
#endif

@Suite struct `Two sensors without a magnetometer` {
  /// 0.02 deg/s about every axis, of opposite sign on thigh and shank: alone, their headings part by 24 degrees in
  /// ten minutes.
  private func recording() -> (recording: RawRecording, time: [Double], truth: [Double]) {
    let leg = LegSimulation(
      motion: .walking, side: .left, sensors: 2, duration: duration, rate: 50, seed: 4, errors: .ideal)
    let simulated = leg.simulate()
    var recording = simulated.recording
    let bias = Vector3(1, 1, 1) * 0.02.degreesToRadians
    for k in recording.sensors.indices {
      recording.sensors[k].magnetometer = nil
      let toUnit = 1 / (recording.sensors[k].gyroscope.unit?.scaleToSI ?? 1)
      let shift = bias * (k == 0 ? toUnit : -toUnit)
      recording.sensors[k].gyroscope.values = recording.sensors[k].gyroscope.values.map { $0 + shift }
    }
    return (recording, simulated.time, simulated.flexionDegrees)
  }

  @Test func `drift apart, and the knee does not`() throws {
    let (recording, time, truth) = recording()
    let knee = try Goniometer().measure(recording).measurements[0]
    let known = Dictionary(uniqueKeysWithValues: zip(time, truth))
    func meanError(_ span: Range<Double>) -> Double {
      let errors = knee.time.indices.compactMap { row -> Double? in
        guard span.contains(knee.time[row]), knee.angle[row].isFinite else { return nil }
        return known[knee.time[row]].map { knee.angle[row].radiansToDegrees - $0 }
      }
      return errors.isEmpty ? .nan : errors.reduce(0, +) / Double(errors.count)
    }
    let change = meanError(duration - 40..<duration) - meanError(10..<50)
    #expect(abs(change) < 0.3, "degrees")
  }
}
