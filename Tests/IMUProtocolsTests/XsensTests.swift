import Inertial
import Testing

@testable import IMUProtocols

@Suite struct XsensTests {
  private func decoder(nominalRate: Double? = nil) -> FramedDecoder<XsensReader> {
    FramedDecoder(XsensReader(nominalRate: nominalRate))
  }

  private func message(_ items: [(identifier: UInt16, value: [UInt8])]) -> [UInt8] {
    var data: [UInt8] = []
    for item in items {
      data.appendBig(item.identifier)
      data.append(UInt8(item.value.count))
      data += item.value
    }
    var bytes: [UInt8] = []
    XsensMessage.append(id: XsensMessage.data, data, to: &bytes)
    return bytes
  }

  private func numbers(_ numbers: [Double], _ format: XsensItem.NumberFormat = .float32) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in numbers { XsensItem.append(number, format, to: &bytes) }
    return bytes
  }

  private func counted(_ counter: UInt16, _ ticks: UInt32? = nil) -> [(identifier: UInt16, value: [UInt8])] {
    var items: [(identifier: UInt16, value: [UInt8])] = [
      (0x1020, [UInt8(counter >> 8), UInt8(counter & 0xFF)])
    ]
    if let ticks { items.append((0x1060, withUnsafeBytes(of: ticks.bigEndian, Array.init))) }
    return items
  }

  @Test(arguments: XsensItem.NumberFormat.allCases) func `what is encoded is decoded`(
    format: XsensItem.NumberFormat
  ) throws {
    var random = SplitMix64(seed: 9)
    let sent = (0..<300).map { row in
      DecodedSample(
        sensor: 0,
        sample: RawSample(
          deviceTime: Int64(row) * 10_000_000, arrivalTime: 0, gyroscope: random.normalVector(),
          accelerometer: random.normalVector() * 9, magnetometer: random.normalVector()),
        orientation: DeviceOrientation(random.rotation(), frame: .northEastDown))
    }
    var encoder = XsensEncoder(format: format)
    var bytes: [UInt8] = []
    for sample in sent { encoder.append([sample], to: &bytes) }
    var decoder = decoder()
    let got = decoder.samples(bytes, pieces: [1, 3, 1000])
    try #require(got.count == 300)
    #expect(decoder.statistics.bytesSkipped == 0 && decoder.statistics.rejected == 0)
    #expect(got.map(\.counter) == (0..<300).map { UInt32($0) })
    for (a, b) in zip(got, sent) {
      #expect(a.sample.deviceTime == b.sample.deviceTime)
      // 12.20 has steps of 1e-6
      #expect((a.sample.gyroscope - b.sample.gyroscope).norm < 2e-6)
      #expect((a.sample.accelerometer - b.sample.accelerometer).norm < 4e-6)
      #expect((a.sample.magnetometer! - b.sample.magnetometer!).norm < 2e-6)
      #expect(a.orientation?.frame == .northEastDown)
      #expect(a.orientation!.quaternion.dot(b.orientation!.quaternion) > 1 - 1e-5)
    }
  }

  @Test func `an extended length and unknown items are read`() {
    var decoder = decoder()
    let filler: [UInt8] = [UInt8](repeating: 0xFA, count: 250)
    let bytes = message([(0x7010, filler), (0x8020, numbers([1, 2, 3])), (0x5555, filler)])
    #expect(bytes[3] == 0xFF)
    let got = decoder.samples(bytes + bytes, pieces: [7])
    #expect(got.map(\.sample.gyroscope) == [Vector3(1, 2, 3), Vector3(1, 2, 3)])
    #expect(decoder.statistics.bytesSkipped == 0)
  }

  @Test func `GNSS messages give neither time nor sample but count in the counter`() {
    var bytes: [UInt8] = []
    for row in 0..<40 as Range<UInt16> {
      if row % 10 == 9 {
        bytes += message(counted(row, UInt32(row) * 100 - 419) + [(0x7010, [1, 2, 3])])
      } else {
        let ticks = UInt32(row - row / 10) * 100
        bytes += message(
          counted(row, ticks) + [(0x4020, numbers([0, 0, 9.8])), (0x8020, numbers([0, 0, 1]))])
      }
    }
    var decoder = decoder()
    let got = decoder.samples(bytes)
    #expect(got.count == 36)
    #expect(decoder.reader.messagesLost == 0)
    #expect(decoder.statistics.foreignFrames == 4)
    let steps = zip(got, got.dropFirst()).map { $1.sample.deviceTime! - $0.sample.deviceTime! }
    #expect(steps.allSatisfy { $0 == 10_000_000 })
    #expect(zip(got, got.dropFirst()).allSatisfy { $1.counter! - $0.counter! == 1 })
  }

  @Test func `counter and clock wrap`() {
    var bytes: [UInt8] = []
    for row in 0..<6 as Range<UInt32> {
      let ticks = UInt32.max - 250 &+ row &* 100
      let counter = UInt16(truncatingIfNeeded: 65_533 + row)
      bytes += message(counted(counter, ticks) + [(0x8020, numbers([1, 0, 0]))])
    }
    var decoder = decoder()
    let got = decoder.samples(bytes)
    let steps = zip(got, got.dropFirst()).map { $1.sample.deviceTime! - $0.sample.deviceTime! }
    #expect(steps == [Int64](repeating: 10_000_000, count: 5))
    #expect(decoder.reader.messagesLost == 0 && decoder.statistics.restarts == 0)
  }

  @Test func `lost messages are counted by the counter`() {
    var decoder = decoder()
    var bytes: [UInt8] = []
    for counter in [65_534, 65_535, 1, 2, 5] as [UInt16] {
      bytes += message(counted(counter) + [(0x8020, numbers([1, 0, 0]))])
    }
    #expect(decoder.samples(bytes).count == 5)
    #expect(decoder.reader.messagesLost == 3)
  }

  @Test func `increments alone become rate and force over the step`() {
    let turn = Quaternion(rotationVector: Vector3(0.02, -0.01, 0.005))
    var bytes: [UInt8] = []
    // one message is lost: the increments still go over 10 ms
    for row in [0, 1, 2, 4, 5] as [UInt16] {
      bytes += message(
        counted(row, UInt32(row) * 100)
          + [
            (0x8033, numbers([turn.w, turn.x, turn.y, turn.z], .float64)),
            (0x4013, numbers([0, 0, 0.0981], .float64)),
          ])
    }
    var decoder = decoder()
    let got = decoder.samples(bytes)
    #expect(got.count == 5 && !got[0].sample.gyroscope.isFinite)
    for sample in got.dropFirst() {
      #expect((sample.sample.gyroscope - Vector3(2, -1, 0.5)).norm < 1e-9)
      #expect((sample.sample.accelerometer - Vector3(0, 0, 9.81)).norm < 1e-9)
    }
  }

  @Test func `Euler angles and matrix give the same turn as the quaternion`() throws {
    let q =
      Quaternion(axis: .unitZ, angle: 0.7) * Quaternion(axis: .unitY, angle: -0.4)
      * Quaternion(axis: .unitX, angle: 0.2)
    let m = q.matrix
    let columns = [m.column0, m.column1, m.column2].flatMap { [$0.x, $0.y, $0.z] }
    let angles = [0.2, -0.4, 0.7].map { $0 * 180 / Double.pi }
    var decoder = decoder()
    let bytes =
      message([(0x2018, numbers([q.w, q.x, q.y, q.z]))]) + message([(0x2028, numbers(columns))])
      + message([(0x2038, numbers(angles))])
    let got = decoder.samples(bytes)
    try #require(got.count == 3)
    for sample in got {
      #expect(sample.orientation?.frame == .northWestUp)
      #expect(abs(sample.orientation!.quaternion.dot(q)) > 1 - 1e-6)
    }
    #expect(got[2].orientation?.angles != nil)
  }

  @Test func `the status word marks clipped axes`() {
    var decoder = decoder()
    let marks = [8, 12, 16, 0].map { bit -> SampleMarks in
      let word = UInt32(1) << UInt32(bit)
      let status = withUnsafeBytes(of: word.bigEndian, Array.init)
      return decoder.samples(message([(0x8020, numbers([1, 2, 3])), (0xE020, status)]))[0].marks
    }
    #expect(marks == [.forceSaturated, .rateSaturated, .fieldSaturated, []])
  }

  @Test func `devices behind a master are sensors by their bus`() {
    var encoder = XsensEncoder(sensors: [DecodedSensor(name: "1"), DecodedSensor(name: "2")])
    var bytes: [UInt8] = []
    for row in 0..<10 as Range<Int64> {
      let sample = RawSample(
        deviceTime: row * 10_000_000, arrivalTime: 0, gyroscope: .unitX, accelerometer: .unitZ)
      encoder.append((0...1).map { DecodedSample(sensor: $0, sample: sample) }, to: &bytes)
    }
    var decoder = decoder()
    #expect(decoder.samples(bytes).count == 20)
    #expect(decoder.sensors.map(\.name) == ["1", "2"])
  }

  @Test func `no flipped bit of a message gives a sample`() {
    let good = message(
      counted(7, 900) + [(0x4020, numbers([1, 2, 9])), (0x8020, numbers([0.1, 0.2, 0.3]))])
    for place in good.indices {
      for bit in 0..<8 {
        var bytes = good
        bytes[place] ^= 1 << bit
        var decoder = decoder()
        #expect(decoder.samples(bytes).isEmpty, "bit \(bit) of byte \(place)")
      }
    }
  }

  @Test func `a lost byte costs its own message only`() {
    let good = message(
      counted(7, 900) + [(0x4020, numbers([1, 2, 9])), (0x8020, numbers([0.1, 0.2, 0.3]))])
    for place in good.indices {
      var cut = good
      cut.remove(at: place)
      var decoder = decoder()
      #expect(decoder.samples(good + cut + good + good, pieces: [5]).count == 3, "byte \(place)")
    }
  }

  @Test func `acknowledges come as events, also between data`() {
    var bytes: [UInt8] = []
    XsensMessage.append(id: 0x31, [], to: &bytes)
    bytes += message([(0x8020, numbers([1, 2, 3]))])
    XsensMessage.append(id: 0x11, [], to: &bytes)
    XsensMessage.append(id: 0x42, [4], to: &bytes)
    var decoder = decoder()
    #expect(decoder.samples(bytes).count == 1)
    #expect(
      decoder.takeEvents() == [
        .acknowledge(XsensCommand.goToConfig.acknowledge),
        .acknowledge(XsensCommand.goToMeasurement.acknowledge),
        .message("Error 4"),
      ])
  }

  @Test func `commands are those of the documentation`() {
    #expect(XsensCommand.goToMeasurement.bytes == [0xFA, 0xFF, 0x10, 0x00, 0xF1])
    #expect(XsensCommand.goToConfig.bytes == [0xFA, 0xFF, 0x30, 0x00, 0xD1])
    let set = XsensCommand.setOutputConfiguration([.init(0x4020, rate: 100), .init(0x1020)]).bytes
    #expect(set.prefix(12) == [0xFA, 0xFF, 0xC0, 8, 0x40, 0x20, 0, 100, 0x10, 0x20, 0xFF, 0xFF])
    #expect(set.sum(from: 1) == 0)
  }
}
