import IMUProtocols
import Inertial
import MotionSimulator
import Recordings
import TestSupport
import Testing

/// What the test of plausibility costs where nothing is damaged: every sample goes as an x-IMU3 message, which carries no
/// check of its own.
@Suite struct `Of sound samples` {
  /// Share of samples that were called implausible [%].
  private static func loss(_ sensors: [SensorRecording], rate: Double) -> Double {
    var lost = 0, all = 0
    for sensor in sensors {
      var encoder = XIMU3Encoder(form: .binary)
      var stream = SensorStream(decoder: SerialDecoders.make("ximu3_binary")!)
      for row in 0..<sensor.rows {
        let time = 5_000_000_000 + Int64((Double(row) * 1e9 / rate).rounded())
        let raw = RawSample(
          deviceTime: time, arrivalTime: time,
          gyroscope: sensor.gyroscope.values[row] * (sensor.gyroscope.unit?.scaleToSI ?? 1),
          accelerometer: sensor.accelerometer.values[row] * (sensor.accelerometer.unit?.scaleToSI ?? 1))
        guard raw.gyroscope.isFinite, raw.accelerometer.isFinite else { continue }
        var bytes: [UInt8] = []
        encoder.append([DecodedSample(sensor: 0, sample: raw)], to: &bytes)
        all += 1
        stream.push(RawLogRecord(time: time, .received(bytes))) { _ in }
      }
      stream.finish { _ in }
      lost += stream.rejectedByReason.reduce(0) { $0 + $1.count }
    }
    return 100 * Double(lost) / Double(max(1, all))
  }

  @Test(
    .enabled(if: SharedData.has("knee/walk_sit_left.csv"), Comment(rawValue: SharedData.absent)),
    arguments: [
      ("3D_01", 50, 0.15), ("3D_04", 50, 0.1), ("walk_sit_left", 100, 0.1), ("walk_sit_right", 100, 0.1),
    ])
  func `next to none of a real leg are called spikes`(file: String, rate: Double, limit: Double) throws {
    let recording = try RecordingFile(path: SharedData.path("knee/\(file).csv")).recording()
    let loss = Self.loss(recording.sensors, rate: rate)
    print("sound samples lost of \(file), \(rate) Hz: \(loss) %")
    #expect(recording.sensors.count == 2)
    #expect(loss <= limit)
  }

  @Test(arguments: [Motion.walking, .cutting, .dropLanding], [50.0, 100, 200])
  func `next to none of a simulated leg are called spikes`(motion: Motion, rate: Double) {
    let losses = (1...3 as ClosedRange<UInt64>).map { seed in
      let leg = LegSimulation(motion: motion, side: .left, sensors: 2, duration: 30, rate: rate, seed: seed)
      return Self.loss(leg.simulate().recording.sensors, rate: rate)
    }
    print("sound samples lost of \(motion.rawValue), \(rate) Hz: \(losses) %")
    #expect(losses.reduce(0, +) / 3 <= (rate < 200 ? 0.15 : 0.1))
  }
}
