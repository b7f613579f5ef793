import Inertial
import Testing

@testable import IMUProtocols

/// The 20-byte and Modbus framings, and the BNO08x.
@Suite struct WitMotionFramingTests {
  // MARK: 20 bytes

  private func sample(_ number: Int) -> DecodedSample {
    let v = Vector3(Double(number), -1, 2)
    return DecodedSample(
      sensor: 0,
      sample: RawSample(deviceTime: nil, arrivalTime: 0, gyroscope: v / 10, accelerometer: v),
      orientation: DeviceOrientation(roll: 0.1, pitch: -0.2, yaw: 0.3), counter: UInt32(number))
  }

  private func stream(_ encoder: some SerialEncoder, _ count: Int) -> [UInt8] {
    var encoder = encoder
    var bytes: [UInt8] = []
    for number in 0..<count { encoder.append([sample(number % 50)], to: &bytes) }
    return bytes
  }

  @Test func `a register reply between samples is an event`() {
    var bytes = stream(WitMotion20Encoder(), 3)
    WitMotion20Encoder.appendReply(first: 0x51, [32767, 0, -16384, 0], to: &bytes)
    bytes += stream(WitMotion20Encoder(), 2)
    var decoder = WitMotion20Decoder(WitMotion20Reader())
    let samples = decoder.samples(bytes)
    #expect(samples.count == 4)
    #expect(decoder.takeEvents() == [.registers(first: 0x51, values: [32767, 0, -16384, 0, 0, 0, 0, 0])])
    #expect(decoder.statistics.rejected(.incomplete) == 1)
  }

  @Test func `a frame that no header follows is not delivered`() {
    let bytes = stream(WitMotion20Encoder(), 5)
    for lost in 0..<20 {
      var damaged = bytes
      damaged.remove(at: 40 + lost)
      var decoder = WitMotion20Decoder(WitMotion20Reader())
      let numbers = decoder.samples(damaged).map { Int($0.sample.accelerometer.x.rounded()) }
      // Of the damaged frame only its type byte can stand in for the next header's first.
      #expect(numbers == (lost < 2 ? [0, 3] : [0, 1, 3]))
    }
  }

  // MARK: Modbus

  private func reply(_ address: UInt8, _ values: [Int16]) -> [UInt8] {
    var bytes: [UInt8] = []
    WitMotionModbusEncoder.append(address: address, count: values.count, to: &bytes) { values[$0] }
    return bytes
  }

  @Test func `each address is a sensor`() {
    var decoder = WitMotionModbusDecoder(WitMotionModbusReader())
    let one = (0..<12).map { Int16($0) }
    let samples = decoder.samples(reply(0x50, one) + reply(0x51, one) + reply(0x50, one))
    #expect(samples.map(\.sensor) == [0, 1, 0])
    #expect(decoder.sensors.map(\.name) == ["50", "51"])
  }

  @Test func `an address that is not configured is refused by name`() throws {
    let json = #"{"sensors":{"50":"thigh","51":"shank"}}"#
    var decoder = WitMotionModbusDecoder(WitMotionModbusReader(configuration: try .init(json: json)))
    let values = [Int16](repeating: 7, count: 12)
    let samples = decoder.samples(reply(0x51, values) + reply(0x52, values) + reply(0x52, values))
    #expect(samples.map(\.sensor) == [1])
    #expect(decoder.sensors.map(\.segment) == [.thigh, .shank])
    #expect(decoder.statistics.rejected(.unknownSensor) == 2)
    #expect(decoder.takeEvents() == [.unknownSensor("52")])
  }

  @Test func `the last question says what a reply holds`() {
    var decoder = WitMotionModbusDecoder(WitMotionModbusReader())
    let question = WitMotionModbusRequest.read(address: 0x50, first: 0x51, count: 4)
    decoder.observe(sent: question.bytes)
    let answer = reply(0x50, [16384, 0, 0, 28378])
    #expect(decoder.samples(answer).map(\.orientation?.quaternion.w) == [0.5])
    // An adapter that echoes says it again.
    var echoed = WitMotionModbusDecoder(WitMotionModbusReader())
    #expect(echoed.samples(question.bytes + answer).map(\.orientation?.quaternion.w) == [0.5])
  }

