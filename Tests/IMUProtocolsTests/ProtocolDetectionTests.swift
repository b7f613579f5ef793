import Foundation
import IMUProtocols
import Inertial
import TestSupport
import Testing

/// Which protocol speaks in a kilobyte.
@Suite struct ProtocolDetectionTests {
  /// Bytes of a device, long enough for windows at many places; nil for one that cannot be played alone.
  static func stream(_ entry: SerialProtocol, rows: Int = 600) -> [UInt8]? {
    guard var encoder = entry.makeEncoder(EncoderSettings()) else { return nil }
    var bytes: [UInt8] = []
    encoder.appendDescription(to: &bytes)
    for row in exampleRows(rows) { encoder.append([row], to: &bytes) }
    return bytes
  }

  /// Protocols that speak without being asked.
  static let spoken = SerialProtocol.all.filter { stream($0, rows: 1)?.isEmpty == false }.map(\.name)

  @Test(arguments: spoken) func `a protocol is known from any offset`(name: String) throws {
    let entry = try #require(SerialProtocol.named(name))
    let bytes = try #require(Self.stream(entry))
    var random = SplitMix64(seed: 11)
    var wrong: [String] = []
    for _ in 0..<60 {
      let start = Int.random(in: 0..<bytes.count - ProtocolDetection.windowLength, using: &random)
      let detection = ProtocolDetection(Array(bytes[start..<start + ProtocolDetection.windowLength]))
      if detection.match?.entry.name != name { wrong.append("\(start): \(detection.sentence)") }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of 60: \(wrong.prefix(3))")
  }

  @Test(
    .enabled(if: SharedData.has("captures/xsens_mti_1.bin"), Comment(rawValue: SharedData.absent)),
    arguments: [
      ("xsens_mti_1.bin", "xsens"), ("xsens_mti_2.bin", "xsens"), ("mip_sdk_first199982.bin", "mip"),
      ("openimu_z1.raw", "openimu"), ("openimu_Scale1.raw", "openimu"),
    ])
  func `a real device is known from any offset`(file: String, name: String) throws {
    let bytes = Array(try Data(contentsOf: URL(filePath: SharedData.path("captures/" + file))))
    var random = SplitMix64(seed: 12)
    var wrong: [String] = []
    for _ in 0..<60 {
      let start = Int.random(in: 0..<bytes.count - ProtocolDetection.windowLength, using: &random)
      let detection = ProtocolDetection(Array(bytes[start..<start + ProtocolDetection.windowLength]))
      if detection.match?.entry.name != name { wrong.append("\(start): \(detection.sentence)") }
    }
    #expect(wrong.isEmpty, "\(wrong.count) of 60: \(wrong.prefix(3))")
  }

  @Test func `noise is no protocol`() {
    var random = SplitMix64(seed: 5)
    var found: [String] = []
    for _ in 0..<1500 {
      let window = (0..<ProtocolDetection.windowLength).map { _ in UInt8.random(in: 0...255, using: &random) }
      let detection = ProtocolDetection(window)
      if detection.match != nil || detection.proposal != nil { found.append(detection.sentence) }
    }
    #expect(found.isEmpty)
  }

  @Test func `text without rows is no protocol`() {
    let log = (0..<60).map { "[\($0 * 37)] wifi: state \($0 % 5) -> \($0 % 3), channel \($0 % 11)\r\n" }
      .joined()
    let detection = ProtocolDetection(Array(log.utf8))
    #expect(detection.match == nil)
    #expect(detection.printableShare == 1)
  }

  @Test func `a match says its evidence`() throws {
    var records: [RawLogRecord] = []
    var encoder = try #require(SerialProtocol.named("razor_text")?.makeEncoder(EncoderSettings(rate: 50)))
    for (number, row) in exampleRows(40, rate: 50).enumerated() {
      var bytes: [UInt8] = []
      encoder.append([row], to: &bytes)
      records.append(RawLogRecord(time: Int64(number) * 20_000_000, .received(bytes)))
    }
    let detection = ProtocolDetection(records, baud: 57_600)
    #expect(
      detection.sentence == "Razor AHRS text, 57600, acc+gyro+angle, 50.0 Hz, 0 bad sums in 39 frames")
  }

