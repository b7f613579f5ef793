import Inertial
import Testing

@testable import IMUProtocols

@Suite struct XIMU3Tests {
  private static let forms: [XIMU3Encoder.Form] = [.text, .binary]

  private func decoder() -> FramedDecoder<XIMU3Reader> { FramedDecoder(XIMU3Reader()) }

  /// Seeded rows of each sensor at 100 Hz.
  private func rows(_ count: Int, sensors: Int = 1) -> [[DecodedSample]] {
    var random = SplitMix64(seed: 4)
    return (0..<count).map { row in
      (0..<sensors).map { sensor in
        DecodedSample(
          sensor: sensor,
          sample: RawSample(
            deviceTime: 1_000_000_000 + Int64(row) * 10_000_000, arrivalTime: 0,
            gyroscope: random.normalVector(), accelerometer: random.normalVector() * 9))
      }
    }
  }

  private func bytes(_ rows: [[DecodedSample]], _ form: XIMU3Encoder.Form, names: [String] = [""]) -> [UInt8]
  {
    var encoder = XIMU3Encoder(form: form, sensors: names.map { DecodedSensor(name: $0) })
    var bytes: [UInt8] = []
    for row in rows { encoder.append(row, to: &bytes) }
    return bytes
  }

  /// Largest difference in what both are owed: text has four decimals of deg/s and g.
  private func difference(_ a: [DecodedSample], _ b: [DecodedSample]) -> Double {
    zip(a, b).map {
      max(
        ($0.sample.gyroscope - $1.sample.gyroscope).norm,
        ($0.sample.accelerometer - $1.sample.accelerometer).norm)
    }.max() ?? .infinity
  }

  @Test(arguments: forms) func `what is encoded is decoded`(form: XIMU3Encoder.Form) {
    let sent = rows(200)
    var decoder = decoder()
    let got = decoder.samples(bytes(sent, form), pieces: [1, 5, 64])
    #expect(got.count == 200)
    #expect(got.map(\.sample.deviceTime) == sent.map { $0[0].sample.deviceTime })
    #expect(difference(got, sent.flatMap { $0 }) < 1e-3)
    #expect(decoder.statistics.rejected == 0 && decoder.statistics.bytesSkipped == 0)
    #expect(decoder.statistics.adjacentFrames == 199)
  }

  @Test(arguments: forms) func `channels are sensors, also one behind another`(form: XIMU3Encoder.Form) {
    let sent = rows(50, sensors: 3)
    var decoder = decoder()
    let got = decoder.samples(bytes(sent, form, names: ["", "T", "T^S"]))
    #expect(decoder.sensors.map(\.name) == ["", "T", "T^S"])
    // the third device is believed from its third message on
    #expect(got.count { $0.sensor == 2 } == 48)
    #expect(decoder.statistics.rejected(.unknownSensor) == 2)
    let expected = sent.flatMap { $0 }.filter { $0.sensor < 2 }
    #expect(difference(got.filter { $0.sensor < 2 }, expected) < 1e-3)
  }

  @Test func `a channel byte may be anything but a line end or a mark`() {
    var decoder = decoder()
    let plain = bytes(rows(1), .binary)
    for channel in [0, 0xDB, 0xC9] as [UInt8] { _ = decoder.samples([0x5E, channel] + plain) }
    #expect(decoder.sensors.map(\.name) == ["0x00", "0xdb"])
    #expect(XIMU3Channels.bytes(of: "0xdb^A") == [0xDB, 0x41])
  }

  @Test func `forms may change from message to message`() {
    var decoder = decoder()
    let mixed = bytes(rows(3), .text) + bytes(rows(3), .binary) + Array("{\"ping\":{\"n\":1}}\r\n".utf8)
    #expect(decoder.samples(mixed).count == 6)
    #expect(decoder.takeEvents().contains(.acknowledge("{\"ping\":{\"n\":1}}")))
  }

