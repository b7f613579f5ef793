import IMUProtocols
import Inertial
import MotionSimulator
import Testing

@Suite struct SensorStreamTests {
  /// A stream of both sensors at 100 Hz, moving smoothly, without sums; `damage` may change a line.
  private func run(
    _ count: Int, checksum: TextLineChecksum = .none, damage: (Int, inout [UInt8]) -> Void = { _, _ in }
  ) -> (samples: [DecodedSample], stream: SensorStream) {
    let encoder = TextLineEncoder(configuration: boardConfiguration(checksum))!
    var stream = SensorStream(decoder: TextLineDecoder(configuration: boardConfiguration(checksum)))
    var samples: [DecodedSample] = []
    for row in 0..<count {
      let time = Int64(row / 2) * 10_000_000
      let phase = Double(row / 2) * 0.01
      let sample = RawSample(
        deviceTime: nil, arrivalTime: 0, gyroscope: Vector3(0, 0, Double.sin(phase * 6)),
        accelerometer: Vector3(0, 9.81, Double.cos(phase * 6)))
      var line: [UInt8] = []
      encoder.append(sample, sensor: row % 2 == 0 ? "T" : "S", time: time, to: &line)
      damage(row, &line)
      stream.push(RawLogRecord(time: time, .received(line))) { samples.append($0) }
    }
    stream.finish { samples.append($0) }
    return (samples, stream)
  }

  @Test func `a clean stream passes whole and at its rate`() throws {
    let (samples, stream) = run(2000)
    #expect(samples.count == 2000)
    #expect(stream.rejectedByReason.isEmpty)
    #expect(stream.statistics.missing == 0)
    #expect(stream.statistics.balance == [0.5, 0.5])
    let rate = try #require(stream.statistics.sensors[0].rate)
    #expect(abs(rate - 100) < 0.01)
  }

  @Test func `missing samples are counted by the time grid`() {
    let (_, stream) = run(2000) { row, line in
      if row == 500 || row == 502 || (1000..<1040).contains(row) { line = [] }
    }
    #expect(stream.statistics.sensors.map(\.missing) == [22, 20])
    #expect(stream.statistics.sensors.map(\.gaps) == [1, 1])
  }

  @Test func `a port that delivers one sensor only is unbalanced`() {
    let (_, stream) = run(1000) { row, line in if row > 300, row % 2 == 1 { line = [] } }
    #expect(stream.statistics.isUnbalanced)
  }

  @Test func `a spike in a line without a sum is held back and counted`() {
    let (samples, stream) = run(400) { row, line in
      guard row == 200 else { return }
      // gz: the minus or the zero before the point becomes a nine
      let place = line.lastIndex(of: UInt8(ascii: "."))! - 1
      line[place] = UInt8(ascii: "9")
    }
    #expect(samples.count == 399)
    #expect(stream.rejectedByReason.map(\.reason) == [.spike])
    #expect(samples.allSatisfy { abs($0.sample.gyroscope.z) <= 1 })
  }

  @Test func `a step that stays is motion, not a spike`() {
    let (samples, stream) = run(400) { row, line in
      guard row >= 200, row % 2 == 0 else { return }
      let text = "\(row / 2 * 10_000),T,0,9.81,0,0,0,30\n"
      line = Array(text.utf8)
    }
    #expect(samples.count == 400)
    #expect(stream.rejectedByReason.isEmpty)
  }

  @Test(arguments: Motion.allCases) func `no clean sample of any motion is called a spike`(motion: Motion)
    throws
  {
    var board = try SimulatedDevice(DeviceSetting(motion: motion, rate: 100, duration: 20, seed: 11))
    var stream = SensorStream(decoder: TextLineDecoder())
    for chunk in 1...1000 {
      let time = Double(chunk) * 0.02
      let record = RawLogRecord(time: Int64(time * 1e9), .received(board.bytes(until: time)))
      stream.push(record) { _ in }
    }
    #expect(stream.rejectedByReason.isEmpty)
    #expect(stream.statistics.missing == 0)
    #expect(stream.statistics.samples > 3990)
  }

