import Foundation
import Goniometry
import IMUProtocols
import Inertial
import MotionSimulator
import Testing

/// x-IMU3 messages carry no check: one flipped bit in one of twenty of them, two sensors on two ports (serial.md 15).
@Suite struct `Of damaged x-IMU3 messages` {
  private static let seeds: ClosedRange<UInt64> =
    ProcessInfo.processInfo.environment["FLEXION_LONG_TESTS"] == "1" ? 1...24 : 1...8
  private static let damagedShare = 0.05

  /// What came of the messages of all seeds.
  private struct Tally {
    var sent = 0
    var damaged = 0
    /// Damaged messages that passed with an error above 20 °/s, 0.2 g or a tenth of a period.
    var passedWrong = 0
    /// Damaged messages that passed with a stamp that is wrong at all.
    var passedWithWrongTime = 0
    var clean = 0
    var cleanKept = 0
    var notCounted = 0
    /// Of the knee angle against the clean run [deg].
    var angleErrors: [Double] = []
    var largestAngle = 0.0

    var wrongShare: Double { Double(passedWrong) / Double(damaged) }
    var keptShare: Double { Double(cleanKept) / Double(clean) }
  }

  @Test func `few pass with an error, nearly all clean ones are kept, and the knee stays`() throws {
    var tally = Tally()
    for seed in Self.seeds { try Self.run(seed: seed, &tally) }
    let rms = tally.angleErrors.max() ?? .nan
    print(
      "x-IMU3 binary, 5 % of messages with a flipped bit, \(Self.seeds.count) seeds: \(tally.damaged) damaged of",
      "\(tally.sent), pass with an error \(tally.wrongShare * 100) % (with any wrong stamp",
      "\(Double(tally.passedWithWrongTime) / Double(tally.damaged) * 100) %), clean kept \(tally.keptShare * 100) %,",
      "not counted \(tally.notCounted), worst knee RMS \(rms), largest \(tally.largestAngle) degrees")
    #expect(tally.wrongShare <= 0.10)
    #expect(tally.keptShare >= 0.995)
    #expect(tally.notCounted == 0)
    #expect(rms < 1, "degrees RMS of one run")
  }

  private static func run(seed: UInt64, _ tally: inout Tally) throws {
    let motion = Motion.allCases[Int(seed) % Motion.allCases.count]
    let leg = LegSimulation(motion: motion, side: .right, sensors: 2, duration: 20, rate: 100, seed: seed)
    let simulated = leg.simulate().recording
    var random = SplitMix64(seed: seed &* 977)
    var clean = simulated, damaged = simulated
    for place in simulated.sensors.indices {
      let messages = messages(of: simulated.sensors[place])
      clean.sensors[place] = recording(of: stream(messages).samples, like: simulated.sensors[place])
      let hurt = messages.map { flipped($0, &random) }
      let received = stream(hurt.map(\.bytes))
      judge(received, hurt.map(\.isDamaged), against: simulated.sensors[place], &tally)
      damaged.sensors[place] = recording(of: received.samples, like: simulated.sensors[place])
    }
    try compare(clean, damaged, &tally)
  }

  // MARK: The line

  private static func messages(of sensor: SensorRecording) -> [[UInt8]] {
    var encoder = XIMU3Encoder(form: .binary)
    return (0..<sensor.rows).map { row in
      let raw = RawSample(
        deviceTime: time(ofRow: row), arrivalTime: 0, gyroscope: sensor.gyroscope.values[row],
        accelerometer: sensor.accelerometer.values[row])
      var bytes: [UInt8] = []
      encoder.append([DecodedSample(sensor: 0, sample: raw)], to: &bytes)
      return bytes
    }
  }

  /// 100 Hz from a time in µs that has bits set and unset [ns].
  private static func time(ofRow row: Int) -> Int64 { 5_555_555_555_000 + Int64(row) * 10_000_000 }