  @Test func `field, orientation and angles come as samples of their own`() throws {
    var decoder = decoder()
    let text = "M,1000,0.5,-0.25,0.1\r\nQ,1000,0.6,0,0.8,0\r\nA,1000,90,0,0\r\nR,1000,1,0,0,0,0,-1,0,1,0\r\n"
    let got = decoder.samples(Array(text.utf8))
    try #require(got.count == 4)
    #expect(got[0].sample.magnetometer == Vector3(0.5, -0.25, 0.1))
    #expect(got[1].orientation?.quaternion == Quaternion(0.6, 0, 0.8, 0))
    let quarter = Quaternion(axis: .unitX, angle: .pi / 2)
    for place in 2...3 { #expect(abs(got[place].orientation!.quaternion.dot(quarter)) > 1 - 1e-12) }
    #expect(got.allSatisfy { $0.sample.deviceTime == 1_000_000 && !$0.sample.gyroscope.isFinite })
  }

  @Test(arguments: forms) func `texts are messages and numbers without motion are foreign`(
    form: XIMU3Encoder.Form
  ) {
    var bytes: [UInt8] = []
    XIMU3Encoder(form: form).append(text: "Filter reset", time: 5000, to: &bytes)
    var decoder = decoder()
    #expect(decoder.samples(bytes + Array("T,5,24.5\r\nB,6,99.1,4.2,0\r\n".utf8)).isEmpty)
    #expect(decoder.takeEvents() == [.message("Filter reset")])
    #expect(decoder.statistics.foreignFrames == 3 && decoder.statistics.rejected == 0)
  }

  @Test(arguments: [
    ("I,1,2,3,4,5,6\r\n", RejectionReason.fieldCount), ("I,1,1,2,3,4,5,6,7\r\n", .fieldCount),
    ("I,x,1,2,3,4,5,6\r\n", .notANumber), ("I,1,1,2,3,nan,5,6\r\n", .notANumber),
    ("I,1,1,2,3,,5,6\r\n", .emptyField), ("Z,1,2\r\n", .unknownType), ("I;1\r\n", .fieldCount),
    ("I,99999999999999999999,1,2,3,4,5,6\r\n", .notANumber), ("{\"ping\":\r\n", .description),
    ("^\r\n", .length),
    ("I,9999999999999999999,1,2,3,4,5,6\r\n", .clockStep),
  ]) func `a damaged text gives its reason and no sample`(line: String, reason: RejectionReason) {
    var decoder = decoder()
    #expect(decoder.samples(Array(line.utf8)).isEmpty)
    #expect(decoder.statistics.rejectedByReason.map(\.reason) == [reason])
    #expect(decoder.statistics.rejected == 1 && decoder.statistics.bytesSkipped == line.utf8.count)
  }

  @Test func `a damaged binary message gives its reason and no sample`() {
    let good = bytes(rows(1), .binary)
    var cut = good, wide = good, odd = good, nan = good
    cut.remove(at: 5)
    wide.insert(7, at: 5)
    odd[12...13] = [0xDB, 0x41]
    nan.replaceSubrange(9..<13, with: [0, 0, 0xC0, 0x7F])
    for (bytes, reason) in [
      (cut, RejectionReason.length), (wide, .length), (odd, .escape), (nan, .notANumber),
    ] {
      var decoder = decoder()
      #expect(decoder.samples(bytes).isEmpty)
      #expect(decoder.statistics.rejectedByReason.map(\.reason) == [reason])
    }
  }

  @Test func `a message that is refused for its time is kept for display`() {
    var decoder = decoder()
    let odd = "I,777000000,0,0,0,0,0,1\r\n"
    let text = "I,10000,0,0,0,0,0,1\r\nI,20000,0,0,0,0,0,1\r\n" + odd + "I,40000,0,0,0,0,0,1\r\n"
    #expect(decoder.samples(Array(text.utf8)).count == 3)
    #expect(decoder.rejected.entries.map(\.reason) == [.clockStep])
    #expect(decoder.rejected.entries.map(\.bytes) == [Array(odd.utf8)])
  }

  @Test func `a line without end costs itself only`() {
    var decoder = decoder()
    let flood = [UInt8](repeating: 0x41, count: 5000) + [0x0A]
    #expect(decoder.samples(flood + bytes(rows(5), .binary), pieces: [100]).count == 5)
    #expect(decoder.statistics.rejected < 10)
    #expect(decoder.statistics.bytesSkipped == 5001)
  }

  @Test(arguments: forms) func `every split of the bytes gives the same samples`(form: XIMU3Encoder.Form) {
    let bytes = bytes(rows(4, sensors: 2), form, names: ["A", "B"])
    var whole = decoder()
    let expected = whole.samples(bytes)
    #expect(expected.count == 8)
    for split in 1..<bytes.count {
      var cut = decoder()
      #expect(cut.samples(bytes, pieces: [split]) == expected)
      #expect(cut.statistics == whole.statistics)
    }
  }

  @Test func `each channel has a clock of its own`() {
    var decoder = decoder()
    var text = ""
    for row in 1...20 {
      text += "^AI,\(row * 10_000),0,0,0,0,0,1\r\n^BI,\(900_000_000 + row * 10_000),0,0,0,0,0,1\r\n"
    }
    let got = decoder.samples(Array(text.utf8))
    #expect(got.count == 40 && got.allSatisfy { $0.segment == 0 })
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>) func `noise never stops the decoder`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var decoder = decoder()
    let some = bytes(rows(20, sensors: 2), .binary, names: ["A", "B"])
    for _ in 0..<300 {
      var chunk = (0..<Int.random(in: 1...200, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      if random.uniform() < 0.5 {
        let start = Int.random(in: 0..<some.count - 100, using: &random)
        chunk += some[start..<start + 100]
      }
      decoder.push(chunk, arrivalTime: Int64(bitPattern: random.next())) { _ in }
    }
    decoder.finish { _ in }
    #expect(decoder.sensors.count <= 8 && decoder.takeEvents().count <= 256)
    let statistics = decoder.statistics
    #expect(statistics.bytesInFrames + statistics.bytesSkipped == statistics.bytes)
  }

  @Test func `commands are lines of JSON`() {
    #expect(XIMU3Command.ping.bytes == Array("{\"ping\":null}\r\n".utf8))
    #expect(XIMU3Command.divisor(forRate: 100) == 4)
    let divisor = XIMU3Command.inertialRateDivisor(4).bytes
    #expect(divisor == Array("{\"inertial_message_rate_divisor\":4}\r\n".utf8))
    #expect(XIMU3Command.binaryMode(true).bytes == Array("{\"binary_mode_enabled\":true}\r\n".utf8))
  }
}