  /// However much of the last frame the window still holds.
  @Test(arguments: ["witmotion", "ximu3_binary", "xsens", "mip", "ximu3_ascii"])
  func `a frame that the end of the window cuts is no damage`(name: String) throws {
    let entry = try #require(SerialProtocol.named(name))
    var encoder = try #require(entry.makeEncoder(EncoderSettings(rate: 50)))
    var bytes: [UInt8] = []
    for row in exampleRows(40, rate: 50) { encoder.append([row], to: &bytes) }
    for cut in 1..<16 {
      let match = try #require(ProtocolDetection(Array(bytes.dropLast(cut))).match)
      #expect(match.entry.name == name && match.rejected == 0, "\(name), \(cut) bytes cut")
    }
  }

  @Test func `no match says bytes a second, share of text, and the nearest protocol`() {
    let records = (0..<10).map {
      RawLogRecord(time: Int64($0) * 100_000_000, .received(Array("#YPR=1,2\r\nhello\r\n".utf8)))
    }
    let detection = ProtocolDetection(records, baud: 115_200)
    #expect(detection.match == nil)
    #expect(detection.sentence.hasPrefix("no known protocol at 115200, 189 bytes/s, 100 % text"))
    #expect(detection.sentence.contains("nearest is Razor AHRS text: "))
  }

  @Test func `many 00 and FF say that the device is slower`() {
    let detection = ProtocolDetection((0..<600).map { $0 % 3 == 0 ? 0xFF : $0 % 3 == 1 ? 0x00 : 0x80 })
    #expect(detection.isTooFast)
    #expect(detection.sentence.contains("slower"))
  }

  @Test func `rows that nobody explains are text with a proposal`() throws {
    var configuration = TextLineConfiguration()
    configuration.columns = ["t", "ax", "ay", "az", "gx", "gy", "gz"]
    configuration.timeUnit = .microseconds
    configuration.acceleration = .standardGravity
    configuration.angularRate = .degreePerSecond
    let encoder = try #require(TextLineEncoder(configuration: configuration))
    var bytes: [UInt8] = []
    for row in exampleRows(60) {
      encoder.append(row.sample, sensor: "", time: row.sample.deviceTime!, to: &bytes)
    }
    let detection = ProtocolDetection(Array(bytes[700..<1724]))
    #expect(detection.match?.entry.name == "text")
    #expect(detection.proposal?.configuration.columns == configuration.columns)
    #expect(detection.proposal?.configuration.acceleration == .standardGravity)
  }

  @Test(arguments: TextPresetTests.names + ["text"])
  func `a banner before the data hides nothing`(name: String) throws {
    let entry = try #require(SerialProtocol.named(name))
    let data = try #require(Self.stream(entry))
    let banner = Array(
      """
      ets Jul 29 2019 12:21:46\r\n\r\nrst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\r
      configsip: 0, SPIWP:0xee\r\nclk_drv:0x00,q_drv:0x00,d_drv:0x00,cs0_drv:0x00,hd_drv:0x00,wp_drv:0x00\r
      mode:DIO, clock div:1\r\nload:0x3fff0030,len:1184\r\nload:0x40078000,len:13192\r\nentry 0x400805ec\r\n
      """.utf8)
    let detection = ProtocolDetection(Array((banner + data).prefix(ProtocolDetection.windowLength)))
    let fared = detection.candidates.map {
      "\($0.entry.name) \($0.coverage) \(String(describing: $0.shortfall))"
    }
    #expect(detection.match?.entry.name == name, "\(fared)")
  }

  @Test func `headerless binary is no protocol`() {
    // Nine floats a sample, as the binary output of the Razor sends them.
    let bytes = exampleRows(120).flatMap { row -> [UInt8] in
      (0..<9).flatMap { place -> [UInt8] in
        let vector = [row.sample.accelerometer, row.sample.gyroscope, row.sample.magnetometer!][place / 3]
        return withUnsafeBytes(of: Float(vector[place % 3]).bitPattern.littleEndian) { Array($0) }
      }
    }
    for start in 0..<36 {
      let detection = ProtocolDetection(Array(bytes[start..<start + ProtocolDetection.windowLength]))
      #expect(detection.match == nil && detection.proposal == nil)
    }
  }
}
