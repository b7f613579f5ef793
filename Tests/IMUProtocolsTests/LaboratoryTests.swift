import Inertial
import Testing

@testable import IMUProtocols

/// MicroStrain, OpenIMU and VectorNav.
@Suite struct LaboratoryTests {
  static let names = ["mip", "openimu", "vectornav_ascii", "vectornav_binary"]

  private func sent(_ count: Int) -> [DecodedSample] {
    var random = SplitMix64(seed: 21)
    return (0..<count).map { row in
      let raw = RawSample(
        deviceTime: 3_000_000_000 + Int64(row) * 10_000_000, arrivalTime: 0, gyroscope: random.normalVector(),
        accelerometer: random.normalVector() * 9, magnetometer: random.normalVector() * 30)
      return DecodedSample(
        sensor: 0, sample: raw, orientation: DeviceOrientation(random.rotation(), frame: .northEastDown))
    }
  }

  @Test(arguments: names) func `what is encoded is decoded`(name: String) throws {
    let entry = try #require(SerialProtocol.named(name))
    var encoder = try #require(entry.makeEncoder(EncoderSettings()))
    let sent = sent(200)
    var bytes: [UInt8] = []
    for sample in sent { encoder.append([sample], to: &bytes) }
    var decoder = try entry.makeDecoder("")
    var got: [DecodedSample] = []
    for start in stride(from: 0, to: bytes.count, by: 7) {
      decoder.push(Array(bytes[start..<min(start + 7, bytes.count)]), arrivalTime: 0) { got.append($0) }
    }
    decoder.finish { got.append($0) }
    try #require(got.count == 200)
    #expect(decoder.statistics.rejected == 0 && decoder.statistics.bytesSkipped == 0)
    for (a, b) in zip(got, sent) {
      // float32; text has three decimals of m/s² and four of Gauss
      #expect((a.sample.gyroscope - b.sample.gyroscope).norm < 2e-6)
      #expect((a.sample.accelerometer - b.sample.accelerometer).norm < 2e-3)
      #expect((a.sample.magnetometer! - b.sample.magnetometer!).norm < 2e-2)
      if encoder.content.contains(.deviceTime) { #expect(a.sample.deviceTime == b.sample.deviceTime) }
      if let turn = a.orientation { #expect(abs(turn.quaternion.dot(b.orientation!.quaternion)) > 1 - 1e-5) }
    }
  }

  @Test(arguments: names) func `a lost byte costs its own frame only`(name: String) throws {
    let entry = try #require(SerialProtocol.named(name))
    var encoder = try #require(entry.makeEncoder(EncoderSettings()))
    let frames = sent(4).map { sample in
      var bytes: [UInt8] = []
      encoder.append([sample], to: &bytes)
      return bytes
    }
    for place in frames[1].indices {
      var cut = frames[1]
      cut.remove(at: place)
      var decoder = try entry.makeDecoder("")
      var count = 0
      decoder.push(frames[0] + cut + frames[2] + frames[3], arrivalTime: 0) { _ in count += 1 }
      decoder.finish { _ in count += 1 }
      // A text line whose end is lost still proves itself when only CR went, and takes the next along without LF.
      #expect(name == "vectornav_ascii" ? 2...4 ~= count : count == 3, "\(name), byte \(place): \(count)")
    }
  }

  @Test(arguments: names) func `noise never stops the decoder`(name: String) throws {
    let entry = try #require(SerialProtocol.named(name))
    for seed in 1...5 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      var decoder = try entry.makeDecoder("")
      for _ in 0..<300 {
        let starts: [[UInt8]] = [
          [0x75, 0x65, 0x80], [0x55, 0x55, 0x7A, 0x31], Array("$VNYMR,".utf8), [0xFA, 5],
        ]
        let noise = (0..<Int.random(in: 1...200, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        }
        decoder.push(
          starts.randomElement(using: &random)! + noise, arrivalTime: Int64(bitPattern: random.next()) >> 8
        ) { _ in }
      }
      decoder.finish { _ in }
      let statistics = decoder.statistics
      #expect(statistics.bytesInFrames + statistics.bytesSkipped == statistics.bytes)
    }
  }

  @Test func `a corrupt length holds MIP packets back for thirty milliseconds`() {
    var encoder = MIPEncoder()
    var broken: [UInt8] = [], good: [UInt8] = []
    encoder.append([sent(1)[0]], to: &broken)
    good = broken
    broken[3] = 0xFF
    var decoder = FramedDecoder(MIPReader())
    var count = 0
    decoder.push(broken, arrivalTime: 0) { _ in count += 1 }
    decoder.push(good, arrivalTime: 10_000_000) { _ in count += 1 }
    #expect(count == 0)
    decoder.push(Array(good.prefix(4)), arrivalTime: 31_000_000) { _ in count += 1 }
    #expect(count == 1)
  }

  @Test func `MIP increments alone become rate and force over the stated step`() throws {
    var bytes: [UInt8] = []
    var step: [UInt8] = [], turn: [UInt8] = [], speed: [UInt8] = []
    step.appendBig(UInt64(10_000_000))
    for number in [0.01, 0.02, -0.03] as [Float] { turn.appendBig(number.bitPattern) }
    for number in [0, 0, 0.01] as [Float] { speed.appendBig(number.bitPattern) }
    MIPPacket.append(set: 0x80, [(0xD6, step), (0x07, turn), (0x08, speed)], to: &bytes)
    var decoder = FramedDecoder(MIPReader())
    let got = decoder.samples(bytes)
    try #require(got.count == 1)
    #expect((got[0].sample.gyroscope - Vector3(1, 2, -3)).norm < 1e-6)
    #expect((got[0].sample.accelerometer - Vector3(0, 0, .standardGravity)).norm < 1e-6)
  }

  @Test func `MIP commands and replies are those of the documentation`() {
    #expect(MIPCommand.ping.bytes == [0x75, 0x65, 1, 2, 2, 1, 0xE0, 0xC6])
    #expect(MIPCommand.idle.bytes == [0x75, 0x65, 1, 2, 2, 2, 0xE1, 0xC7])
    #expect(MIPCommand.resume.bytes == [0x75, 0x65, 1, 2, 2, 6, 0xE5, 0xCB])
    var reply: [UInt8] = []
    MIPPacket.append(set: 1, [(0xF1, [1, 0])], to: &reply)
    MIPPacket.append(set: 0x0C, [(0xF1, [0x0F, 4])], to: &reply)
    var decoder = FramedDecoder(MIPReader())
    #expect(decoder.samples(reply).isEmpty)
    #expect(decoder.takeEvents() == [.acknowledge("Ping"), .message("MessageFormat refused, error 4")])
  }

  /// One `z1` packet with this time.
  private func z1(_ count: UInt32) -> [UInt8] {
    var packet: [UInt8] = [0x7A, 0x31, 40]
    packet.appendLittle(count)
    packet += [UInt8](repeating: 0, count: 36)
    var bytes: [UInt8] = [0x55, 0x55] + packet
    bytes.appendBig(CRC16.augmented.sum(packet[...]))
    return bytes
  }

  @Test(arguments: [
    (10, 10_000_000), (10_000, 10_000_000), (10, 0), (9991, 0), (2000, 2_000_000_000), (500, 500_000),
  ])
  func `the unit of OpenIMU time shows in its step`(step: UInt32, elapsed: Int64) {
    var decoder = FramedDecoder(OpenIMUReader())
    var times: [Int64] = []
    for row in 0..<3 as Range<UInt32> {
      decoder.push(z1(1000 + row * step), arrivalTime: Int64(row) * elapsed) {
        times.append($0.sample.deviceTime!)
      }
    }
    let isMilliseconds = step == 10 || step == 2000
    #expect(times.count == 3)
    #expect(times[2] - times[1] == Int64(step) * (isMilliseconds ? 1_000_000 : 1000))
    #expect(times[1] - times[0] == times[2] - times[1])
  }

  @Test func `VectorNav lines are checked by either sum, replies and errors are heard`() {
    var decoder = FramedDecoder(VectorNavTextReader())
    let body = "VNGYR,+00.100000,-00.200000,+00.300000"
    let long = String(CRC16.xmodem.sum(Array(body.utf8)[...]), radix: 16)
    var bytes: [UInt8] = Array("$\(body)*\(String(repeating: "0", count: 4 - long.count) + long)\r\n".utf8)
    VectorNavCommand.append(Array("VNWRG,07,100".utf8), to: &bytes)
    VectorNavCommand.append(Array("VNERR,03".utf8), to: &bytes)
    VectorNavCommand.append(Array("VNGYR,1,2".utf8), to: &bytes)
    let got = decoder.samples(bytes)
    #expect(got.map(\.sample.gyroscope) == [Vector3(0.1, -0.2, 0.3)])
    #expect(decoder.takeEvents() == [.acknowledge("VNWRG,07,100"), .message("VNERR,03")])
    #expect(decoder.statistics.rejectedByReason.map(\.reason) == [.fieldCount])
    #expect(VectorNavCommand.rate(100).bytes == Array("$VNWRG,07,100*6C\r\n".utf8))
    #expect(VectorNavCommand.readRegister(1).bytes == Array("$VNRRG,01*72\r\n".utf8))
  }

  @Test func `fields of every VectorNav group are passed over by their length`() throws {
    for group in VectorNavLayout.lengths.indices {
      for bit in VectorNavLayout.lengths[group].indices where (group, bit) != (2, 10) {
        var frame: [UInt8] = [1 << UInt8(group) | 4]
        var masks = [UInt16](repeating: 0, count: 6)
        masks[group] |= 1 << UInt16(bit)
        masks[2] |= 1 << 10
        for mask in masks where mask != 0 { frame.appendLittle(mask) }
        let before = group <= 2 ? VectorNavLayout.lengths[group][bit] : 0
        let behind = group > 2 ? VectorNavLayout.lengths[group][bit] : 0
        // Bits 11 and 12 of group 3 lie behind the rate.
        let isBehind = group == 2 && bit > 10
        frame += [UInt8](repeating: 0, count: isBehind ? 0 : before)
        for number in [1, 2, 3] as [Float] { frame.appendLittle(number.bitPattern) }
        frame += [UInt8](repeating: 0, count: isBehind ? before : behind)
        frame.appendBig(CRC16.xmodem.sum(frame[...]))
        var decoder = FramedDecoder(VectorNavBinaryReader())
        let got = decoder.samples([0xFA] + frame)
        #expect(
          got.map(\.sample.gyroscope) == [Vector3(1, 2, 3)] || (group, bit) == (0, 5), "\(group + 1), \(bit)")
      }
    }
  }

  @Test func `Xsens and VectorNav share a preamble and are told apart by their checks`() throws {
    var xsens = XsensEncoder()
    var vectorNav = VectorNavBinaryEncoder()
    var a: [UInt8] = [], b: [UInt8] = []
    for sample in sent(20) {
      xsens.append([sample], to: &a)
      vectorNav.append([sample], to: &b)
    }
    var xsensDecoder = FramedDecoder(XsensReader()), vectorNavDecoder = FramedDecoder(VectorNavBinaryReader())
    #expect(xsensDecoder.samples(b).isEmpty && vectorNavDecoder.samples(a).isEmpty)
  }
}
