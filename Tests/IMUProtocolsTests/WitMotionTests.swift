import IMUProtocols
import Inertial
import Testing

/// Frames of the 11-byte framing by hand.
func witMotionFrame(_ type: UInt8, _ a: Int16, _ b: Int16, _ c: Int16, _ d: Int16 = 0) -> [UInt8] {
  var bytes: [UInt8] = []
  WitMotionEncoder.append(type, (a, b, c), d, to: &bytes)
  return bytes
}

@Suite struct WitMotionTests {
  private static let degree = Double.pi / 180

  /// Groups of these types whose numbers count the groups.
  private func groups(_ types: [UInt8], _ numbers: ClosedRange<Int16>) -> [UInt8] {
    numbers.flatMap { number in types.flatMap { witMotionFrame($0, number, number, number, number) } }
  }

  private func decode(_ bytes: [UInt8], finish: Bool = true) -> [DecodedSample] {
    var decoder = WitMotionDecoder(WitMotionReader())
    return decoder.samples(bytes, finish: finish)
  }

  // MARK: Groups

  @Test(
    arguments: [
      [0x51, 0x52, 0x53], [0x52], [0x50, 0x51, 0x52, 0x53, 0x54, 0x59], [0x51, 0x59], [0x53],
    ] as [[UInt8]]) func `the frames of one instant are one sample`(types: [UInt8])
  {
    let samples = decode(groups(types, 1...20))
    #expect(samples.count == 20)
    for (number, sample) in samples.enumerated() {
      let r = Double(number + 1)
      if types.contains(0x51) { #expect(abs(sample.sample.accelerometer.x - r / 2048 * 9.80665) < 1e-12) }
      if types.contains(0x52) {
        #expect(abs(sample.sample.gyroscope.z - r / 32768 * 2000 * Self.degree) < 1e-12)
      }
      if types.contains(0x54) { #expect(sample.sample.magnetometer == Vector3(r, r, r)) }
      if types.contains(0x59) { #expect(sample.orientation?.quaternion.w == r / 32768) }
      #expect((sample.orientation?.angles != nil) == types.contains(0x53))
    }
  }

  @Test func `a known group is given with its last frame`() {
    var decoder = WitMotionDecoder(WitMotionReader())
    _ = decoder.samples(groups([0x51, 0x52, 0x53], 1...6), finish: false)
    var count = 0
    let next = groups([0x51, 0x52, 0x53], 7...7)
    decoder.push(Array(next.dropLast()), arrivalTime: 0) { _ in count += 1 }
    #expect(count == 0)
    decoder.push([next.last!], arrivalTime: 0) { _ in count += 1 }
    #expect(count == 1)
  }

  @Test func `a sample arrived with the first byte of its group`() {
    var decoder = WitMotionDecoder(WitMotionReader())
    var arrivals: [Int64] = []
    for (time, byte) in groups([0x51, 0x52], 0...9).enumerated() {
      decoder.push([byte], arrivalTime: Int64(time)) { arrivals.append($0.sample.arrivalTime) }
    }
    decoder.finish { arrivals.append($0.sample.arrivalTime) }
    #expect(arrivals == (0..<10).map { Int64($0 * 22) })
  }

  @Test func `a content that changes on the way is followed`() {
    let bytes = groups([0x51, 0x52], 1...9) + groups([0x51, 0x52, 0x54], 1...9) + groups([0x52], 1...9)
    let samples = decode(bytes)
    // At the change the field of the first new group comes alone.
    #expect(samples.count <= 28)
    #expect(samples.dropFirst(9).prefix(10).filter { $0.sample.magnetometer != nil }.count == 9)
    #expect(
      samples.suffix(8).allSatisfy { !$0.sample.accelerometer.isFinite && $0.sample.gyroscope.isFinite })
  }

  @Test func `frames of two instants never make one sample once the group is known`() {
    let types: [UInt8] = [0x51, 0x52, 0x53]
    let frame = 11
    for lost in [[1, 2, 3], [2, 3], [2, 3, 4], [1, 2], [2]] {
      var bytes = groups(types, 1...10)
      let first = groups(types, 1...10).count / 2
      // Of each lost frame one byte is missing, from the last to the first.
      for place in lost.reversed() { bytes.remove(at: first / 33 * 33 + place * frame + 5) }
      for sample in decode(bytes) {
        var numbers: Set<Int> = []
        let r = sample.sample
        if r.accelerometer.isFinite { numbers.insert(Int((r.accelerometer.x / 9.80665 * 2048).rounded())) }
        if r.gyroscope.isFinite { numbers.insert(Int((r.gyroscope.x / Self.degree * 16.384).rounded())) }
        if let a = sample.orientation?.angles { numbers.insert(Int((a.x / .pi * 32768).rounded())) }
        #expect(numbers.count == 1, "lost \(lost)")
      }
    }
  }

  // MARK: What frames say

  @Test func `counts at the rail are marked`() {
    let samples = decode(
      witMotionFrame(0x51, 0, 32760, 0) + witMotionFrame(0x52, -32768, 0, 0)
        + witMotionFrame(0x54, 0, 0, 32767)
        + witMotionFrame(0x51, 0, 32759, 0) + witMotionFrame(0x52, -32759, 0, 0))
    #expect(samples.map(\.marks) == [[.forceSaturated, .rateSaturated, .fieldSaturated], []])
  }

  @Test func `foreign frames are counted with their share and change nothing`() {
    let types: [UInt8] = [0x51, 0x52, 0x55, 0x56, 0x57, 0x58, 0x5A]
    var decoder = WitMotionDecoder(WitMotionReader())
    let bytes = groups(types, 1...50)
    let samples = decoder.samples(bytes)
    #expect(samples.map(\.sample) == decode(groups([0x51, 0x52], 1...50)).map(\.sample))
    #expect(abs(decoder.statistics.foreignShare - 5.0 / 7) < 1e-12)
    #expect(decoder.statistics.rejected == 0)
    #expect(decoder.statistics.types.count == 7)
  }

  @Test func `the device clock gives the time of the group, and a restart a new segment`() {
    func clock(_ second: UInt8, _ milliseconds: UInt16, year: UInt8 = 24) -> [UInt8] {
      let bytes: [UInt8] = [
        0x55, 0x50, year, 2, 28, 23, 59, second, UInt8(milliseconds & 0xFF), UInt8(milliseconds >> 8),
      ]
      return bytes + [bytes.reduce(0, &+)]
    }
    let rate = witMotionFrame(0x52, 1, 2, 3)
    var decoder = WitMotionDecoder(WitMotionReader())
    var samples: [DecodedSample] = []
    let stamps: [[UInt8]] = [
      clock(58, 0), clock(58, 10), clock(58, 20), clock(58, 30), clock(59, 990), clock(1, 0, year: 15),
    ]
    for (number, stamp) in stamps.enumerated() {
      let arrival = Int64([0, 10, 20, 30, 1990, 2000][number]) * 1_000_000
      decoder.push(stamp + rate, arrivalTime: arrival) { samples.append($0) }
    }
    decoder.finish { samples.append($0) }
    let times = samples.compactMap(\.sample.deviceTime)
    #expect(times.map { ($0 - times[0]) / 1_000_000 } == [0, 10, 20, 30, 1990, 2000])
    #expect(times[0] == 1_709_164_798_000_000_000)
    #expect(samples.map(\.segment) == [0, 0, 0, 0, 0, 1])
    #expect(decoder.takeEvents() == [.restart(segment: 1)])
  }

  @Test func `a clock that was never set gives no time`() {
    let bytes: [UInt8] = [0x55, 0x50, 0, 0, 0, 0, 0, 0, 0, 0]
    let samples = decode(bytes + [bytes.reduce(0, &+)] + witMotionFrame(0x52, 1, 2, 3))
    #expect(samples.count == 1)
    #expect(samples[0].sample.deviceTime == nil)
  }

  // MARK: Registers

  @Test func `a reply holds the registers that were asked for`() {
    var decoder = WitMotionDecoder(WitMotionReader())
    decoder.observe(sent: WitMotionCommand.unlock.bytes + WitMotionCommand.read(0x03).bytes)
    let samples = decoder.samples(witMotionFrame(0x5F, 9, 6, -3, 4))
    #expect(samples.isEmpty)
    #expect(decoder.takeEvents() == [.registers(first: 3, values: [9, 6, -3, 4])])
  }

  @Test func `a reply that nobody asked for is counted and not read`() {
    var decoder = WitMotionDecoder(WitMotionReader())
    _ = decoder.samples(witMotionFrame(0x5F, 9, 6, -3, 4))
    #expect(decoder.takeEvents() == [])
    #expect(decoder.statistics.foreignFrames == 1)
  }

  @Test func `ranges are those that the sensor answers`() {
    var decoder = WitMotionDecoder(WitMotionReader())
    decoder.observe(sent: WitMotionCommand.read(WitMotion.Register.rateRange).bytes)
    let samples = decoder.samples(
      witMotionFrame(0x5F, 1, 0, 0, 0) + witMotionFrame(0x51, 16384, 0, 0) + witMotionFrame(0x52, 16384, 0, 0)
    )
    #expect(abs(samples[0].sample.accelerometer.x - 9.80665) < 1e-12)
    #expect(abs(samples[0].sample.gyroscope.x - 250 * Self.degree) < 1e-12)
  }

  @Test func `a stated range wins and the contradiction is said`() throws {
    let configuration = try WitMotionConfiguration(json: #"{"ranges":{"gyr":1000,"acc":4}}"#)
    var decoder = WitMotionDecoder(WitMotionReader(configuration: configuration))
    decoder.observe(sent: WitMotionCommand.read(WitMotion.Register.rateRange).bytes)
    let samples = decoder.samples(
      witMotionFrame(0x5F, 3, 1, 0, 0) + witMotionFrame(0x51, 8192, 0, 0) + witMotionFrame(0x52, 16384, 0, 0))
    #expect(abs(samples[0].sample.accelerometer.x - 9.80665) < 1e-12)
    #expect(abs(samples[0].sample.gyroscope.x - 500 * Self.degree) < 1e-12)
    #expect(Array(decoder.takeEvents().dropFirst()) == [.contradiction("ranges.gyr")])
  }

  @Test(arguments: [
    "[]", "{", #"{"ranges":{"gyr":0}}"#, #"{"registers":{"start":52}}"#, #"{"content":["57"]}"#,
    #"{"sensors":{"Q":"thigh"}}"#,
  ])
  func `a configuration that makes no sense is refused`(json: String) {
    #expect(throws: WitMotionConfigurationError.self) { try WitMotionConfiguration(json: json) }
  }

  // MARK: Commands

  @Test func `commands are those of the specification`() {
    #expect(WitMotionCommand.unlock.bytes == [0xFF, 0xAA, 0x69, 0x88, 0xB5])
    #expect(WitMotionCommand.save.bytes == [0xFF, 0xAA, 0, 0, 0])
    #expect(WitMotionCommand.read(0x34).bytes == [0xFF, 0xAA, 0x27, 0x34, 0])
    #expect(WitMotionCommand.write(0x03, 0x0B).bytes == [0xFF, 0xAA, 0x03, 0x0B, 0])
    for command in [WitMotionCommand.unlock, .save, .read(0x51), .write(2, 0x020E)] {
      #expect(WitMotionCommand(command.bytes) == command)
    }
    #expect(WitMotion.contentMask([0x51, 0x52, 0x53]) == 0b1110)
    #expect(WitMotion.rateCode(200) == 0x0B)
    #expect(WitMotion.rateCode(150) == nil)
    #expect(WitMotion.baudCode(115_200) == 6)
  }

  @Test func `the wire carries what ten bits a byte allow`() {
    #expect(abs(WireBudget(baud: 9600, bytesPerSample: 44).highestRate - 21.8) < 0.02)
    #expect(Int(WireBudget(baud: 115_200, bytesPerSample: 44).highestRate) == 261)
    #expect(!WireBudget(baud: 9600, bytesPerSample: 44).fits(50))
    #expect(WitMotion.highestRate(frames: 4, baud: 9600) == 20)
    #expect(WitMotion.highestRate(frames: 4, baud: 115_200) == 200)
    #expect(WitMotion.highestRate(frames: 400, baud: 4800) == nil)
  }
}