  @Test func `a value beyond every sensor's scale is left out`() {
    let (samples, stream) = run(100) { row, line in
      if row == 50 { line = Array("250000,T,0,9.81,0,0,0,99\n".utf8) }
    }
    #expect(samples.count == 99)
    #expect(stream.rejectedByReason.map(\.reason) == [.outOfRange])
  }

  @Test func `a stamp that is a little late is found by the next`() {
    let (samples, stream) = run(400) { row, line in
      if row == 200 { line = Array("1050000,T,0,9.81,0.9601702866503661,0,0,-0.27941549819892586\n".utf8) }
    }
    #expect(stream.rejectedByReason.map(\.reason) == [.clockStep])
    let thigh = samples.filter { $0.sensor == 0 }.map { $0.sample.deviceTime! }
    #expect(zip(thigh, thigh.dropFirst()).allSatisfy { $1 > $0 })
    #expect(samples.count == 399)
  }

  /// A line a chunk, or all in one: what was implausible is shown as it was sent.
  @Test(arguments: [1, 400]) func `an implausible line is counted and kept with its bytes`(lines: Int) {
    let configuration = boardConfiguration()
    var stream = SensorStream(decoder: TextLineDecoder(configuration: configuration))
    var chunk: [UInt8] = [], odd = ""
    for row in 0..<400 {
      let isOdd = row == 201
      let line =
        "\(10_000 * (row / 2)),\(row % 2 == 0 ? "T" : "S"),0,9.81,\(isOdd ? "9.5,4,0" : "0.1,0,0"),0.2"
      if isOdd { odd = line }
      chunk += Array((line + "\n").utf8)
      guard (row + 1) % lines == 0 else { continue }
      stream.push(RawLogRecord(time: Int64(row) * 5_000_000, .received(chunk))) { _ in }
      chunk = []
    }
    stream.finish { _ in }
    #expect(stream.rejectedByReason.map(\.reason) == [.spike])
    #expect(stream.rejectedFrames.map { String(decoding: $0.bytes, as: UTF8.self) } == [odd])
    #expect(stream.rejectedFrames.map(\.reason) == [.spike])
    #expect(stream.statistics.implausible.bytesSkipped == odd.utf8.count)
  }

  @Test func `an implausible binary message is kept with its bytes too`() {
    var encoder = XIMU3Encoder(form: .binary)
    var stream = SensorStream(decoder: SerialDecoders.make("ximu3_binary")!)
    var odd: [UInt8] = []
    for row in 0..<100 {
      let raw = RawSample(
        deviceTime: Int64(row) * 10_000_000, arrivalTime: 0,
        gyroscope: row == 60 ? Vector3(3, -4, 2) : .zero, accelerometer: Vector3(0, 0, 9.8))
      var bytes: [UInt8] = []
      encoder.append([DecodedSample(sensor: 0, sample: raw)], to: &bytes)
      if row == 60 { odd = bytes }
      let cut = bytes.count / 3
      for part in [bytes[..<cut], bytes[cut...]] {
        stream.push(RawLogRecord(time: Int64(row) * 10_000_000, .received(Array(part)))) { _ in }
      }
    }
    stream.finish { _ in }
    #expect(stream.rejectedFrames.map(\.bytes) == [odd])
    #expect(stream.statistics.implausible.bytesSkipped == odd.count)
  }

  /// The 8-bit sum lets the loss of two equal bytes through; plausibility finds most of those.
  @Test(arguments: [(TextLineChecksum.crc16, 0), (.xor, 1), (.none, 30)])
  func `byte loss changes next to no sample and is counted`(checksum: TextLineChecksum, worst: Int) {
    let values = Set(run(1000, checksum: checksum).samples.map { Values($0) })
    for seed in 1...3 as ClosedRange<UInt64> {
      var random = SplitMix64(seed: seed)
      let (samples, stream) = run(1000, checksum: checksum) { _, line in
        line = line.filter { _ in random.uniform() > 0.001 }
      }
      let changed = samples.count { !values.contains(Values($0)) }
      #expect(changed <= worst)
      #expect(samples.count > 900)
      #expect(abs(stream.statistics.missing + samples.count - 1000) <= 4)
      #expect(stream.decoder.statistics.restarts == 0)
    }
  }

