import IMUProtocols
import Inertial
import Testing

@Suite struct StreamGapTests {
  /// Rows of the two-sensor board every 10 ms, one chunk each, with what happens before a row put in by `before`.
  private func run(
    _ count: Int, isSent: (Int) -> Bool = { _ in true }, before: (Int) -> [RawLogRecord.Content] = { _ in [] }
  ) -> (gaps: [StreamGap], set: StreamSet, samples: [DecodedSample]) {
    let encoder = TextLineEncoder(configuration: boardConfiguration())!
    var set = StreamSet(ports: [
      .init(name: "p", decoder: TextLineDecoder(configuration: boardConfiguration()), baud: 115_200)
    ])
    var gaps: [StreamGap] = [], samples: [DecodedSample] = []
    for row in 0..<count {
      let time = Int64(row) * 10_000_000
      for content in before(row) { set.push(RawLogRecord(time: time, content)) { samples.append($0) } }
      guard isSent(row) else { continue }
      var bytes: [UInt8] = []
      for sensor in ["T", "S"] {
        let sample = RawSample(
          deviceTime: nil, arrivalTime: 0, gyroscope: Vector3(0, 0, Double.sin(Double(row) * 0.05)),
          accelerometer: Vector3(0, 9.81, 0))
        encoder.append(sample, sensor: sensor, time: time, to: &bytes)
      }
      set.push(RawLogRecord(time: time + 5_000_000, .received(bytes))) { samples.append($0) }
      gaps += set.takeGaps()
    }
    set.finish { samples.append($0) }
    return (gaps + set.takeGaps(), set, samples)
  }

  @Test func `a stream without holes has no gap`() {
    let (gaps, set, samples) = run(1000)
    #expect(gaps.isEmpty)
    #expect(samples.count == 2000)
    #expect(set.wireUse(of: 0)! > 0.1)
    #expect(set.streams[0].statistics.chunksPerSecond! > 99)
  }

  @Test func `a hole in the time grid is estimated and placed`() {
    let (gaps, set, _) = run(1000) { !(300..<304).contains($0) }
    #expect(gaps.count == 2)
    #expect(gaps.map(\.sensor) == [0, 1])
    #expect(gaps.allSatisfy { $0.missing == .estimated(4) && $0.cause == .timeGrid && $0.isCertain })
    #expect(gaps[0].lastGood == 2_990_000_000 && gaps[0].nextGood == 3_040_000_000)
    #expect(set.statistics.missing == 8)
  }

  @Test func `a stall, an unplug and damage are named as the cause`() {
    let (gaps, _, _) = run(
      1500, isSent: { !(300..<450).contains($0) && !(800..<900).contains($0) && $0 != 1200 }
    ) {
      switch $0 {
      case 400: [.event(.stalled(silence: 1_000_000_000))]
      case 450: [.event(.resumed)]
      case 800: [.event(.lost(cause: "EIO"))]
      case 899: [.event(.reconnected(path: "p")), .received([0x0A])]
      case 1200: [.received(Array("12000000,T,0,x,0,0,0,0\n".utf8))]
      default: []
      }
    }
    #expect(gaps.map(\.cause) == [.stall, .stall, .unplug, .unplug, .rejected, .rejected])
    #expect(gaps.map(\.missing).prefix(2) == [.estimated(150), .estimated(150)])
  }

  @Test func `a message without a hole is a possible gap`() {
    let (gaps, _, _) = run(400, before: { $0 == 200 ? [.received(Array("FIFO overflow!\n".utf8))] : [] })
    #expect(gaps.count == 2)
    #expect(gaps.allSatisfy { $0.cause == .message && !$0.isCertain && $0.missing == .unknown })
  }

