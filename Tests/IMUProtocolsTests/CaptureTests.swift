import Foundation
import Inertial
import TestSupport
import Testing

@testable import IMUProtocols

/// Recordings of real devices, against what stands about them in their table (serial.md section 16).
@Suite(.enabled(if: SharedData.has("captures"), Comment(rawValue: SharedData.absent)))
struct CaptureTests {
  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: SharedData.path("captures/" + name))))
  }

  // MARK: Xsens

  struct XsensCapture: Sendable, CustomStringConvertible {
    let name: String
    let gnssStep: Int
    var description: String { name }
  }

  static let xsens = [
    XsensCapture(name: "xsens_mti_1", gnssStep: -419), XsensCapture(name: "xsens_mti_2", gnssStep: -462),
  ]

  @Test(arguments: xsens) func `an Xsens recording has 100 messages, 96 of them inertial`(
    capture: XsensCapture
  ) throws {
    var decoder = FramedDecoder(XsensReader())
    let samples = decoder.samples(try Self.bytes(capture.name + ".bin"), pieces: [1, 64, 17])
    let statistics = decoder.statistics
    #expect(statistics.frames == 100 && statistics.bytesSkipped == 0 && statistics.rejected == 0)
    #expect(samples.count == 96 && statistics.foreignFrames == 4)
    #expect(decoder.reader.messagesLost == 0 && statistics.restarts == 0)
    #expect(samples.allSatisfy { $0.sample.gyroscope.isFinite && $0.sample.accelerometer.isFinite })
    let steps = zip(samples, samples.dropFirst()).map { $1.sample.deviceTime! - $0.sample.deviceTime! }
    #expect(steps == [Int64](repeating: 10_000_000, count: 95))
  }

  @Test(arguments: xsens) func `an Xsens recording has the printed values, all of them`(capture: XsensCapture)
    throws
  {
    let golden = try XsensGolden.messages(capture.name + ".golden.txt")
    let messages = Self.messages(try Self.bytes(capture.name + ".bin"))
    try #require(golden.count == 100 && messages.count == 100)
    var compared = 0
    for (printed, message) in zip(golden, messages) {
      for (name, numbers) in printed {
        guard let quantity = XsensGolden.quantities[name] else { continue }
        let found = try #require(message[quantity], "\(name) is missing")
        #expect(found.count == numbers.count)
        for (a, b) in zip(found, numbers) { #expect(abs(a - b) <= 1e-9 * max(1, abs(b)), "\(name)") }
        compared += 1
      }
    }
    #expect(compared > 900)
  }

  @Test(arguments: xsens) func `samples of an Xsens recording are the printed ones`(capture: XsensCapture)
    throws
  {
    let golden = try XsensGolden.messages(capture.name + ".golden.txt").filter { $0["RateOfTurn"] != nil }
    var decoder = FramedDecoder(XsensReader())
    let samples = decoder.samples(try Self.bytes(capture.name + ".bin"))
    try #require(golden.count == samples.count)
    for (printed, sample) in zip(golden, samples) {
      let force = printed["Acceleration"]!, rate = printed["RateOfTurn"]!
      #expect((sample.sample.accelerometer - Vector3(force[0], force[1], force[2])).norm < 1e-9)
      #expect((sample.sample.gyroscope - Vector3(rate[0], rate[1], rate[2])).norm < 1e-9)
      #expect(Double(sample.sample.deviceTime!) == printed["SampleTimeFine"]![0] * 1e5)
      let angles = printed["EulerAngles"].map { Vector3($0[0], $0[1], $0[2]) * (Double.pi / 180) }
      #expect((sample.orientation == nil) == (angles == nil))
      if let angles { #expect((sample.orientation!.angles! - angles).norm < 1e-9) }
    }
  }

  @Test(arguments: xsens) func `GNSS messages of an Xsens recording step back`(capture: XsensCapture) throws {
    let messages = Self.messages(try Self.bytes(capture.name + ".bin"))
    let times = messages.map { Int($0[0x1060]![0]) }
    let back = zip(times, times.dropFirst()).map { $1 - $0 }.filter { $0 < 0 }
    #expect(back == [Int](repeating: capture.gnssStep, count: 4))
  }

  // MARK: MicroStrain

  @Test func `the MIP recording has 4542 packets, 2427 of them with rate and force`() throws {
    var decoder = FramedDecoder(MIPReader())
    let samples = decoder.samples(try Self.bytes("mip_sdk_first199982.bin"), pieces: [1, 500, 33])
    let statistics = decoder.statistics
    #expect(statistics.frames == 4542)
    let sets = Dictionary(uniqueKeysWithValues: statistics.types.map { ($0.type, $0.count) })
    #expect(sets == [0x80: 3884, 0x82: 387, 0xA0: 270, 0x01: 1])
    #expect(statistics.bytesSkipped == 0 && statistics.rejected == 0 && statistics.restarts == 0)
    let inertial = samples.filter { $0.sample.gyroscope.isFinite && $0.sample.accelerometer.isFinite }
    #expect(inertial.count == 2427)
    #expect(samples.count { $0.sample.magnetometer != nil } == 1942)
    let steps = zip(inertial, inertial.dropFirst()).map { $1.sample.deviceTime! - $0.sample.deviceTime! }
    #expect(steps == [Int64](repeating: 8_000_000, count: 2426))
    let force = inertial.map { $0.sample.accelerometer.norm }
    #expect(force.allSatisfy { 7...13 ~= $0 })
  }

  @Test func `field packets of the MIP recording join its inertial samples`() throws {
    var stream = SensorStream(decoder: FramedDecoder(MIPReader()))
    var samples: [DecodedSample] = []
    let bytes = try Self.bytes("mip_sdk_first199982.bin")
    stream.push(RawLogRecord(time: 0, .received(bytes))) { samples.append($0) }
    stream.finish { samples.append($0) }
    #expect(samples.count == 2427)
    #expect(samples.count { $0.sample.magnetometer != nil } >= 1930)
    #expect(stream.statistics.missing == 0)
  }

  // MARK: OpenIMU

  @Test func `the OpenIMU recording has 2127 packets and a cut one`() throws {
    var decoder = FramedDecoder(OpenIMUReader())
    let samples = decoder.samples(try Self.bytes("openimu_z1.raw"), pieces: [1, 777])
    #expect(samples.count == 2127 && decoder.statistics.frames == 2127)
    #expect(decoder.statistics.rejected(.incomplete) == 1 && decoder.statistics.rejected == 1)
    #expect(decoder.statistics.bytesSkipped == 31)
    let steps = zip(samples, samples.dropFirst()).map { $1.sample.deviceTime! - $0.sample.deviceTime! }
    #expect(steps.min() == 9_956_000 && steps.max() == 10_034_000)
  }

  @Test func `the OpenIMU recording of another type gives no sample`() throws {
    var decoder = FramedDecoder(OpenIMUReader())
    #expect(decoder.samples(try Self.bytes("openimu_Scale1.raw"), pieces: [64]).isEmpty)
    #expect(decoder.statistics.foreignFrames == 1002 && decoder.statistics.frames == 1002)
    #expect(decoder.statistics.types.map { decoder.name(ofFrameType: $0.type) } == ["S1"])
    #expect(decoder.statistics.bytesSkipped == 0)
  }

  /// Numbers of each item by quantity, message by message.
  private static func messages(_ bytes: [UInt8]) -> [[UInt16: [Double]]] {
    var messages: [[UInt16: [Double]]] = []
    bytes.withUnsafeBytes { bytes in
      var place = 0
      while place < bytes.count {
        let window = UnsafeRawBufferPointer(rebasing: bytes[place...])
        guard case .frame(let length) = XsensMessage.judge(window) else { return }
        var items = XsensItems(UnsafeRawBufferPointer(rebasing: window[..<length]))
        var message: [UInt16: [Double]] = [:]
        while let item = items.next() { message[item.quantity] = numbers(item) }
        messages.append(message)
        place += length
      }
    }
    return messages
  }

  private static func numbers(_ item: XsensItem) -> [Double] {
    switch item.quantity {
    case 0x1020: [Double(item.value.big(UInt16.self, at: 0))]
    case 0x1060, 0xE020: [Double(item.value.big(UInt32.self, at: 0))]
    case 0xE010: [Double(item.value[0])]
    default: (0..<item.value.count / item.format.size).map { item.number($0) }
    }
  }
}

/// The text that stands beside an Xsens recording: blank lines between messages, names with indented numbers.
enum XsensGolden {
  /// Items whose value is numbers; dates and the GNSS block are not compared.
  static let quantities: [String: UInt16] = [
    "PacketCounter": 0x1020, "SampleTimeFine": 0x1060, "StatusByte": 0xE010, "StatusWord": 0xE020,
    "Acceleration": 0x4020, "DeltaV": 0x4010, "RateOfTurn": 0x8020, "DeltaQ": 0x8030, "EulerAngles": 0x2030,
    "LatLon": 0x5040, "AltitudeEllipsoid": 0x5020, "VelocityXYZ": 0xD010,
  ]

  static func messages(_ name: String) throws -> [[String: [Double]]] {
    let text = try String(contentsOf: URL(filePath: SharedData.path("captures/" + name)), encoding: .utf8)
    return text.components(separatedBy: "\n\n").map(message).filter { !$0.isEmpty }
  }

  private static func message(_ text: String) -> [String: [Double]] {
    var message: [String: [Double]] = [:]
    var name = ""
    for line in text.split(whereSeparator: \.isNewline) {
      if line.first != " " {
        name = String(line.prefix { $0.isLetter })
        continue
      }
      let value = line.split(separator: ":").last.map { $0.drop { $0 == " " } } ?? ""
      let number = name.hasPrefix("Status") ? Int(value, radix: 2).map(Double.init) : Double(value)
      message[name, default: []].append(number ?? .nan)
    }
    return message
  }
}
