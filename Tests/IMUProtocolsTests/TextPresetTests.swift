import IMUProtocols
import Inertial
import Testing

/// Lines of known products.
@Suite struct TextPresetTests {
  private func decoder(_ name: String, _ configuration: String = "") throws -> any SerialDecoder {
    try #require(try SerialProtocol.named(name)?.makeDecoder(configuration))
  }

  private func samples(_ name: String, _ text: String, _ configuration: String = "") throws -> [DecodedSample]
  {
    var decoder = try decoder(name, configuration)
    return decoder.samples(Array(text.utf8))
  }

  // MARK: Razor

  @Test func `razor lines with sensors give angles, force and rate`() throws {
    let all = try samples("razor", "#YPRAG=90.00,-2.00,1.00,0.00,0.00,256.00,0.02,-0.01,0.50\r\n")
    #expect(all.count == 1)
    #expect(all[0].sample.accelerometer == Vector3(0, 0, .standardGravity))
    #expect(all[0].sample.gyroscope == Vector3(0.02, -0.01, 0.5))
    #expect(all[0].sample.deviceTime == nil)
    let angles = try #require(all[0].orientation?.angles)
    #expect((angles - Vector3(1, -2, 90) * (.pi / 180)).norm < 1e-12)
  }

  private static let triple = "#A-R=1.00,2.00,256.00\n#M-R=10.00,20.00,30.00\n#G-R=0.00,14.375,-28.75\n"

  @Test(arguments: [1, 2, 7]) func `three razor lines are one sample`(copies: Int) throws {
    let all = try samples("razor", String(repeating: Self.triple, count: copies))
    #expect(all.count == copies)
    for one in all {
      #expect(one.sample.accelerometer.z == .standardGravity)
      #expect(abs(one.sample.gyroscope.y - .pi / 180) < 1e-12)
      #expect(one.sample.magnetometer == Vector3(10, 20, 30))
    }
  }

  @Test func `a razor sample that lost a line is left out, and no line goes to another sample`() throws {
    let lines = (0..<40).flatMap { n in
      ["#A-R=\(n),0,256\n", "#M-R=\(n),0,30\n", "#G-R=\(n),0,0\n"]
    }
    for lost in 6..<lines.count - 3 {
      var kept = lines
      kept.remove(at: lost)
      var decoder = try decoder("razor")
      let all = decoder.samples(Array(kept.joined().utf8))
      #expect(all.count == 39, "line \(lost)")
      #expect(decoder.statistics.rejected(.incomplete) == 1)
      for one in all {
        let row = (one.sample.accelerometer.x / .standardGravity * 256).rounded()
        #expect(one.sample.magnetometer?.x == row)
        #expect(abs(one.sample.gyroscope.x - row / 14.375 * .pi / 180) < 1e-9)
      }
    }
  }

  @Test func `a razor that is opened in the middle of a sample is understood from the next on`() throws {
    let bytes = Array(String(repeating: Self.triple, count: 8).utf8)
    for start in 1..<Self.triple.utf8.count {
      var decoder = try decoder("razor")
      let all = decoder.samples(Array(bytes[start...]))
      #expect(all.suffix(7).allSatisfy { $0.sample.gyroscope.isFinite && $0.sample.accelerometer.isFinite })
      #expect(all.count >= 7, "start \(start)")
    }
  }

  // MARK: i2cdev

  @Test func `ypr, quaternions and linear acceleration of i2cdev are told apart`() throws {
    let angles = try samples("i2cdev", "ypr\t-12.34\t56.78\t0.09\r\n")
    #expect(abs((angles[0].orientation?.angles?.y ?? 0) - 56.78 * .pi / 180) < 1e-12)
    let quaternion = try samples("i2cdev", "quat\t0.71\t0.00\t0.71\t0.00\r\n")
    #expect(quaternion[0].orientation?.quaternion == Quaternion(0.71, 0, 0.71, 0))
    let force = try samples("i2cdev", "areal\t12\t-34\t56\r\n")
    #expect(force.count == 1)
    #expect(!force[0].sample.accelerometer.isFinite, "without gravity it is no specific force")
    let raw = try samples("i2cdev", "a/g:\t0\t0\t16384\t131\t0\t-262\r\n")
    #expect(raw[0].sample.accelerometer == Vector3(0, 0, .standardGravity))
    #expect(abs(raw[0].sample.gyroscope.z + 2 * .pi / 180) < 1e-12)
  }