  @Test func `an answer of another length gives nothing`() {
    var decoder = WitMotionModbusDecoder(WitMotionModbusReader())
    #expect(decoder.samples(reply(0x50, [1, 2, 3])).isEmpty)
    #expect(decoder.statistics.rejected(.length) == 1)
  }

  @Test func `requests carry the sum of the specification`() {
    let read = WitMotionModbusRequest.read(address: 0x50, first: 0x34, count: 12)
    #expect(read.bytes == [0x50, 0x03, 0x00, 0x34, 0x00, 0x0C, 0x09, 0x80])
    let unlock = WitMotionModbusRequest.unlock(address: 0x50)
    #expect(Array(unlock.bytes.prefix(6)) == [0x50, 0x06, 0x00, 0x69, 0xB5, 0x88])
    for request in [read, unlock] {
      #expect(request.bytes.withUnsafeBytes { WitMotionModbusRequest($0) } == request)
    }
  }

  @Test func `a lost reply costs its own sample`() {
    let values = [Int16](repeating: 7, count: 12)
    let replies = (0..<6).map { reply(0x50 + UInt8($0 % 2), values) }
    for lost in replies[2].indices {
      var damaged = replies
      damaged[2].remove(at: lost)
      var decoder = WitMotionModbusDecoder(WitMotionModbusReader())
      #expect(decoder.samples(damaged.flatMap { $0 }).map(\.sensor) == [0, 1, 1, 0, 1])
    }
  }

  // MARK: BNO08x

  @Test func `a robot cleaner sends angles and force, its index counts`() {
    var decoder = RVCDecoder(RVCReader())
    let samples = decoder.samples(stream(RVCEncoder(), 50))
    #expect(samples.count == 50)
    #expect(samples.map(\.counter) == (0..<50).map { UInt32($0) })
    #expect(samples.allSatisfy { !$0.sample.gyroscope.isFinite })
    #expect(samples.allSatisfy { abs($0.orientation!.angles!.z - 0.3) < 1e-4 })
    #expect(abs(samples[7].sample.accelerometer.x - 7) < 0.005)
  }

  @Test(arguments: [20, 21, 38]) func `a sample that is due does not wait for the next`(size: Int) {
    var decoder = RVCDecoder(RVCReader())
    let bytes = stream(RVCEncoder(), 3)
    let given = decoder.samples(Array(bytes.prefix(size)), finish: false).count
    #expect(given == [20: 0, 21: 1, 38: 2][size])
  }

  // MARK: Angles and dates

  @Test(arguments: 1...50 as ClosedRange<UInt64>) func `angles survive the quaternion`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let angles = Vector3(
      random.uniform(in: -3.1...3.1), random.uniform(in: -1.5...1.5), random.uniform(in: -3.1...3.1))
    let orientation = DeviceOrientation(roll: angles.x, pitch: angles.y, yaw: angles.z)
    #expect((orientation.quaternion.rollPitchYaw - angles).norm < 1e-9)
  }

  @Test(arguments: [Double.pi / 2, -.pi / 2]) func `straight up and down keep the turn`(pitch: Double) {
    let given = DeviceOrientation(roll: 0.4, pitch: pitch, yaw: 0.7).quaternion
    let found = given.rollPitchYaw
    let again = DeviceOrientation(roll: found.x, pitch: found.y, yaw: found.z).quaternion
    let dot: Double = given.w * again.w + given.x * again.x + given.y * again.y + given.z * again.z
    #expect(abs(abs(dot) - 1) < 1e-9)
  }

  @Test(arguments: [
    (2000, 2, 29, 951_782_400), (1970, 1, 1, 0), (2024, 8, 29, 1_724_889_600), (1969, 12, 31, -86400),
    (2100, 3, 1, 4_107_542_400),
  ]) func `dates count from 1970`(year: Int, month: Int, day: Int, seconds: Int64) {
    let stamp = CalendarStamp(year: year, month: month, day: day)
    #expect(stamp.nanoseconds == seconds * 1_000_000_000)
    #expect(CalendarStamp(nanoseconds: stamp.nanoseconds) == stamp)
    let late = stamp.nanoseconds + 86_399_987_000_000
    #expect(CalendarStamp(nanoseconds: late).nanoseconds == late)
  }
}
