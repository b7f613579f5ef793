import IMUProtocols
import Inertial
import MotionSimulator
import Testing

/// Bytes that are read at another speed than they are sent at.
@Suite struct WrongSpeedTests {
  private static let bauds = [9600, 19_200, 38_400, 57_600, 115_200, 230_400, 460_800, 921_600]

  @Test func `no protocol is found at a wrong speed`() throws {
    var random = SplitMix64(seed: 21)
    var tried = 0
    var found: [String] = []
    let streams = ProtocolDetectionTests.spoken.compactMap { name -> (String, [UInt8])? in
      SerialProtocol.named(name).flatMap { ProtocolDetectionTests.stream($0) }.map { (name, $0) }
    }
    while tried < 1000 {
      for (name, bytes) in streams where tried < 1000 {
        let sent = Self.bauds.randomElement(using: &random)!
        let heard = Self.bauds.randomElement(using: &random)!
        if sent == heard { continue }
        // As many as fill a window after they were mangled.
        let count = min(bytes.count, 4 * 1024 * max(1, sent / heard))
        let start = Int.random(in: 0...bytes.count - count, using: &random)
        let window = BaudMismatch.resample(Array(bytes[start..<start + count]), from: sent, to: heard)
        let detection = ProtocolDetection(Array(window.prefix(ProtocolDetection.windowLength)))
        tried += 1
        if detection.match != nil || detection.proposal != nil {
          found.append("\(name) \(sent) at \(heard): \(detection.sentence)")
        }
      }
    }
    #expect(found.isEmpty, "\(found.prefix(3))")
  }

  /// SR-22: an ESP32 prints its boot log at 74880 baud, then its program speaks at 115200.
  @Test(arguments: ProtocolDetectionTests.spoken, [115_200, 74_880])
  func `a boot log at either speed gives no sample and no wrong protocol`(name: String, baud: Int) throws {
    let entry = try #require(SerialProtocol.named(name))
    let data = try #require(ProtocolDetectionTests.stream(entry))
    var log = Array(
      """
      ets Jan  8 2013,rst cause:2, boot mode:(3,6)\r\n\r\nload 0x4010f000, len 3460, room 16\r\ntail 4\r
      chksum 0xcc\r\nload 0x3fff20b8, len 40, room 4\r\ntail 4\r\nchksum 0xc9\r\ncsum 0xc9\r\nv0005f0f0\r
      ~ld\r\nets Jul 29 2019 12:21:46\r\nrst:0x1 (POWERON_RESET),boot:0x13 (SPI_FAST_FLASH_BOOT)\r
      configsip: 0, SPIWP:0xee\r\nmode:DIO, clock div:1\r\n
      """.utf8)
    log = BaudMismatch.resample(Array(log.prefix(300)), from: baud, to: 115_200)
    let detection = ProtocolDetection(Array((log + data).prefix(2 * ProtocolDetection.windowLength)))
    #expect(detection.match?.entry.name == name, "\(detection.sentence)")

    func samples(_ bytes: [UInt8]) throws -> [RawSample] {
      var stream = SensorStream(decoder: try entry.makeDecoder(""), plausibility: nil)
      var samples: [RawSample] = []
      stream.push(RawLogRecord(time: 0, .event(.opened(path: "")))) { samples.append($0.sample) }
      stream.push(RawLogRecord(time: 0, .received(bytes))) { samples.append($0.sample) }
      stream.finish { samples.append($0.sample) }
      return samples
    }
    // Behind a foreign line the clock starts where the data do, so values are compared and not times.
    let clean = try samples([0x0A] + data).suffix(100).map { "\($0.gyroscope) \($0.accelerometer)" }
    let booted = try samples(log + [0x0A] + data).suffix(100).map { "\($0.gyroscope) \($0.accelerometer)" }
    #expect(clean == booted)
    #expect(try samples(log).isEmpty)
  }
}