  private static func flipped(_ message: [UInt8], _ random: inout SplitMix64) -> (
    bytes: [UInt8], isDamaged: Bool
  ) {
    guard random.uniform() < damagedShare else { return (message, false) }
    var bytes = message
    let bit = Int.random(in: 0..<8 * bytes.count, using: &random)
    bytes[bit / 8] ^= 1 << UInt8(bit % 8)
    return (bytes, true)
  }

  /// Each message arrives at its row's time, so that a sample tells which message it came from.
  private static func stream(_ messages: [[UInt8]]) -> (samples: [DecodedSample], stream: SensorStream) {
    var stream = SensorStream(decoder: SerialProtocol.named("ximu3_binary")!.decoder)
    var samples: [DecodedSample] = []
    for (row, message) in messages.enumerated() {
      stream.push(RawLogRecord(time: time(ofRow: row), .received(message))) { samples.append($0) }
    }
    stream.finish { samples.append($0) }
    return (samples, stream)
  }

  // MARK: What came of it

  private static func judge(
    _ received: (samples: [DecodedSample], stream: SensorStream), _ isDamaged: [Bool],
    against sensor: SensorRecording, _ tally: inout Tally
  ) {
    tally.sent += isDamaged.count
    tally.damaged += isDamaged.count { $0 }
    tally.clean += isDamaged.count { !$0 }
    for decoded in received.samples {
      let row = Int((decoded.sample.arrivalTime - time(ofRow: 0)) / 10_000_000)
      guard isDamaged[row] else {
        tally.cleanKept += 1
        continue
      }
      let late = abs(decoded.sample.deviceTime! - time(ofRow: row))
      let rate = decoded.sample.gyroscope - sensor.gyroscope.values[row]
      let force = decoded.sample.accelerometer - sensor.accelerometer.values[row]
      let isWrong = largest(rate) > 20 * .pi / 180 || largest(force) > 0.2 * .standardGravity
      if isWrong || late > 1_000_000 { tally.passedWrong += 1 }
      if late > 0 { tally.passedWithWrongTime += 1 }
    }
    let statistics = received.stream.decoder.statistics
    let uncounted = statistics.bytes - statistics.bytesInFrames - statistics.bytesSkipped
    let implausible = received.stream.statistics.implausible.rejected
    let lost = statistics.samples - implausible - received.samples.count
    tally.notCounted += abs(uncounted) + abs(lost)
  }

  private static func largest(_ v: Vector3) -> Double { max(abs(v.x), abs(v.y), abs(v.z)) }

  private static func recording(of samples: [DecodedSample], like sensor: SensorRecording) -> SensorRecording
  {
    var recording = sensor
    recording.clock = .stamps(samples.map { $0.sample.deviceTime! }, zero: .firstSample)
    recording.gyroscope = VectorColumn(values: samples.map(\.sample.gyroscope), unit: .radianPerSecond)
    recording.accelerometer = VectorColumn(
      values: samples.map(\.sample.accelerometer), unit: .metrePerSecondSquared)
    return recording
  }

  private static func compare(_ clean: RawRecording, _ damaged: RawRecording, _ tally: inout Tally) throws {
    let reference = try Goniometer().measure(clean).measurements[0]
    let knee = try Goniometer().measure(damaged).measurements[0]
    let angles = Dictionary(
      zip(reference.time.map { Int(($0 * 1000).rounded()) }, reference.angle), uniquingKeysWith: { $1 })
    var squares = 0.0, count = 0.0
    for (time, angle) in zip(knee.time, knee.angle) {
      guard let wanted = angles[Int((time * 1000).rounded())], wanted.isFinite, angle.isFinite else {
        continue
      }
      let error = (angle - wanted) * 180 / .pi
      squares += error * error
      count += 1
      tally.largestAngle = max(tally.largestAngle, abs(error))
    }
    #expect(count > 1500)
    tally.angleErrors.append((squares / count).squareRoot())
  }
}

extension SerialProtocol {
  /// A decoder without configuration.
  fileprivate var decoder: any SerialDecoder { try! makeDecoder("") }
}