  @Test func `gaps survive their text`() {
    let all: [StreamGap] = [
      StreamGap(sensor: 1, lastGood: -5, nextGood: .max, missing: .exact(3), cause: .counter),
      StreamGap(sensor: 0, lastGood: 5, nextGood: 7, missing: .estimated(9), cause: .stall, isCertain: false),
      StreamGap(sensor: 2, lastGood: 5, nextGood: 7, missing: .unknown, cause: .segment),
    ]
    var bytes: [UInt8] = []
    let port = RawLogHeader.Port(path: "p", decoder: "text", segments: ["": .shank, "T": .thigh])
    let header = RawLogHeader(product: "x", startWallClock: 0, startMonotonic: 0, ports: [port])
    RawLogEncoder.appendHeader(header, to: &bytes)
    for gap in all { RawLogEncoder.append(RawLogRecord(time: 1, .event(.gap(gap))), to: &bytes) }
    var log = try! RawLogDecoder(bytes)
    #expect(log.header == header)
    for gap in all { #expect(log.next()?.content == .event(.gap(gap))) }
  }

  /// A device with an index of 8 bits and orientation only.
  private func runIndexed(
    _ count: Int, isSent: (Int) -> Bool = { _ in true }, seed: UInt64 = 1
  ) throws -> (gaps: [StreamGap], set: StreamSet, samples: [DecodedSample], times: [Double]) {
    let entry = try #require(SerialProtocol.named("bno08x_rvc"))
    var encoder = try #require(
      entry.makeEncoder(EncoderSettings(sensors: [DecodedSensor(name: "")], rate: 100)))
    var set = StreamSet(ports: [.init(name: "p", decoder: try entry.makeDecoder(""), baud: 115_200)])
    var model = ArrivalModel(seed: seed, drift: 2e-3)
    var gaps: [StreamGap] = [], samples: [DecodedSample] = [], times: [Double] = []
    for number in 0..<count {
      let arrived = model.sample(number)
      let angle = 0.8 * Double.sin(arrived.time * 3e-9)
      let up = Quaternion(axis: .unitY, angle: angle).rotateBack(.unitZ) * .standardGravity
      let decoded = DecodedSample(
        sensor: 0,
        sample: RawSample(
          deviceTime: nil, arrivalTime: 0, gyroscope: .missing, accelerometer: up),
        orientation: DeviceOrientation(roll: 0, pitch: angle, yaw: 0.3),
        counter: UInt32(number % 256))
      var bytes: [UInt8] = []
      encoder.append([decoded], to: &bytes)
      guard isSent(number) else { continue }
      times.append(arrived.time)
      set.push(RawLogRecord(time: arrived.arrival, .received(bytes))) { samples.append($0) }
      gaps += set.takeGaps()
    }
    set.finish { samples.append($0) }
    return (gaps + set.takeGaps(), set, samples, times)
  }

  @Test func `lost frames are counted exactly by an index of 8 bits`() throws {
    let (gaps, set, samples, times) = try runIndexed(3000) {
      !(1000..<1003).contains($0) && !(1500..<1800).contains($0)
    }
    #expect(samples.count == times.count)
    #expect(gaps.map(\.missing) == [.exact(3), .exact(300)])
    #expect(gaps.allSatisfy { $0.cause == .counter && $0.isCertain })
    #expect(set.statistics.missing == 303)
    #expect(!set.statistics.sensors[0].isMissingEstimated)
    let errors = zip(samples, times).map { abs(Double($0.sample.deviceTime!) - $1) }
    #expect(errors.dropFirst(100).max()! < 4e6)
  }

  @Test func `orientation alone gives the rate`() throws {
    let (_, set, samples, times) = try runIndexed(3000)
    #expect(set.lacking.isEmpty)
    #expect(samples.allSatisfy { $0.marks.contains(.fromOrientation) && $0.marks.contains(.hostTimed) })
    let errors = zip(samples, times).dropFirst(200).map { sample, time in
      abs(sample.sample.gyroscope.y - 2.4 * Double.cos((time - 5e6) * 3e-9))
    }
    // a hundredth of a degree over 10 ms is 1 deg/s
    #expect(errors.max()! < 0.05)
  }

  @Test func `a stream with neither rate nor orientation is named`() {
    var set = StreamSet(ports: [.init(name: "p", decoder: StillDecoder())])
    for number in 0..<30 { set.push(RawLogRecord(time: Int64(number), .received([1]))) { _ in } }
    #expect(set.lacking.map(\.quantities) == [[.angularRate, .orientation]])
  }
}

/// Sends a force and nothing else, one sample a byte.
private struct StillDecoder: SerialDecoder {
  var sensors: [DecodedSensor] { [DecodedSensor(name: "")] }
  var statistics = DecoderStatistics()
  let rejected = RejectedFrames()
  var frameEnd: UInt8? { nil }
  var isChecked: Bool { true }
  var nominalRate: Double? { nil }
  private var count: Int64 = 0

  mutating func push(_ bytes: UnsafeRawBufferPointer, arrivalTime: Int64, emit: (DecodedSample) -> Void) {
    for _ in bytes {
      count += 1
      let sample = RawSample(
        deviceTime: count * 10_000_000, arrivalTime: arrivalTime, gyroscope: .missing,
        accelerometer: Vector3(0, 0, 9.8))
      emit(DecodedSample(sensor: 0, sample: sample))
    }
  }
  mutating func finish(emit: (DecodedSample) -> Void) {}
  mutating func takeEvents() -> [DecoderEvent] { [] }
}