  @Test func `lines of one round of i2cdev are one sample`() throws {
    let round =
      "quat\t1.00\t0.00\t0.00\t0.00\r\neuler\t1\t2\t3\r\nypr\t0.10\t0.20\t0.30\r\nareal\t1\t2\t3\r\n"
    var decoder = try decoder("i2cdev")
    let all = decoder.samples(Array(String(repeating: round, count: 5).utf8))
    #expect(all.count == 5)
    #expect(all.allSatisfy { $0.orientation?.quaternion == .identity })
    #expect(decoder.statistics.foreignFrames == 5)
    #expect(decoder.statistics.rejected == 0)
  }

  @Test func `what an i2cdev board says before its data is kept as messages`() throws {
    let banner = [
      "Initializing I2C devices...", "Testing device connections...", "MPU6050 connection successful", "",
      "Send any character to begin DMP programming and demo: ", "Initializing DMP...", "FIFO overflow!",
      "DMP ready! Waiting for first interrupt...", "FIFO overflow!",
    ]
    var decoder = try decoder("i2cdev")
    let bytes = Array((banner + ["ypr\t1.00\t2.00\t3.00"]).map { $0 + "\r\n" }.joined().utf8)
    #expect(decoder.samples(bytes).count == 1)
    let messages = decoder.takeEvents().count { if case .message = $0 { true } else { false } }
    #expect(messages == 8)
    #expect(decoder.statistics.rejected == 0)
  }

  // MARK: MotionCal

  @Test func `raw lines of MotionCal have its units, and its other lines are foreign`() throws {
    var decoder = try decoder("motioncal")
    let all = decoder.samples(Array("Raw:0,0,8192,16,0,0,210,-305,420\r\nUni:1,2,3,4,5,6,7,8,9\r\n".utf8))
    #expect(all.count == 1)
    #expect(all[0].sample.accelerometer == Vector3(0, 0, .standardGravity))
    #expect(abs(all[0].sample.gyroscope.x - .pi / 180) < 1e-12)
    #expect(((all[0].sample.magnetometer ?? .zero) - Vector3(21, -30.5, 42)).norm < 1e-9)
    #expect(decoder.statistics.foreignFrames == 1)
  }