  /// Sample without arrival time, which a lost line end may move.
  private struct Values: Hashable {
    var sensor: Int
    var time: Int64?
    var vectors: [Vector3]

    init(_ decoded: DecodedSample) {
      sensor = decoded.sensor
      time = decoded.sample.deviceTime
      vectors = [decoded.sample.gyroscope, decoded.sample.accelerometer]
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>) func `no record of a hostile log stops a stream`(
    seed: UInt64
  ) {
    var random = SplitMix64(seed: seed)
    func anyTime() -> Int64 { Int64(bitPattern: random.next()) >> Int64.random(in: 0...60, using: &random) }
    var open = boardConfiguration()
    if seed % 2 == 0 { open.nominalRate = nil }
    var stream = SensorStream(decoder: TextLineDecoder(configuration: open), now: { .min })
    for _ in 0..<500 {
      let lines = (0..<5).map { _ in
        "\(anyTime()),\(Bool.random(using: &random) ? "T" : "S"),0,0,1,0,0,\(random.uniform() * 100)\n"
      }
      let content: RawLogRecord.Content =
        switch Int.random(in: 0..<6, using: &random) {
        case 0: .event(.opened(path: ""))
        case 1: .event(.lost(cause: ""))
        default: .received(Array(lines.joined().utf8))
        }
      stream.push(RawLogRecord(time: anyTime(), content)) { _ in }
    }
    stream.finish { _ in }
    #expect(stream.statistics.bytes > 0)
  }

  @Test func `an opening drops the first torn line only`() {
    var stream = SensorStream(decoder: TextLineDecoder(configuration: boardConfiguration()))
    var samples: [DecodedSample] = []
    let records: [RawLogRecord.Content] = [
      .event(.opened(path: "p")), .received(Array("456,T,0,0,1,0,0,0".utf8)), .received([0x0A]),
      .received(Array("1000,T,0,0,1,0,0,0\n".utf8)), .event(.lost(cause: "EIO")),
      .event(.reconnected(path: "p")), .received(Array("3,T,0,0,1,0,0,0\n901000,T,0,0,1,0,0,0\n".utf8)),
    ]
    for (number, content) in records.enumerated() {
      stream.push(RawLogRecord(time: Int64(number) * 300_000_000, content)) { samples.append($0) }
    }
    #expect(samples.map(\.sample.deviceTime) == [1_000_000, 901_000_000])
    #expect(stream.statistics.reconnects == 1)
  }

  @Test func `ages are asked after each sample`() {
    var stream = SensorStream(
      decoder: TextLineDecoder(configuration: boardConfiguration()), plausibility: nil, now: { 7_000_000 })
    stream.push(RawLogRecord(time: 2_000_000, .received(boardRows(4).bytes))) { _ in }
    #expect(stream.statistics.age.count == 4)
    #expect(stream.statistics.age.maximum == 5_000_000)
  }

  @Test func `a histogram knows quantiles within 3.2 percent`() {
    var histogram = DurationHistogram()
    for value in 1...100_000 as ClosedRange<Int64> { histogram.record(value * 1000) }
    for fraction in [0.01, 0.5, 0.95, 0.99, 1] {
      let quantile = Double(histogram.quantile(fraction)!)
      let exact = fraction * 1e8
      #expect(quantile >= exact - 1000 && quantile <= exact * 1.032)
    }
    histogram.record(.max)
    histogram.record(-5)
    #expect(histogram.maximum == .max)
    #expect(histogram.quantile(1) == .max)
  }
}