  @Test func `a range that the user set beats that of the product`() throws {
    let all = try samples(
      "motioncal", "Raw:0,0,4096,16,0,0,0,0,0\r\n", #"{"units":{"acc":"lsb:4096"}}"#)
    #expect(all[0].sample.accelerometer.z == .standardGravity)
  }

  // MARK: OpenLog Artemis

  private static let row =
    "07/05/2024,23:59:59.99,12.21,-8.30,1000.00,180.00,0.00,0.00,1.00,2.00,3.00,28.64,99.870,\r\n"

  @Test func `rows of OpenLog Artemis are known without their header`() throws {
    let all = try samples(
      "openlog-artemis", Self.row + Self.row.replacing("23:59:59.99", with: "00:00:00.00"))
    #expect(all.count == 2)
    #expect(all[0].sample.accelerometer.z == .standardGravity)
    #expect(abs(all[0].sample.gyroscope.x - .pi) < 1e-12)
    #expect(all[0].sample.magnetometer == Vector3(1, 2, 3))
    #expect(all[0].sample.deviceTime == 86_399_990_000_000)
    #expect(all[1].sample.deviceTime == 86_400_000_000_000, "midnight is a wrap, not a step back")
  }

  @Test func `the header of OpenLog Artemis beats its standard layout`() throws {
    let header = "rtcDate,rtcTime,gX,gY,gZ,aX,aY,aZ,micros,\r\n"
    let all = try samples(
      "openlog-artemis", header + "07/05/2024,09:00:00.00,180,0,0,0,0,1000,5000,\r\n")
    #expect(all.count == 1)
    #expect(abs(all[0].sample.gyroscope.x - .pi) < 1e-12)
    #expect(all[0].sample.accelerometer.z == .standardGravity)
    #expect(all[0].sample.deviceTime == 5_000_000, "the counter of microseconds is the better clock")
  }

  @Test(arguments: ["24:00:00.00", "09:60:00.00", "9:00:00.0", "09:00:00,00", "09:00:0x.00", "090000.00"])
  func `what is no time of day is no row`(text: String) throws {
    #expect(try samples("openlog-artemis", Self.row.replacing("23:59:59.99", with: text)).isEmpty)
  }

  // MARK: All of them

  static let names = ["razor_text", "i2cdev_mpu6050_text", "motioncal_raw", "openlog_artemis_csv"]

  @Test(arguments: names) func `what a product prints is read back`(name: String) throws {
    let entry = try #require(SerialProtocol.named(name))
    var encoder = try #require(entry.makeEncoder(EncoderSettings()))
    var decoder = try entry.makeDecoder("")
    var bytes: [UInt8] = []
    let rows = exampleRows(50)
    for row in rows { encoder.append([row], to: &bytes) }
    let read = decoder.samples(bytes)
    #expect(read.count == rows.count)
    #expect(decoder.statistics.rejected == 0)
    for (sent, got) in zip(rows, read) {
      if encoder.content.contains(.rate) {
        #expect((got.sample.gyroscope - sent.sample.gyroscope).norm < 0.02)
      }
      if encoder.content.contains(.force) {
        #expect((got.sample.accelerometer - sent.sample.accelerometer).norm < 0.05)
      }
      if encoder.content.contains(.orientation), let q = got.orientation?.quaternion {
        let up = got.orientation!.frame == .northEastDown ? Vector3(0, 0, -1) : .unitZ
        #expect((q.rotateBack(up) - sent.orientation!.quaternion.rotateBack(.unitZ)).norm < 1e-3)
      }
    }
  }

  @Test(arguments: names) func `no start inside a line and no lost byte gives a wrong sample`(name: String)
    throws
  {
    let entry = try #require(SerialProtocol.named(name))
    var encoder = try #require(entry.makeEncoder(EncoderSettings()))
    var bytes: [UInt8] = []
    for row in exampleRows(6) { encoder.append([row], to: &bytes) }
    var clean = try entry.makeDecoder("")
    // As text: what is missing is nan, which equals nothing. Where the line stood differs.
    func told(_ sample: DecodedSample) -> String {
      var sample = sample
      sample.frame = FramePlace()
      return "\(sample)"
    }
    let expected = Set(clean.samples(bytes).map(told))
    for start in 0..<bytes.count / 3 {
      var stream = SensorStream(decoder: try entry.makeDecoder(""), plausibility: nil)
      var samples: [String] = []
      stream.push(RawLogRecord(time: 0, .event(.opened(path: "")))) { samples.append(told($0)) }
      stream.push(RawLogRecord(time: 0, .received(Array(bytes[start...])))) { samples.append(told($0)) }
      stream.finish { samples.append(told($0)) }
      #expect(samples.count >= 3)
      #expect(samples.allSatisfy { expected.contains($0) }, "start \(start)")
    }
  }
}

/// Samples at 100 Hz of a sensor that swings, with everything that a protocol may carry.
func exampleRows(_ count: Int, rate: Double = 100, start: Double = 0) -> [DecodedSample] {
  (0..<count).map { number in
    let t = start + Double(number) / rate
    let angle = 0.6 * Double.sin(2 * t) + 0.3
    let q = Quaternion(axis: .unitX, angle: angle)
    let time = Int64((t * 1e9).rounded())
    let sample = RawSample(
      deviceTime: time, arrivalTime: time,
      gyroscope: Vector3(1.2 * Double.cos(2 * t), 0.11 * Double.sin(5 * t), -0.05),
      accelerometer: q.rotateBack(Vector3(0.2 * Double.sin(7 * t), 0, .standardGravity)),
      magnetometer: q.rotateBack(Vector3(0, 20, -40)))
    return DecodedSample(
      sensor: 0, sample: sample, orientation: DeviceOrientation(q), counter: UInt32(number))
  }
}
